//! Since when those who matter to a room are away.

use std::collections::BTreeMap;

use tengen_shared::game::{Millis, PlayerId, Room, Seat};

/// Since when players are away who sit in the room or are its host.
pub(super) struct Absences {
    since: BTreeMap<PlayerId, Millis>,
    /// Whoever has not been seen since the room came into memory counts from then.
    loaded: Millis,
}

impl Absences {
    pub(super) const fn new(loaded: Millis) -> Self {
        Self { since: BTreeMap::new(), loaded }
    }

    pub(super) fn since(&self, player: PlayerId) -> Millis {
        self.since.get(&player).copied().unwrap_or(self.loaded)
    }

    /// Notes that `player` is away from `now` on, and forgets who does not matter any more.
    pub(super) fn note(&mut self, player: PlayerId, room: &Room, now: Millis) {
        self.since.insert(player, now);
        let matters = |who: PlayerId| {
            who == room.host() || Seat::BOTH.iter().any(|s| room.seats().owner(*s) == Some(who))
        };
        self.since.retain(|who, _| matters(*who));
    }
}
