//! How a game ends, and why.

use serde::{Deserialize, Serialize};

use super::seat::Seat;
use crate::rules::Point;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// A winning run was made.
    Line,
    /// The board is full and nobody has a winning run.
    BoardFull,
    /// A side gave up.
    Resignation,
    /// A side's flag fell.
    Time,
    /// Both agreed on a draw.
    Agreement,
    /// A side was gone too long, and the other claimed the end.
    Abandonment,
    /// The game was ended before both had moved; it counts for nothing.
    Aborted,
    /// The game was begun anew; it counts for nothing.
    Restarted,
}

impl EndReason {
    /// Whether the game counts: for the score, for who begins the next one, and for the history.
    #[must_use]
    pub const fn counts(self) -> bool {
        match self {
            Self::Line
            | Self::BoardFull
            | Self::Resignation
            | Self::Time
            | Self::Agreement
            | Self::Abandonment => true,
            Self::Aborted | Self::Restarted => false,
        }
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnd {
    /// The seat that won; `None` is a draw.
    pub winner: Option<Seat>,
    /// Why it ended.
    pub reason: EndReason,
    /// The points of the winning run or runs; empty for other ends.
    pub line: Vec<Point>,
}
