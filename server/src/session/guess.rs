//! Unknown room codes: each counts against its sender's address, so that codes cannot be found by trying.

use tengen_shared::game::RoomCode;

use super::Session;
use crate::{metrics::Dropped, quota::Act};

/// The answer to a room code, as far as its sender may know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guess {
    /// There is such a room.
    Right,
    /// No room has this code.
    Wrong,
    /// The sender was wrong too often; this code may be either.
    Barred,
}

impl Session {
    /// Checks the code of a room that the peer does not follow. A code that exists costs nothing; an unknown one counts
    /// against the address. Once that budget is spent, a connection that has guessed wrong learns nothing more about
    /// rooms that are not on the list.
    pub(super) async fn check_code(&mut self, room: &RoomCode) -> Guess {
        if self.app.lobby.list.has(room) {
            return Guess::Right;
        }
        if self.has_missed && !self.source.quota.allows(Act::UnknownCode) {
            self.app.metrics.drop_one(Dropped::Code);
            return Guess::Barred;
        }
        if self.app.has_room(room).await {
            return Guess::Right;
        }
        self.has_missed = true;
        self.app.metrics.drop_one(Dropped::UnknownCode);
        // A spent budget stays spent.
        let _ = self.source.quota.take(Act::UnknownCode);
        Guess::Wrong
    }
}
