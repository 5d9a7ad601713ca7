//! What a room has to do about the clocks of its game, and when.

use tokio::time::Instant;

/// What a room has to do about its clocks.
pub(super) struct Clocks {
    /// The room has come from the journal, and its clocks are not held yet.
    pub(super) to_hold: bool,
    /// When something is to be done.
    pub(super) due: Option<Instant>,
    /// Not before this, since it could not be written down.
    pub(super) not_before: Option<Instant>,
    /// When nobody has followed the room for the grace time; none while somebody does.
    pub(super) deserted: Option<Instant>,
}

impl Clocks {
    pub(super) const fn new(to_hold: bool) -> Self {
        Self { to_hold, due: None, not_before: None, deserted: None }
    }
}
