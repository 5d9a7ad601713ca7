//! Helpers for areas and lines of text.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Text},
    widgets::{Clear, Paragraph, Widget, Wrap},
};
use unicode_width::UnicodeWidthStr;

/// Clears `area` before something is drawn over it. Also clears a wide character that extends into the area from the
/// left, because a terminal would draw it over the first column.
pub(crate) fn clear(area: Rect, buffer: &mut Buffer) {
    let area = area.intersection(buffer.area);
    Clear.render(area, buffer);
    let Some(before) = area.x.checked_sub(1).filter(|_| area.width > 0) else { return };
    for y in area.top()..area.bottom() {
        let cell = &mut buffer[(before, y)];
        if cell.symbol().width() > 1 {
            cell.set_char(' ');
        }
    }
}

/// Returns row `row` of `area`; it is empty if there is no such row.
pub(crate) fn line_of(area: Rect, row: u16) -> Rect {
    if row < area.height { Rect { y: area.y + row, height: 1, ..area } } else { Rect::ZERO }
}

/// Writes `lines` into `area`, wrapped.
pub(crate) fn lines(lines: Vec<Line<'_>>, area: Rect, buffer: &mut Buffer) {
    Paragraph::new(lines).wrap(Wrap { trim: true }).render(area, buffer);
}

/// Writes `text` into `area`, wrapped.
pub(crate) fn paragraph<'a>(text: impl Into<Text<'a>>, style: Style, area: Rect, buffer: &mut Buffer) {
    Paragraph::new(text).style(style).wrap(Wrap { trim: true }).render(area, buffer);
}
