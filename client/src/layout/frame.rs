//! The division of an area between a board and the text around it: the text is beside the board, or above and below it.

use ratatui::layout::Rect;
use tengen_shared::rules::Variant;

use super::BoardLayout;

/// The least width of the text beside a board, in columns.
const MIN_WIDTH: u16 = 24;
/// The preferred width of that text, in columns. The board may become smaller for it, down to the distance
/// `PREFERRED_DX` between neighbouring points.
const PREFERRED_WIDTH: u16 = 34;
const PREFERRED_DX: u16 = 4;
/// The greatest width of a text that is easy to read, in columns.
const MAX_WIDTH: u16 = 48;
/// The least width of each of two columns of text beside the board, in columns.
const MIN_WIDTH_OF_TWO: u16 = 36;
/// The gap between the board and the text, if there is space for one, in columns.
const GAP: u16 = 3;
/// The greatest height of the text beside a lower board, in rows. The text may be higher than the board.
const MAX_HEIGHT: u16 = 22;

/// A board with the areas around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// The text is beside the board.
    Beside {
        /// The board.
        board: BoardLayout,
        /// The column of text next to the board.
        side: Rect,
        /// A second column of text, if there is space.
        further: Option<Rect>,
    },
    /// The text is above and below the board.
    Stacked {
        /// The area above the board.
        above: Rect,
        /// The board.
        board: BoardLayout,
        /// The free area below the board.
        below: Rect,
    },
}

/// The requirements of a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// The rules of the board.
    pub(crate) variant: Variant,
    /// The first visible column, and the first visible row from the top, if the board is larger than its area.
    pub(crate) origin: (u8, u8),
    /// The rows above the board if the text is not beside it.
    pub(crate) above: u16,
    /// The rows that stay free below the board in that case.
    pub(crate) below: u16,
}

impl Wanted {
    /// Puts the text beside the board if a board with all points and a distance of at least `PREFERRED_DX` fits there,
    /// or if the board is no smaller than without text beside it. Otherwise puts the text above and below the board.
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
        // Centres the grid, without the numbers on the left.
        let x = middle.x + margin.saturating_sub(if margin > 2 { 1 } else { 0 });
        let middle = Rect { x, width: middle.right() - x, ..middle };
        let board = BoardLayout::new(self.variant, middle, self.origin);
        let width = (area.width.saturating_sub(2)).min(MAX_WIDTH.max(board.area.width));
        let column = Rect { x: area.x + (area.width - width) / 2, width, ..area };
        let bottom = board.area.bottom();
        Frame::Stacked {
            above: Rect { height: above, ..column },
            board,
            below: Rect { y: bottom, height: area.bottom() - bottom, ..column },
        }
    }

    /// Returns the frame with the text beside the board; `None` if the board has no preferred size there, and would
    /// show fewer or smaller points than `stacked`.
    fn beside(self, area: Rect, stacked: &BoardLayout) -> Option<Frame> {
        let board = |side: u16| {
            let width = area.width.checked_sub(side + 1)?;
            Some(BoardLayout::new(self.variant, Rect { width, ..area }, self.origin))
        };
        let tight = board(MIN_WIDTH)?;
        let preferred =
            board(PREFERRED_WIDTH).filter(|board| board.shows_all() && board.dx() >= PREFERRED_DX);
        let board = match preferred {
            Some(board) => board,
            None if (tight.shown_points(), tight.dx()) < (stacked.shown_points(), stacked.dx()) => {
                return None;
            }
            None => tight,
        };
        let free = area.width - board.area.width;
        let gap = if free >= MIN_WIDTH + 4 + GAP { GAP } else { 1 };
        let two = free >= 2 * (MIN_WIDTH_OF_TWO + gap);
        let count = if two { 2 } else { 1 };
        let side = (free / count).saturating_sub(gap).min(MAX_WIDTH);
        let total = board.area.width + count * (gap + side);
        let x = area.x + (area.width - total) / 2;
        let height = board.area.height.max(area.height.min(MAX_HEIGHT));
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
