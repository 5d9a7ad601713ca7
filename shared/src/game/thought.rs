//! What brains have thought in a game: an AI's thoughts about its moves, and hints to people.

use serde::{Deserialize, Serialize};

use super::seat::Seat;
use crate::rules::{Outlook, Pace, Point, Value};

/// The largest integer that every JSON reader keeps exactly.
const MAX_JSON_INTEGER: u64 = 1 << 53;

/// What a brain says of the move that it has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// What the position is worth to it with this move.
    pub value: Value,
    /// The last depth searched to its end, in plies.
    pub depth: u8,
    /// The nodes looked at.
    pub nodes: u64,
    /// Whether it had the time that it wanted.
    pub pace: Pace,
}

/// An AI's thought about one of its moves; in every codec the list `[ply, value, depth, nodes, pace]`, since a
/// game may have hundreds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "RawThought", into = "RawThought")]
pub struct Thought {
    /// Which move of the game it was, from 1.
    pub ply: u16,
    /// What the brain says.
    pub thinking: Thinking,
}

type RawThought = (u16, Value, u8, u64, Pace);

impl From<RawThought> for Thought {
    fn from((ply, value, depth, nodes, pace): RawThought) -> Self {
        Self { ply, thinking: Thinking { value, depth, nodes, pace } }
    }
}

impl From<Thought> for RawThought {
    fn from(Thought { ply, thinking: Thinking { value, depth, nodes, pace } }: Thought) -> Self {
        (ply, value, depth, nodes.min(MAX_JSON_INTEGER), pace)
    }
}

/// That a hint was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HintMark {
    /// By whom.
    pub seat: Seat,
    /// The number of stones on the board.
    pub ply: u16,
}

/// A suggested move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    /// The number of stones on the board for which it was asked.
    pub ply: u16,
    /// Where to.
    pub point: Point,
    /// What the position is then worth to the asker.
    pub outlook: Outlook,
}
