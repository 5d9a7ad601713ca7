//! When a room must attend to the clocks of its game.

use std::time::Duration;

use tengen_shared::game::{ClockState, Room};
use tokio::time::Instant;

/// Delay before an action that could not be written to the journal is tried again.
const STORAGE_RETRY: Duration = Duration::from_secs(1);

/// The timers for the clocks of a room's game.
pub(super) struct Clocks {
    /// Whether the clocks must still be held, since the room came from the journal.
    to_hold: bool,
    /// When the clocks next need attention.
    due: Option<Instant>,
    /// The earliest time to try again after a failed write.
    not_before: Option<Instant>,
    /// When the grace time after the last player's departure ends; `None` while a player is here.
    deserted: Option<Instant>,
}

impl Clocks {
    /// Creates the timers. `to_hold`: the room came from the journal, so its clocks are held before anything else
    /// happens.
    pub(super) const fn new(to_hold: bool) -> Self {
        Self { to_hold, due: None, not_before: None, deserted: None }
    }

    pub(super) const fn due(&self) -> Option<Instant> {
        self.due
    }

    /// Returns whether the clocks must be held before anything else happens.
    pub(super) const fn must_be_held(&self) -> bool {
        self.to_hold
    }

    pub(super) const fn held(&mut self) {
        self.to_hold = false;
    }

    /// Delays the next attempt, after a failed write.
    pub(super) fn retry_later(&mut self) {
        self.not_before = Some(Instant::now() + STORAGE_RETRY);
    }

    /// Notes that a player is here again.
    pub(super) const fn entered(&mut self) {
        self.deserted = None;
    }

    /// Starts the grace time after the last player has gone.
    pub(super) fn deserted(&mut self, grace: Duration) {
        self.deserted = Some(Instant::now() + grace);
    }

    /// Returns whether the clocks need attention now. This runs after every message, and most rooms have no clocks.
    pub(super) fn are_due(&mut self, room: &Room, now: Instant) -> bool {
        if !self.matter(room) || self.not_before.is_some_and(|not_before| not_before > now) {
            return false;
        }
        self.not_before = None;
        true
    }

    fn matter(&self, room: &Room) -> bool {
        self.to_hold || room.clock().is_some()
    }

    /// Returns whether time runs for nobody: in a game of two AIs as soon as nobody watches, otherwise once no player has
    /// returned within the grace time. `deserted`: no player is here. Such a room may leave memory, however long its
    /// clocks are.
    pub(super) fn run_for_nobody(&self, room: &Room, deserted: bool, now: Instant) -> bool {
        let gone = self.deserted.is_some_and(|deserted| deserted <= now);
        deserted && (gone || room.seats().all_ai())
    }

    /// Computes when the clocks next need attention. `deserted`: no player is here. The room itself is due `after` some time.
    pub(super) fn plan(&mut self, room: &Room, deserted: bool, after: Option<Duration>) {
        if !self.matter(room) {
            self.due = None;
            return;
        }
        let due = after.map(|after| Instant::now() + after);
        let grace_over = self.deserted.filter(|_| deserted && is_running(room));
        let due = [due, grace_over].into_iter().flatten().min();
        let waits = self.not_before;
        self.due = if self.to_hold { waits } else { due.map(|due| waits.map_or(due, |w| w.max(due))) };
    }
}

/// Returns whether a clock runs, so that the room must stay in memory until its flag falls.
pub(super) fn is_running(room: &Room) -> bool {
    room.clock().is_some_and(|clock| matches!(clock.state, ClockState::Runs { .. }))
}
