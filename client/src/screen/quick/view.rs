//! Draws the choice of a board for a quick match.

use ratatui::{buffer::Buffer, layout::Rect, text::Line, widgets::Widget};
use tengen_session::{terms, text::Lang};
use tengen_shared::rules::Variant;

use crate::{
    layout::Rows,
    screen::quick::QuickScreen,
    theme::Theme,
    view::{
        choices::{choices, rules},
        columns::fit,
        parts::line_of,
    },
};

/// The width of a board's name, in columns.
const BOARD: usize = 16;

pub(crate) fn draw(
    quick: &QuickScreen,
    lang: Lang,
    (head, rows): (Rect, &Rows),
    buffer: &mut Buffer,
    theme: Theme,
) {
    Line::styled(lang.which_game(), theme.strong()).render(line_of(head, 0), buffer);
    let label = |row: usize| {
        Variant::NAMED.get(row).map_or(String::new(), |(_, variant)| {
            format!("{} {}", fit(&terms::board(*variant, lang), BOARD), rules(*variant, lang))
        })
    };
    choices(rows, quick.cursor, label, buffer, theme);
}
