//! Results of an engine's search in a game: the AI's evaluations of its moves, and hints for people.

use serde::{Deserialize, Serialize};

use super::seat::Seat;
use crate::rules::{Outlook, Pace, Point, Value};

/// The largest integer that every JSON reader keeps exactly.
const MAX_JSON_INTEGER: u64 = 1 << 53;

/// An engine's evaluation of the move that it has chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thinking {
    /// The evaluation of the position with this move, for the side that moves.
    pub value: Value,
    /// The last depth that was searched completely, in plies.
    pub depth: u8,
    /// The number of nodes searched.
    pub nodes: u64,
    /// Whether the engine had enough time.
    pub pace: Pace,
}

/// An AI's evaluation of one of its moves. Every codec writes the list `[ply, value, depth, nodes, pace]`, because
/// a game may have hundreds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "RawThought", into = "RawThought")]
pub struct Thought {
    /// The number of the move in the game, from 1.
    pub ply: u16,
    /// The evaluation of the move.
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

/// A request for a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HintMark {
    /// The seat that asked.
    pub seat: Seat,
    /// The number of stones on the board.
    pub ply: u16,
}

/// A suggested move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hint {
    /// The number of stones on the board when the seat asked.
    pub ply: u16,
    pub point: Point,
    /// The evaluation of the position with this move, for the seat that asked.
    pub outlook: Outlook,
}
