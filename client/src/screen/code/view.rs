//! Draws the field for a room code or a server address.

use ratatui::{buffer::Buffer, layout::Rect};
use tengen_session::text::Lang;

use crate::{screen::code::CodeScreen, theme::Theme, view::question::question};

pub(crate) fn draw(screen: &CodeScreen, lang: Lang, area: Rect, buffer: &mut Buffer, theme: Theme) {
    question(lang.ask_code(), &screen.input.typed(), area, buffer, theme);
}
