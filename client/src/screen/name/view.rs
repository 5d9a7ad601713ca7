//! Draws the field for the user's name.

use ratatui::{buffer::Buffer, layout::Rect};
use tengen_session::text::Lang;

use crate::{screen::name::NameScreen, theme::Theme, view::question::question};

pub(crate) fn draw(screen: &NameScreen, lang: Lang, area: Rect, buffer: &mut Buffer, theme: Theme) {
    question(lang.ask_name(), &screen.input.typed(), area, buffer, theme);
}
