//! Draws screens with few words: a question with a text field, or a message about waiting.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::{
    parts::{line_of, paragraph},
    typed, words,
};
use crate::{input::Typed, model::Model, theme::Theme};

/// Draws what the user is waiting for and, after a while, how long it has taken.
pub(crate) fn wait(what: &str, model: &Model, area: Rect, buffer: &mut Buffer) {
    let waited = words::waited(model.waited(), model.lang);
    paragraph(format!("{what} …{waited}"), Style::new(), area, buffer);
}

/// Draws a question in up to two lines, and the text field below it.
pub(crate) fn question(words: &str, input: &Typed, area: Rect, buffer: &mut Buffer, theme: Theme) {
    let head = Rect { height: area.height.min(2), ..area };
    paragraph(words, theme.strong(), head, buffer);
    typed::prompt(input, Style::new(), line_of(area, 2), buffer);
}
