//! The seat and the times of one move, kept beside its point.

use serde::{Deserialize, Serialize};

use super::{clock::SideTime, seat::Seat};

/// One move's seat and times. Every codec writes the list `[seat, used_ms, ms, periods]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "RawTurn", into = "RawTurn")]
pub struct Turn {
    /// The seat that moved.
    pub seat: Seat,
    /// The time that the move took, in milliseconds by the server's clock.
    pub used_ms: u32,
    /// The time left on the mover's clock after the move; [`SideTime::NOTHING`] in a game without clocks.
    pub left: SideTime,
}

type RawTurn = (Seat, u32, u32, u8);

impl From<RawTurn> for Turn {
    fn from((seat, used_ms, ms, periods): RawTurn) -> Self {
        Self { seat, used_ms, left: SideTime { ms, periods } }
    }
}

impl From<Turn> for RawTurn {
    fn from(Turn { seat, used_ms, left }: Turn) -> Self {
        (seat, used_ms, left.ms, left.periods)
    }
}
