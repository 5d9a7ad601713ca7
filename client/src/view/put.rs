//! One character on the screen.

use ratatui::{buffer::Buffer, layout::Position, style::Style};

/// Puts `symbol` at a place; nothing happens outside the screen.
pub(super) fn put(buffer: &mut Buffer, x: u16, y: u16, symbol: &str, style: Style) {
    if let Some(cell) = buffer.cell_mut(Position::new(x, y)) {
        cell.set_symbol(symbol).set_style(style);
    }
}
