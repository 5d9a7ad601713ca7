//! Applies events about access and chat to a room.

use crate::game::{
    access::{AccessCheck, AccessGrant, WatchRequest},
    chat::{MAX_CHAT_LINES, Said},
    id::PlayerId,
    name::Name,
    room::Room,
    seat::Seat,
};

/// The maximum number of access grants that a room remembers. It forgets the oldest; that person must pass the
/// check again.
const MAX_ADMITTED: usize = 64;

impl Room {
    /// Keeps a chat line. Each channel keeps the same number of lines, so spectators cannot push out the players'
    /// chat.
    pub(super) fn hear(&mut self, said: Said) {
        let channel = said.line.channel;
        self.chat.push(said);
        let of_channel = |kept: &&Said| kept.line.channel == channel;
        if self.chat.iter().filter(of_channel).count() > MAX_CHAT_LINES / 2 {
            let oldest = self.chat.iter().position(|kept| kept.line.channel == channel);
            oldest.map(|index| self.chat.remove(index));
        }
    }

    pub(super) fn note_asker(&mut self, player: PlayerId, name: &Name) {
        self.asking.retain(|asker| asker.player != player);
        self.asking.push(WatchRequest { player, name: name.clone(), agreed: None });
    }

    pub(super) fn agree(&mut self, seat: Seat, player: PlayerId) {
        if let Some(asker) = self.asking.iter_mut().find(|asker| asker.player == player) {
            asker.agreed = Some(seat);
        }
    }

    /// Forgets permissions given so far, because other people may sit here now. Each player must agree again.
    pub(super) fn forget_agreements(&mut self) {
        for asker in &mut self.asking {
            asker.agreed = None;
        }
    }

    pub(super) fn admit(&mut self, admission: AccessGrant) {
        if admission.door == AccessCheck::Consent {
            self.asking.retain(|asker| asker.player != admission.player);
        }
        self.admitted.retain(|known| *known != admission);
        self.admitted.push(admission);
        if self.admitted.len() > MAX_ADMITTED {
            self.admitted.remove(0);
        }
    }
}
