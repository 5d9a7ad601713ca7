//! The times at which there was no server, by the clock that server and clients share on one machine.

use std::time::{SystemTime, UNIX_EPOCH};

use tengen_shared::game::Millis;

/// From the end of one server to the start of the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// When the one was dead.
    pub down: Millis,
    /// When the other was started.
    pub up: Millis,
}

/// The time now.
pub(super) fn now() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}
