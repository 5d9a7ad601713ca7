//! The timers for the clocks of a room's game.

use tokio::time::Instant;

/// When a room must attend to its clocks.
pub(super) struct Clocks {
    /// Whether the clocks must still be held, since the room came from the journal.
    pub(super) to_hold: bool,
    /// When the clocks next need attention.
    pub(super) due: Option<Instant>,
    /// The earliest time to try again after a failed write.
    pub(super) not_before: Option<Instant>,
    /// When the grace time after the last member's departure ends; `None` while anybody follows the room.
    pub(super) deserted: Option<Instant>,
}

impl Clocks {
    pub(super) const fn new(to_hold: bool) -> Self {
        Self { to_hold, due: None, not_before: None, deserted: None }
    }
}
