//! A list of rows that scrolls.

use std::ops::Range;

use ratatui::layout::{Position, Rect};

use crate::action::Action;

/// A list of `count` rows, one below the other, of which some are visible.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rows {
    /// The area of the visible rows.
    pub area: Rect,
    first: usize,
    count: usize,
}

impl Rows {
    /// Creates a list that shows the row under the cursor, in the middle if possible.
    #[must_use]
    pub fn new(area: Rect, count: usize, cursor: usize) -> Self {
        Self::scrolled(area, count, cursor.saturating_sub(usize::from(area.height) / 2))
    }

    /// Creates a list with `first` as the first visible row, or an earlier one if the area would not be full.
    #[must_use]
    pub fn scrolled(area: Rect, count: usize, first: usize) -> Self {
        let last_first = count.saturating_sub(usize::from(area.height));
        Self { area, first: first.min(last_first), count }
    }

    /// Whether all rows are visible.
    #[must_use]
    pub fn shows_all(&self) -> bool {
        self.count <= usize::from(self.area.height)
    }

    /// Returns the number of rows, visible or not.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Returns the indexes of the visible rows.
    #[must_use]
    pub fn shown(&self) -> Range<usize> {
        self.first..self.count.min(self.first + usize::from(self.area.height))
    }

    /// Returns the index of the row at `position`.
    #[must_use]
    pub fn row_at(&self, position: Position) -> Option<usize> {
        if !self.area.contains(position) {
            return None;
        }
        let row = self.first + usize::from(position.y - self.area.y);
        (row < self.count).then_some(row)
    }

    /// Returns the first visible row after `action`; `None` if the action does not scroll.
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

    /// Returns the index and the area of each visible row.
    pub fn rects(&self) -> impl Iterator<Item = (usize, Rect)> {
        let area = self.area;
        self.shown().zip(area.rows())
    }
}

/// The greatest width of lists and forms, in columns.
const COLUMN: u16 = 76;

/// The areas of a popup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Popup {
    /// The whole popup, with its border.
    pub area: Rect,
    /// The rows to choose from, or the lines of the help.
    pub rows: Rows,
}

/// Returns the part of `area` that lists and forms use.
pub(crate) fn inset(area: Rect) -> Rect {
    let width = area.width.saturating_sub(4).min(COLUMN);
    Rect::new(area.x + 2, area.y + 1, width, area.height.saturating_sub(1))
}
