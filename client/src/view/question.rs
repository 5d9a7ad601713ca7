//! Screens of a few words: a question with a line to type in, a wait.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::{
    parts::{line_of, paragraph},
    typed, words,
};
use crate::{input::Typed, model::Model, theme::Theme};

/// What is waited for; after a while also for how long.
pub(crate) fn wait(what: &str, model: &Model, area: Rect, buffer: &mut Buffer) {
    let waited = words::waited(model.waited(), model.lang);
    paragraph(format!("{what} …{waited}"), Style::new(), area, buffer);
}

/// The question on two lines if it needs them, and what has been typed.
pub(crate) fn question(words: &str, input: &Typed, area: Rect, buffer: &mut Buffer, theme: Theme) {
    let head = Rect { height: area.height.min(2), ..area };
    paragraph(words, theme.strong(), head, buffer);
    typed::prompt(input, Style::new(), line_of(area, 2), buffer);
}
