//! What two players offer each other, and what they answer.

use rand::{RngExt, rngs::SmallRng};
use tengen_shared::{
    game::{Command, Offer, Reply, Room},
    protocol::Cmd,
};

use super::{super::opening::other_settings, Action, View, view::pick};

impl Action {
    pub(super) fn offer(self, view: &View<'_>, room: &Room, rng: &mut SmallRng) -> Option<Cmd> {
        let seat = pick(rng, &view.own())?;
        let at = room.at();
        let clock = room.clock().is_some();
        let between = !room.is_playing() && room.seats().two_people();
        let offer = match self {
            Self::OfferTakeback => Offer::Takeback { to: room.game()?.last_move_of(seat)? },
            Self::OfferDraw if room.is_playing() => Offer::Draw {},
            Self::OfferPause if clock && !room.has_pause() => Offer::Pause {},
            Self::OfferResume if room.has_pause() && room.offers().of(seat).is_none() => Offer::Resume {},
            Self::OfferChange if between => Offer::Change { settings: other_settings(room.settings(), rng) },
            Self::OfferSwap if between => Offer::Swap {},
            Self::Answer => {
                let (seat, made) = view.offered()?;
                let reply = if rng.random_ratio(1, 2) { Reply::Accept } else { Reply::Decline };
                return Some(Cmd::Room(Command::Answer { seat, offer: made.seq, reply }));
            }
            Self::Withdraw => {
                return Some(Cmd::Room(Command::Withdraw { seat, offer: room.offers().of(seat)?.seq }));
            }
            _ => return None,
        };
        Some(Cmd::Room(Command::Offer { seat, offer, at }))
    }
}
