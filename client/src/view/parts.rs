//! Lines and areas of the screen.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Text},
    widgets::{Clear, Paragraph, Widget, Wrap},
};
use unicode_width::UnicodeWidthStr;

/// Makes `area` blank for what is to lie there. A wide character that begins before it and ends in it goes, too: it
/// would hide what is drawn over its half.
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

/// The line `row` of `area`, empty if there is none.
pub(crate) fn line_of(area: Rect, row: u16) -> Rect {
    if row < area.height { Rect { y: area.y + row, height: 1, ..area } } else { Rect::ZERO }
}

/// Writes `lines` into `area`, each broken between its words.
pub(crate) fn lines(lines: Vec<Line<'_>>, area: Rect, buffer: &mut Buffer) {
    Paragraph::new(lines).wrap(Wrap { trim: true }).render(area, buffer);
}

/// Writes `text` into `area`, broken between its words.
pub(crate) fn paragraph<'a>(text: impl Into<Text<'a>>, style: Style, area: Rect, buffer: &mut Buffer) {
    Paragraph::new(text).style(style).wrap(Wrap { trim: true }).render(area, buffer);
}
