//! Room codes that do not exist: each counts for its sender's address, so that codes cannot be found by trying.

use tengen_shared::game::RoomCode;

use super::Session;
use crate::{metrics::Dropped, quota::Act};

/// What a room code is, as far as the one who sent it may be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guess {
    /// There is such a room.
    Right,
    /// No room has this code.
    Wrong,
    /// Too many were wrong before; this one may be either.
    Barred,
}

impl Session {
    /// Checks the code of a room that the peer does not follow. A code that exists costs nothing. One that does not is
    /// charged to the address; once that budget is spent, a connection that has missed before is told nothing more about
    /// rooms that are on no list.
    pub(super) fn check_code(&mut self, room: &RoomCode) -> Guess {
        if self.app.lobby.list.has(room) {
            return Guess::Right;
        }
        if self.has_missed && !self.source.quota.allows(Act::UnknownCode) {
            self.app.metrics.drop_one(Dropped::Code);
            return Guess::Barred;
        }
        if self.app.lobby.exists(&self.app, room) {
            return Guess::Right;
        }
        self.has_missed = true;
        self.app.metrics.drop_one(Dropped::UnknownCode);
        // An empty budget stays empty.
        let _ = self.source.quota.take(Act::UnknownCode);
        Guess::Wrong
    }
}
