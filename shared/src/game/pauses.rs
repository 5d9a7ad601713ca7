//! The pauses of a game between two people: how many they have made, and how long.

use serde::{Deserialize, Serialize};

use super::{clock::ClockState, id::Millis};

/// The maximum number of pauses in a game between two people.
pub const MAX_PAUSES: u8 = 3;
/// The maximum length of all pauses in a game between two people: ten minutes, in milliseconds.
pub const MAX_PAUSE_MS: u64 = 10 * 60 * 1_000;
/// The time from the end of a pause between two people until the clock runs, in milliseconds.
pub const COUNTDOWN_MS: u64 = 5_000;

/// The pauses that two people have made in a game so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pauses {
    count: u8,
    /// The length of the pauses that are over, in milliseconds.
    spent_ms: u64,
    /// When the present pause began.
    since: Option<Millis>,
}

impl Pauses {
    /// Returns the number of pauses, with the present one.
    #[must_use]
    pub const fn count(&self) -> u8 {
        self.count
    }

    /// Whether two people may pause once more in this game.
    #[must_use]
    pub const fn may_pause(&self) -> bool {
        self.count < MAX_PAUSES && self.spent_ms < MAX_PAUSE_MS
    }

    /// Returns when the time for pauses is used up by the present one; `None` if it has no limit.
    #[must_use]
    pub fn ends_at(&self) -> Option<Millis> {
        Some(self.since?.saturating_add(MAX_PAUSE_MS.saturating_sub(self.spent_ms)))
    }

    /// Notes that the clocks are in this state from `now` on. A new pause counts if it is `limited`.
    pub(super) fn note(&mut self, state: ClockState, now: Millis, limited: bool) {
        match (self.since, state) {
            (None, ClockState::Paused {}) if limited => {
                self.count = self.count.saturating_add(1);
                self.since = Some(now);
            }
            (Some(_), ClockState::Paused {}) => {}
            (Some(since), _) => {
                self.spent_ms = self.spent_ms.saturating_add(now.saturating_sub(since));
                self.since = None;
            }
            (None, _) => {}
        }
    }
}
