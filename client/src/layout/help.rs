//! The rows of the help: the keys on the left, and what they do on the right, wrapped.

use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::{Popup, Rows, wrap::break_words};
use crate::{
    action::Action,
    intent::MenuItem,
    keymap::HelpLine,
    model::{MenuState, Model, helped_context},
};

const WIDTH: u16 = 64;
/// The greatest width of the keys, in columns.
const KEYS: usize = 18;
/// The width of a popup's border and of the gaps inside it, in columns.
const AROUND: u16 = 4;

/// A row of the help.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HelpRow {
    /// The keys, padded with spaces to the width of their column; empty in a continuation row.
    pub keys: String,
    /// What the keys do.
    pub what: String,
}

/// Returns the rows of the help, at most `width` columns wide.
#[must_use]
pub fn help_rows(model: &Model, width: u16) -> Vec<HelpRow> {
    let standing = model.standing();
    let hidden = |action: Action| match (action, &standing) {
        (Action::Go(MenuItem::GoOn), _) => model.offered.is_none(),
        (Action::Do(_) | Action::Yes | Action::No, Some(standing)) => {
            !standing.sits() && !matches!(standing.can(action), MenuState::Offered(_))
        }
        _ => false,
    };
    let lines = model.keymap.help(helped_context(model), hidden);
    let width = usize::from(width);
    let widest = lines.iter().map(|line| line.keys.width()).max().unwrap_or(0);
    let keys = widest.min(KEYS).min(width * 2 / 5);
    lines.iter().flat_map(|line| rows_of(line, keys, width.saturating_sub(keys + 1))).collect()
}

fn rows_of(line: &HelpLine, left: usize, right: usize) -> Vec<HelpRow> {
    let (keys, what) = (break_words(&line.keys, left, 0), break_words(line.what, right, 0));
    let row = |row: usize| {
        let keys = keys.get(row).cloned().unwrap_or_default();
        let blanks = " ".repeat(left.saturating_sub(keys.width()));
        HelpRow { keys: keys + &blanks, what: what.get(row).cloned().unwrap_or_default() }
    };
    (0..keys.len().max(what.len())).map(row).collect()
}

/// Returns the popup with the help, centred in `area`.
pub(crate) fn popup(model: &Model, scroll: usize, area: Rect) -> Popup {
    let width = WIDTH.min(area.width);
    let count = help_rows(model, width.saturating_sub(AROUND)).len();
    let height = u16::try_from(count).unwrap_or(u16::MAX).saturating_add(2).min(area.height);
    let (x, y) = (area.x + (area.width - width) / 2, area.y + (area.height - height) / 2);
    let inner =
        Rect { x: x + 2, y: y + 1, width: width.saturating_sub(AROUND), height: height.saturating_sub(2) };
    Popup { area: Rect::new(x, y, width, height), rows: Rows::scrolled(inner, count, scroll) }
}
