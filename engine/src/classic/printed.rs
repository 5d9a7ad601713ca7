//! The result of an article's program as printed.

use tengen_shared::rules::{Point, search::Verdict};

/// What the program of article 000, 001 or 004 does as printed, with its errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The point that the program plays. The program of article 000 may play on a stone.
    pub point: Point,
    /// The value of the root, as the article counts. Articles 000 and 001 count for the side to move, article 004
    /// for the other side.
    pub value: i64,
    /// The result that the program of article 001 announces before it ends the game. `None` if the game goes on, and
    /// for the other articles.
    pub announces: Option<Verdict>,
}
