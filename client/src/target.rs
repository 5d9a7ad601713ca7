//! What the mouse pointer is over.

use tengen_shared::rules::Point;

/// The part of the screen under the mouse pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A row of the screen, or of the popup over it.
    Row(usize),
    /// A point of the board.
    Point(Point),
    /// The board, but none of its points.
    Board,
    /// A place that does nothing when it is clicked.
    Nothing,
}
