//! Single characters on the screen.

use ratatui::{buffer::Buffer, layout::Position, style::Style};

/// Puts `symbol` at a place; nothing happens outside the screen.
pub(crate) fn put(buffer: &mut Buffer, x: u16, y: u16, symbol: &str, style: Style) {
    if let Some(cell) = buffer.cell_mut(Position::new(x, y)) {
        cell.set_symbol(symbol).set_style(style);
    }
}

/// Puts the characters of `text` side by side, each in a column of its own.
pub(crate) fn write(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    for (x, c) in (x..).zip(text.chars()) {
        put(buffer, x, y, c.encode_utf8(&mut [0; 4]), style);
    }
}
