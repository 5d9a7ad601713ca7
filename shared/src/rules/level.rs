//! The named strengths of an AI seat.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A named strength, weakest first. `engine/src/bots.rs` defines which engine plays each level on each board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Searches few nodes and often makes a careless move; in tic-tac-toe, depth 1 of article 001.
    Easy,
    /// Searches more nodes and makes fewer careless moves; in tic-tac-toe, depth 2 of article 001.
    Medium,
    /// Searches with a small budget and makes no careless moves; in tic-tac-toe, depth 3 of article 001.
    Hard,
    /// The main engine with a larger budget, about a fifth of a second for a move.
    Expert,
    /// The strongest level: perfect play on boards small enough to solve, else the main engine with its full
    /// budget.
    Master,
}

/// The error for a level name that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no level {0:?}: choose easy, medium, hard, expert or master")]
pub struct UnknownLevel(pub String);

impl Level {
    /// Every level, weakest first.
    pub const ALL: [Self; 5] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert, Self::Master];

    /// Whether the level thinks for as long as it may. The others search a number of nodes, so they play alike everywhere.
    #[must_use]
    pub const fn is_by_time(self) -> bool {
        matches!(self, Self::Master)
    }

    /// Returns the name as users type it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
            Self::Master => "master",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|level| level.name().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| UnknownLevel(text.chars().take(24).collect()))
    }
}
