//! The limits of a match.

use std::time::Duration;

/// The limits of both players for a move; `None` is the player's own limit.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct MoveLimits {
    pub(super) nodes: Option<u64>,
    pub(super) time: Option<Duration>,
}
