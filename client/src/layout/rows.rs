//! Rows of which as many are shown as fit.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

use crate::action::Action;

/// Rows one below the other, of which `count` exist and some are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// Where they stand.
    pub area: Rect,
    first: usize,
    count: usize,
}

impl Rows {
    /// Rows scrolled so that the one under the cursor is shown, in the middle where that can be.
    #[must_use]
    pub fn new(area: Rect, count: usize, cursor: usize) -> Self {
        Self::scrolled(area, count, cursor.saturating_sub(usize::from(area.height) / 2))
    }

    /// Rows of which the first shown is `first`, or an earlier one if the end would come too soon.
    #[must_use]
    pub fn scrolled(area: Rect, count: usize, first: usize) -> Self {
        let last_first = count.saturating_sub(usize::from(area.height));
        Self { area, first: first.min(last_first), count }
    }

    /// Whether all rows are shown.
    #[must_use]
    pub fn shows_all(&self) -> bool {
        self.count <= usize::from(self.area.height)
    }

    /// How many rows exist.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The numbers of the rows that are shown.
    #[must_use]
    pub fn shown(&self) -> Range<usize> {
        self.first..self.count.min(self.first + usize::from(self.area.height))
    }

    /// The row at `position`.
    #[must_use]
    pub fn row_at(&self, position: Position) -> Option<usize> {
        if !self.area.contains(position) {
            return None;
        }
        let row = self.first + usize::from(position.y - self.area.y);
        (row < self.count).then_some(row)
    }

    /// The first row to show after `action` has scrolled them; `None` if it scrolls nothing.
    #[must_use]
    pub fn scroll(&self, action: Action) -> Option<usize> {
        let page = usize::from(self.area.height).saturating_sub(1).max(1);
        let last = self.count.saturating_sub(usize::from(self.area.height));
        let first = match action {
            Action::Up => self.first.saturating_sub(1),
            Action::Down => self.first + 1,
            Action::PageUp => self.first.saturating_sub(page),
            Action::PageDown => self.first + page,
            Action::First => 0,
            Action::Last => last,
            _ => return None,
        };
        Some(first.min(last))
    }

    /// Where each row that is shown stands.
    pub fn rects(&self) -> impl Iterator<Item = (usize, Rect)> {
        let area = self.area;
        self.shown().zip(area.rows())
    }
}

/// The width that lists and forms keep to on a wide terminal.
const COLUMN: u16 = 76;

/// Where a popup and its rows stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Popup {
    /// All of it, with its border.
    pub area: Rect,
    /// The rows that can be chosen, or the lines of the help.
    pub rows: Rows,
}

/// The part of the screen that lists and forms keep to.
pub(crate) fn inset(area: Rect) -> Rect {
    let width = area.width.saturating_sub(4).min(COLUMN);
    Rect::new(area.x + 2, area.y + 1, width, area.height.saturating_sub(1))
}
