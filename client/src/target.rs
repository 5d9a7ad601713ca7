//! What the mouse points at.

use tengen_shared::rules::Point;

/// What the mouse points at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A row of the screen or of the popup over it.
    Row(usize),
    /// A point of the board.
    Point(Point),
    /// The board, but none of its points.
    Board,
    /// Nothing.
    Nothing,
}
