//! The two colours of stone.

use serde::{Deserialize, Serialize};

/// A stone's colour. `Black` moves first in a game, `White` second.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stone {
    /// The colour of the side that moves first.
    Black,
    /// The colour of the side that moves second.
    White,
}

impl Stone {
    /// Returns the colour of move number `ply`, counted from 1.
    #[must_use]
    pub const fn of_ply(ply: usize) -> Self {
        if ply % 2 == 1 { Self::Black } else { Self::White }
    }

    /// Returns the other colour.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}
