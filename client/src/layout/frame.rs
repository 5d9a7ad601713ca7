//! Where a board stands on the screen, and what space it leaves: beside it, or above and below.

use ratatui::layout::Rect;
use tengen_shared::rules::Variant;

use super::BoardLayout;

/// The fewest columns of a column beside the board.
const LEAST: u16 = 24;
/// The columns with which it is at ease, and the cells of a board that may be smaller for that.
const EASE: u16 = 34;
const CELL: u16 = 4;
/// The maximum number of columns that are good to read.
const MOST: u16 = 48;
/// The fewest columns of each where two stand beside the board.
const LEAST_OF_TWO: u16 = 36;
/// The gap before a column, where there is space for one.
const GAP: u16 = 3;
/// The rows that a column may take though the board is lower.
const HEIGHT: u16 = 22;

/// A board, and the space round it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// Columns stand beside the board.
    Beside {
        /// The board.
        board: BoardLayout,
        /// The column next to it.
        side: Rect,
        /// Another one, where there is space.
        further: Option<Rect>,
    },
    /// The board stands between lines.
    Stacked {
        /// The lines above.
        above: Rect,
        /// The board.
        board: BoardLayout,
        /// What is free below.
        below: Rect,
    },
}

/// What a frame is made for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// The rules of the board.
    pub(crate) variant: Variant,
    /// The first column and row that are shown where not all fits.
    pub(crate) origin: (u8, u8),
    /// The lines above the board where it is not beside.
    pub(crate) above: u16,
    /// The lines below it that are kept free.
    pub(crate) below: u16,
}

impl Wanted {
    /// The frame in `area` in which most is seen of the board, with columns beside it where that costs nothing.
    pub(crate) fn frame(self, area: Rect) -> Frame {
        let kept = (self.above + self.below).min(area.height.saturating_sub(2));
        let above = self.above.min(kept);
        let middle = Rect { y: area.y + above, height: area.height - kept, ..area };
        let stacked = BoardLayout::new(self.variant, middle, self.origin);
        match self.beside(area, &stacked) {
            Some(frame) => frame,
            None => self.stacked(area, middle, above, &stacked),
        }
    }

    fn stacked(self, area: Rect, middle: Rect, above: u16, board: &BoardLayout) -> Frame {
        let margin = (middle.width - board.area.width) / 2;
        // The letters stand in the middle, not the numbers before them.
        let x = middle.x + margin.saturating_sub(if margin > 2 { 1 } else { 0 });
        let middle = Rect { x, width: middle.right() - x, ..middle };
        let board = BoardLayout::new(self.variant, middle, self.origin);
        let width = (area.width.saturating_sub(2)).min(MOST.max(board.area.width));
        let column = Rect { x: area.x + (area.width - width) / 2, width, ..area };
        let bottom = board.area.bottom();
        Frame::Stacked {
            above: Rect { height: above, ..column },
            board,
            below: Rect { y: bottom, height: area.bottom() - bottom, ..column },
        }
    }

    /// Columns beside the board, unless more of it is seen without, or it is larger then.
    fn beside(self, area: Rect, stacked: &BoardLayout) -> Option<Frame> {
        let board = |side: u16| {
            let width = area.width.checked_sub(side + 1)?;
            Some(BoardLayout::new(self.variant, Rect { width, ..area }, self.origin))
        };
        let tight = board(LEAST)?;
        let at_ease = board(EASE).filter(|board| board.shows_all() && board.cell() >= CELL);
        let board = match at_ease {
            Some(board) => board,
            None if (tight.shown_points(), tight.cell()) < (stacked.shown_points(), stacked.cell()) => {
                return None;
            }
            None => tight,
        };
        let free = area.width - board.area.width;
        let gap = if free >= LEAST + 4 + GAP { GAP } else { 1 };
        let two = free >= 2 * (LEAST_OF_TWO + gap);
        let count = if two { 2 } else { 1 };
        let side = (free / count).saturating_sub(gap).min(MOST);
        let total = board.area.width + count * (gap + side);
        let x = area.x + (area.width - total) / 2;
        let height = board.area.height.max(area.height.min(HEIGHT));
        let y = area.y + (area.height - height) / 2;
        let down = (height - board.area.height) / 2;
        let place = Rect { x, y: y + down, width: board.area.width, height: board.area.height };
        let column = |n: u16| Rect { x: place.right() + gap + n * (side + gap), y, width: side, height };
        Some(Frame::Beside {
            board: BoardLayout::new(self.variant, place, self.origin),
            side: column(0),
            further: two.then(|| column(1)),
        })
    }
}
