//! Threats, in the words of the game.

use serde::{Deserialize, Serialize};

/// A threat that a stone at a point would make, weakest first. The names are those of five in a row: with another win length, the
/// counts move with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Threat {
    /// An open three: the next stone makes an open four.
    OpenThree,
    /// A four: the next stone wins, and one reply stops it.
    Four,
    /// An open four, or two fours: two points win, and one reply does not stop both.
    OpenFour,
    /// The game is won.
    Five,
}
