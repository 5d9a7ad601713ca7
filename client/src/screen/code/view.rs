//! Draws the field for a room code or a server address.

use ratatui::{buffer::Buffer, layout::Rect};
use tengen_session::text::Lang;

use crate::{
    screen::code::CodeScreen,
    theme::Theme,
    view::{parts::paragraph, question::question},
};

pub(crate) fn draw(screen: &CodeScreen, lang: Lang, area: Rect, buffer: &mut Buffer, theme: Theme) {
    question(lang.ask_code(), &screen.input.typed(), area, buffer, theme);
    if let Some(failure) = &screen.failure {
        let below = Rect { y: area.y + area.height.min(4), height: area.height.saturating_sub(4), ..area };
        paragraph(failure.as_str(), theme.problem(), below, buffer);
    }
}
