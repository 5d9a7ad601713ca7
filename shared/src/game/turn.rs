//! What is kept of a stone beside its point: who made it, and what time it took.

use serde::{Deserialize, Serialize};

use super::{clock::SideTime, seat::Seat};

/// One stone's turn; in every codec the list `[seat, used_ms, ms, periods]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "RawTurn", into = "RawTurn")]
pub struct Turn {
    /// Who moved.
    pub seat: Seat,
    /// How long it took, in milliseconds, by the server's clock.
    pub used_ms: u32,
    /// What the mover then had left on the clock; nothing where there is none.
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
