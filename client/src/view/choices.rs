//! Draws lists to choose from.

use ratatui::{buffer::Buffer, style::Style, text::Line, widgets::Widget};
use tengen_session::text::Lang;
use tengen_shared::rules::{RuleSet, Variant};

use crate::{layout::Rows, theme::Theme, view::columns::fit};

/// Returns a short description of a board's rules.
pub(crate) fn rules(variant: Variant, lang: Lang) -> String {
    let (width, height, run) = (variant.width(), variant.height(), variant.win_length());
    match variant.runs() {
        RuleSet::Freestyle if variant.is_3x3() => lang.rules_plain(width, height, run),
        RuleSet::Freestyle => lang.rules_or_more(width, height, run),
        RuleSet::Standard => lang.rules_exactly(width, height, run),
        RuleSet::Caro => lang.rules_caro(width, height),
        RuleSet::LongCaro => lang.rules_long_caro(width, height),
        RuleSet::Renju => lang.rules_renju(width, height),
    }
}

/// Draws rows to choose from. The row under the cursor has a sign and reversed colours.
pub(crate) fn choices(
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
        let style = if selected { theme.selected() } else { Style::new() };
        Line::styled(text, style).render(area, buffer);
    }
}
