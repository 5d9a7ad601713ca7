//! Writes single characters on the screen.

use ratatui::{buffer::Buffer, layout::Position, style::Style};

/// Writes `symbol` at a position. Outside the buffer it does nothing.
pub(crate) fn put(buffer: &mut Buffer, x: u16, y: u16, symbol: &str, style: Style) {
    if let Some(cell) = buffer.cell_mut(Position::new(x, y)) {
        cell.set_symbol(symbol).set_style(style);
    }
}

/// Writes each character of `text` in a column of its own, from `x` to the right.
pub(crate) fn write(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    for (x, c) in (x..).zip(text.chars()) {
        put(buffer, x, y, c.encode_utf8(&mut [0; 4]), style);
    }
}
