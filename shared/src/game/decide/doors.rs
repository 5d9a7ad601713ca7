//! Decisions about access and chat.

use super::Decision;
use crate::game::{
    AccessCheck, AccessGrant, ChatLine, ChatText, Event, Name, PlayerId, Reject, Reply, Room, Seat,
    WatchRequest,
};

/// The maximum number of people who may ask to watch at the same time.
const MAX_ASKING: usize = 8;

impl Room {
    /// Whether the number of requests to watch has reached its maximum.
    #[must_use]
    pub fn asking_is_full(&self) -> bool {
        self.asking.len() >= MAX_ASKING
    }

    pub(super) fn let_in(&self, player: PlayerId, door: AccessCheck) -> Vec<Event> {
        let admission = AccessGrant { player, door };
        let new = !self.admitted.contains(&admission);
        new.then_some(Event::Admitted { admission }).into_iter().collect()
    }

    pub(super) fn ask_to_watch(&self, player: PlayerId, name: &Name) -> Decision {
        match self.check_watch(player) {
            Ok(()) => Err(Reject::NoNeedToAsk),
            // A room without a person has nobody who could answer.
            Err(Reject::NeedsConsent) if !self.seats.any_person() => {
                Ok(self.let_in(player, AccessCheck::Consent))
            }
            Err(Reject::NeedsConsent) if self.asking.iter().any(|asker| asker.player == player) => {
                Ok(Vec::new())
            }
            Err(Reject::NeedsConsent) if self.asking_is_full() => Err(Reject::TooManyAsk),
            Err(Reject::NeedsConsent) => {
                Ok(vec![Event::WatchAsked { player, name: self.shown_name(player, name) }])
            }
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
        let known: &WatchRequest =
            self.asking.iter().find(|known| known.player == asker).ok_or(Reject::NobodyAsks)?;
        Ok(match (reply, known.agreed) {
            (Reply::Decline, _) => vec![Event::WatchRefused { player: asker }],
            (Reply::Accept, Some(first)) if first == seat => Vec::new(),
            (Reply::Accept, None) if self.seats.two_people() => {
                vec![Event::WatchAgreed { seat, player: asker }]
            }
            (Reply::Accept, _) => self.let_in(asker, AccessCheck::Consent),
        })
    }

    pub(super) fn asker_gone(&self, player: PlayerId) -> Vec<Event> {
        let asks = self.asking.iter().any(|asker| asker.player == player);
        asks.then_some(Event::WatchRefused { player }).into_iter().collect()
    }

    pub(super) fn say(&self, player: PlayerId, name: &Name, text: &ChatText) -> Decision {
        let channel = self.channel_of(player);
        let line = ChatLine { channel, player, name: self.shown_name(player, name), text: text.clone() };
        Ok(vec![Event::Said { line }])
    }
}
