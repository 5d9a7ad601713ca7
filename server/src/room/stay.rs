//! How long a room stays in memory, and whether it is deleted when it leaves.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use tengen_shared::game::Room;
use tokio::time::Instant;

use crate::{app::App, limits::Limits};

/// How long a room stays in memory.
pub(super) struct Stay {
    /// Whether the journal knows that somebody other than the host has been here, so that the room is kept longer.
    shared: Arc<AtomicBool>,
    /// Whether another room needed the space. Then this room is not deleted: its maker may be on the way back.
    evicted: bool,
    /// When the empty room leaves memory.
    idle_due: Option<Instant>,
}

impl Stay {
    /// Creates the stay of a room that nobody follows yet.
    pub(super) fn new(limits: &Limits, room: &Room) -> Self {
        Self {
            shared: Arc::default(),
            evicted: false,
            idle_due: Some(Instant::now() + idle_time(limits, room)),
        }
    }

    pub(super) const fn due(&self) -> Option<Instant> {
        self.idle_due
    }

    /// Notes that somebody follows the room. `is_host`: it is the host. Returns whether the room was empty.
    pub(super) fn entered(&mut self, app: &App, room: &Room, is_host: bool) -> bool {
        if !is_host && !self.shared.load(Ordering::Relaxed) {
            let noting = app.journal.note_shared(room.code());
            let shared = self.shared.clone();
            // If the write fails, the next visitor causes another one.
            app.tasks.spawn(async move { shared.store(noting.await.is_ok(), Ordering::Relaxed) });
        }
        self.idle_due.take().is_some()
    }

    /// Starts the time after which the empty room leaves memory.
    pub(super) fn start_idle_time(&mut self, limits: &Limits, room: &Room) {
        self.idle_due = Some(Instant::now() + idle_time(limits, room));
    }

    pub(super) const fn evict(&mut self) {
        self.evicted = true;
    }

    /// Returns whether the room is deleted when it leaves memory: nobody has played in it, and nobody is here. The
    /// server's own rooms stay.
    pub(super) fn ends_for_good(&self, room: &Room, empty: bool) -> bool {
        room.game().is_none() && !self.evicted && empty && !room.is_reserved()
    }
}

fn idle_time(limits: &Limits, room: &Room) -> Duration {
    let unplayed = limits.unplayed_idle_ms.min(limits.room_idle_ms);
    Duration::from_millis(if room.game().is_none() { unplayed } else { limits.room_idle_ms })
}
