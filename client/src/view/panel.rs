//! The heading that all panels have.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
    widgets::Widget,
};
use unicode_width::UnicodeWidthStr;

use super::{columns::cut, parts::line_of};
use crate::theme::Theme;

/// Returns the least width of a heading with the whole title and the note, in columns.
pub(crate) fn heading_width(title: &str, note: &str) -> usize {
    title.width() + note.width() + 5
}

/// Draws the first line of a panel: its title, a horizontal line, and a note at the end if there is space.
pub(crate) fn heading((title, note): (&str, &str), area: Rect, buffer: &mut Buffer, theme: Theme) {
    let width = usize::from(area.width);
    let title = cut(title, width.saturating_sub(1));
    let note = if heading_width(&title, note) <= width { note } else { "" };
    let sides = 1 + if note.is_empty() { 0 } else { note.width() + 1 };
    let rule = "─".repeat(width.saturating_sub(title.width() + sides));
    let mut spans =
        vec![Span::styled(title, theme.title()), Span::raw(" "), Span::styled(rule, theme.border())];
    if !note.is_empty() {
        spans.push(Span::styled(format!(" {note}"), theme.faint()));
    }
    Line::from(spans).render(line_of(area, 0), buffer);
}
