//! How events change who is let in, and what was said.

use crate::game::{
    access::{Admission, Asker, Door},
    chat::{MAX_CHAT_LINES, Said},
    id::PlayerId,
    name::Name,
    room::Room,
    seat::Seat,
};

/// The most admissions that a room remembers; who was let in longest ago must ask again.
const MAX_ADMITTED: usize = 64;

impl Room {
    /// Keeps a line; each channel has the same share, so that spectators cannot push the players' talk out.
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
        self.asking.push(Asker { player, name: name.clone(), agreed: None });
    }

    pub(super) fn agree(&mut self, seat: Seat, player: PlayerId) {
        if let Some(asker) = self.asking.iter_mut().find(|asker| asker.player == player) {
            asker.agreed = Some(seat);
        }
    }

    /// Other people sit here now: who has agreed to let somebody watch must say so again.
    pub(super) fn forget_agreements(&mut self) {
        for asker in &mut self.asking {
            asker.agreed = None;
        }
    }

    pub(super) fn admit(&mut self, admission: Admission) {
        if admission.door == Door::Consent {
            self.asking.retain(|asker| asker.player != admission.player);
        }
        self.admitted.retain(|known| *known != admission);
        self.admitted.push(admission);
        if self.admitted.len() > MAX_ADMITTED {
            self.admitted.remove(0);
        }
    }
}
