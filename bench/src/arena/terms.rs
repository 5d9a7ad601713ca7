//! What the players of a match may spend.

use std::time::Duration;

/// What both players may spend on a move; what is none is left to the player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Terms {
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
}
