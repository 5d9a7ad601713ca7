//! Decisions about who is let in, and what may be said.

use super::{Context, Decision};
use crate::game::{
    Admission, Asker, CHAT_WINDOW_MS, ChatLine, ChatText, Door, Event, MAX_CHAT_BURST, Name, PlayerId,
    Reject, Reply, Room, Seat,
};

/// The most people who may be asking to watch at a time.
const MAX_ASKING: usize = 8;

impl Room {
    pub(super) fn let_in(&self, player: PlayerId, door: Door) -> Vec<Event> {
        let admission = Admission { player, door };
        let new = !self.admitted.contains(&admission);
        new.then_some(Event::Admitted { admission }).into_iter().collect()
    }

    pub(super) fn ask_to_watch(&self, player: PlayerId, name: &Name) -> Decision {
        match self.check_watch(player) {
            Ok(()) => Err(Reject::NoNeedToAsk),
            // A room without a person has nobody who could refuse.
            Err(Reject::NeedsConsent) if !self.seats.any_person() => Ok(self.let_in(player, Door::Consent)),
            Err(Reject::NeedsConsent) if self.asking.iter().any(|asker| asker.player == player) => {
                Ok(Vec::new())
            }
            Err(Reject::NeedsConsent) if self.asking.len() >= MAX_ASKING => Err(Reject::TooManyAsk),
            Err(Reject::NeedsConsent) => Ok(vec![Event::WatchAsked { player, name: name.clone() }]),
            Err(refusal) => Err(refusal),
        }
    }

    pub(super) fn admit_asker(
        &self,
        player: PlayerId,
        seat: Seat,
        asker: PlayerId,
        reply: Reply,
    ) -> Decision {
        self.check_seat(player, seat)?;
        let known: &Asker =
            self.asking.iter().find(|known| known.player == asker).ok_or(Reject::NobodyAsks)?;
        Ok(match (reply, known.agreed) {
            (Reply::Decline, _) => vec![Event::WatchRefused { player: asker }],
            (Reply::Accept, Some(first)) if first == seat => Vec::new(),
            (Reply::Accept, None) if self.seats.two_people() => {
                vec![Event::WatchAgreed { seat, player: asker }]
            }
            (Reply::Accept, _) => self.let_in(asker, Door::Consent),
        })
    }

    pub(super) fn say(&self, player: PlayerId, name: &Name, text: &ChatText, context: &Context) -> Decision {
        let since = self.now(context).saturating_sub(CHAT_WINDOW_MS);
        let recent = self.chat.iter().rev().take_while(|said| said.time > since);
        if recent.filter(|said| said.line.player == player).count() >= MAX_CHAT_BURST {
            return Err(Reject::TooChatty);
        }
        let channel = self.channel_of(player);
        let line = ChatLine { channel, player, name: name.clone(), text: text.clone() };
        Ok(vec![Event::Said { line }])
    }
}
