//! The layout of the start screen.

use ratatui::layout::Rect;

use crate::{intent::MenuItem, layout::rows::Rows, model::Model, screen::menu::MenuScreen};

/// Returns the entries that are available now, from the top.
#[must_use]
pub(crate) fn menu_items(model: &Model) -> &'static [MenuItem] {
    static ALL: [MenuItem; 10] = MenuItem::ALL;
    if model.offered.is_some() { &ALL } else { &ALL[1..] }
}

impl MenuScreen {
    /// Returns the row under the cursor, from 0.
    #[must_use]
    pub fn cursor(self, model: &Model) -> usize {
        menu_items(model).iter().position(|item| *item == self.item).unwrap_or(0)
    }
}

/// The height of the logo and the welcome below it, in lines.
pub(crate) const LOGO_HEIGHT: u16 = 8;

/// The width of the start screen, which is centred, and the greatest width of an entry, in columns.
const MENU_WIDTH: u16 = 48;
const ENTRY_WIDTH: u16 = 60;

/// Returns the areas of the logo and of the entries. In a low terminal there is no logo.
pub(crate) fn parts(model: &Model, area: Rect, cursor: usize) -> (Rect, Rows) {
    let count = menu_items(model).len();
    let entries = u16::try_from(count).unwrap_or(u16::MAX);
    let margin = area.width.saturating_sub(MENU_WIDTH).max(4) / 2;
    let width = area.width.saturating_sub(margin + 2).min(ENTRY_WIDTH);
    let head = if area.height > LOGO_HEIGHT + entries { LOGO_HEIGHT } else { 2 };
    let spare = area.height.saturating_sub(head + entries);
    let (x, y) = (area.x + margin, area.y + (spare / 3).min(6));
    let height = area.bottom().saturating_sub(y);
    let head = Rect { x, y, width, height: head.min(height) };
    let below = Rect { x, y: y + head.height, width, height: height - head.height };
    (head, Rows::new(below, count, cursor))
}
