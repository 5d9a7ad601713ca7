//! The menu and the choice of a board for a quick match.

use ratatui::{buffer::Buffer, layout::Rect, text::Line, widgets::Widget};
use tengen_shared::{
    game::Name,
    rules::{Runs, Variant},
};

use super::{fit, line_of};
use crate::{
    layout::Rows,
    model::{MenuItem, MenuScreen, Mode, QuickScreen},
    text::Lang,
    theme::Theme,
};

pub(super) fn draw(
    menu: &MenuScreen,
    (mode, name, lang): (Mode, Option<&Name>, Lang),
    (head, rows): (Rect, &Rows),
    buffer: &mut Buffer,
    theme: Theme,
) {
    let words = name.map_or(lang.welcome().to_owned(), |name| lang.welcome_name(name));
    Line::styled(words, theme.strong()).render(line_of(head, 0), buffer);
    let items = MenuItem::all(mode);
    choices(
        rows,
        menu.cursor,
        |row| items.get(row).map_or("", |item| item.label(lang)).to_owned(),
        buffer,
        theme,
    );
}

pub(super) fn draw_quick(
    quick: &QuickScreen,
    lang: Lang,
    (head, rows): (Rect, &Rows),
    buffer: &mut Buffer,
    theme: Theme,
) {
    Line::styled(lang.which_game(), theme.strong()).render(line_of(head, 0), buffer);
    let label = |row: usize| {
        Variant::NAMED
            .get(row)
            .map_or(String::new(), |(name, variant)| format!("{} {}", fit(name, 11), rules(*variant, lang)))
    };
    choices(rows, quick.cursor, label, buffer, theme);
}

/// The rules of a board in a few words.
pub(super) fn rules(variant: Variant, lang: Lang) -> String {
    let (width, height, run) = (variant.width(), variant.height(), variant.win_length());
    match variant.runs() {
        Runs::AtLeast if variant.marks_follow_seat() => lang.rules_plain(width, height, run),
        Runs::AtLeast => lang.rules_or_more(width, height, run),
        Runs::Exactly => lang.rules_exactly(width, height, run),
    }
}

/// Rows to choose from, the one under the cursor marked by a sign and reversed.
pub(super) fn choices(
    rows: &Rows,
    cursor: usize,
    label: impl Fn(usize) -> String,
    buffer: &mut Buffer,
    theme: Theme,
) {
    for (row, area) in rows.rects() {
        let selected = row == cursor;
        let sign = if selected { "> " } else { "  " };
        let text = fit(&format!("{sign}{}", label(row)), usize::from(area.width));
        let style = if selected { theme.selected() } else { ratatui::style::Style::new() };
        Line::styled(text, style).render(area, buffer);
    }
}
