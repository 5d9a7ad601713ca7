//! The times since which players of a room are absent.

use std::collections::BTreeMap;

use tengen_shared::game::{Millis, PlayerId, Room, Seat};

/// The times since which owners of seats and the host are absent.
pub(super) struct Absences {
    since: BTreeMap<PlayerId, Millis>,
    /// The time for players who have not been seen since the room entered memory.
    loaded: Millis,
}

impl Absences {
    pub(super) const fn new(loaded: Millis) -> Self {
        Self { since: BTreeMap::new(), loaded }
    }

    pub(super) fn since(&self, player: PlayerId) -> Millis {
        self.since.get(&player).copied().unwrap_or(self.loaded)
    }

    /// Notes that `player` is absent from `now` on, and forgets players who are neither host nor owner of a seat.
    pub(super) fn note(&mut self, player: PlayerId, room: &Room, now: Millis) {
        self.since.insert(player, now);
        let matters = |who: PlayerId| {
            who == room.host() || Seat::BOTH.iter().any(|s| room.seats().owner(*s) == Some(who))
        };
        self.since.retain(|who, _| matters(*who));
    }
}
