//! The named strengths of an AI seat.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A named strength, weakest first. `engine/src/bots.rs` says what each level is on a board, and which a board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// Looks a little ahead and often overlooks something.
    Easy,
    /// Looks further ahead, and overlooks something less often.
    Medium,
    /// Overlooks nothing that it can see with a small budget.
    Hard,
    /// The engine proper with a small budget.
    Expert,
    /// The engine proper with all it has.
    Master,
}

/// A level name that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no level {0:?}: choose easy, medium, hard, expert or master")]
pub struct UnknownLevel(pub String);

impl Level {
    /// Every level, weakest first.
    pub const ALL: [Self; 5] = [Self::Easy, Self::Medium, Self::Hard, Self::Expert, Self::Master];

    /// The level's name as people type it.
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
