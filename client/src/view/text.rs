//! Screens of a few words: the name, a code, a wait.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::Line,
    widgets::{Paragraph, Widget, Wrap},
};

use super::line_of;
use crate::{
    model::{CodeScreen, NameScreen, TextInput},
    theme::Theme,
};

pub(super) fn name(screen: &NameScreen, area: Rect, buffer: &mut Buffer, theme: Theme) {
    question("What shall others call you?", &screen.input, area, buffer, theme);
}

pub(super) fn code(screen: &CodeScreen, area: Rect, buffer: &mut Buffer, theme: Theme) {
    question("Which room? Its code looks like amber-fox-42.", &screen.input, area, buffer, theme);
}

pub(super) fn opening(what: &str, area: Rect, buffer: &mut Buffer) {
    Paragraph::new(format!("{what} …")).wrap(Wrap { trim: true }).render(area, buffer);
}

fn question(words: &str, input: &TextInput, area: Rect, buffer: &mut Buffer, theme: Theme) {
    Line::styled(words, theme.strong()).render(line_of(area, 0), buffer);
    Line::raw(format!("> {}_", input.text())).render(line_of(area, 2), buffer);
}
