//! How a game ends on the board.

use serde::{Deserialize, Serialize};

use super::stone::Stone;

/// The result of a game that ended on the board, by a winning run or a full board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The stone of this colour made a winning run.
    Win(Stone),
    /// Nobody has a winning run, and the side to move may play nowhere: the board is full, or every empty point is
    /// forbidden to Black.
    Draw,
}
