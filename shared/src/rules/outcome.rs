//! How a game ends on the board.

use serde::{Deserialize, Serialize};

use super::stone::Stone;

/// The end of a game as the board decides it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The stone that made a winning run.
    Win(Stone),
    /// The board is full and nobody has a winning run.
    Draw,
}
