//! The end of a game and its reason.

use serde::{Deserialize, Serialize};

use super::seat::Seat;
use crate::rules::Point;

/// The reason why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// A side made a winning run.
    Line,
    /// The board is full, or every empty point is forbidden to Black, and nobody has a winning run.
    BoardFull,
    Resignation,
    /// A side's flag fell.
    Time,
    /// Both sides agreed on a draw.
    Agreement,
    /// A side was away too long, and the other claimed the end.
    Abandonment,
    /// A player ended the game before both sides had moved, or nobody touched it for too long. It does not count.
    Aborted,
    /// The game was begun again. It does not count.
    Restarted,
    /// Black made a forbidden move, in a room where this loses.
    Foul,
}

impl EndReason {
    /// Whether the game counts for the score, for the first move of the next game, and for the history.
    #[must_use]
    pub const fn counts(self) -> bool {
        match self {
            Self::Line
            | Self::BoardFull
            | Self::Resignation
            | Self::Time
            | Self::Agreement
            | Self::Abandonment
            | Self::Foul => true,
            Self::Aborted | Self::Restarted => false,
        }
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnd {
    /// The seat that won; `None` is a draw, or a game that does not count.
    pub winner: Option<Seat>,
    /// The reason of the end.
    pub reason: EndReason,
    /// The points of the winning run or runs; empty for every other end.
    pub line: Vec<Point>,
}
