//! The layout of the settings screen.

pub(crate) mod rows;

use ratatui::layout::Rect;

use crate::{
    layout::{
        rows::{Rows, inset},
        wrap::break_words,
    },
    model::Model,
    screen::settings::{
        SettingsPage, SettingsScreen,
        layout::rows::{KeyRow, SettingsLine},
    },
};

/// The lines of the help and of the preview at the bottom.
const BELOW: u16 = 4;
/// The width of the preview, in columns.
const PREVIEW: u16 = 15;

/// The areas of the settings screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// The rows of the page.
    pub rows: Rows,
    /// The sentence about the row under the cursor.
    pub help: Rect,
    /// The preview of the board; only on the main page.
    pub preview: Option<Rect>,
}

pub(crate) fn parts(model: &Model, screen: &SettingsScreen, area: Rect) -> Parts {
    let area = inset(area);
    let below = match screen.page {
        SettingsPage::Main => BELOW.min(area.height / 2),
        SettingsPage::Keys { .. } | SettingsPage::Problems { .. } => 1,
    };
    let above = Rect { height: area.height.saturating_sub(below + 1), ..area };
    let below = Rect { y: area.bottom().saturating_sub(below), height: below, ..area };
    match screen.page {
        SettingsPage::Main => {
            let rows = Rows::new(above, SettingsLine::all(model).len(), screen.cursor);
            let width = below.width.saturating_sub(PREVIEW + 2);
            let preview = Rect { x: below.x + width + 2, width: PREVIEW.min(below.width), ..below };
            Parts { rows, help: Rect { width, ..below }, preview: Some(preview) }
        }
        SettingsPage::Keys { cursor, .. } => {
            let rows = Rows::new(above, KeyRow::all(model).len(), cursor);
            Parts { rows, help: below, preview: None }
        }
        SettingsPage::Problems { scroll } => {
            let rows = Rows::scrolled(area, problem_rows(model, area.width).len(), scroll);
            Parts { rows, help: Rect::ZERO, preview: None }
        }
    }
}

/// Returns the errors in the settings files, wrapped to `width` columns.
#[must_use]
pub(crate) fn problem_rows(model: &Model, width: u16) -> Vec<String> {
    let texts = model.problems.iter().map(|problem| problem.text(model.lang));
    texts.flat_map(|text| break_words(&text, usize::from(width), 2)).collect()
}
