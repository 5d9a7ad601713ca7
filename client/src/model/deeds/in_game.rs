//! What can be done while a game is on.

use std::time::Duration;

use tengen_shared::game::{Game, Offer, OfferKind, Seat};

use super::{Can, never, now};
use crate::{
    action::{Action, Deed},
    model::Standing,
};
use tengen_session::terms;

impl Standing<'_> {
    pub(super) fn can_in_game(&self, deed: Deed) -> Can {
        match deed {
            Deed::TakeBack => self.can_take_back(),
            Deed::Draw => self.can_draw(),
            Deed::Pause => self.can_pause(),
            Deed::GiveTime => self.can_give_time(),
            Deed::Claim => self.can_claim(),
            Deed::Abort if self.room.game().map_or(0, Game::ply) < 2 => now(self.lang.abort_game()),
            Deed::Abort => never(self.lang.no_abort()),
            Deed::Restart if self.room.seats().two_people() => never(self.lang.no_restart()),
            Deed::Restart => now(self.lang.begin_anew()),
            Deed::Withdraw | Deed::Settings | Deed::Swap | Deed::Kick | Deed::Menu => {
                never(self.lang.no_game())
            }
        }
    }

    /// The user's seat that moved last, and the number of stones before that move.
    #[must_use]
    pub fn last_move(&self) -> Option<(Seat, u16)> {
        let game = self.room.game()?;
        let moves = self.mine().into_iter().filter_map(|seat| Some((seat, game.last_move_of(seat)?)));
        moves.max_by_key(|(_, to)| *to)
    }

    fn was_asked(&self, kind: OfferKind) -> bool {
        let asked = |seat| self.room.offers().is_spent(seat, kind);
        self.room.seats().two_people() && self.seat().is_some_and(asked)
    }

    fn can_take_back(&self) -> Can {
        let Some((_, to)) = self.last_move() else {
            return Can::Not(self.lang.no_takeback().to_owned());
        };
        let what = terms::offer_in_short(&Offer::Takeback { to }, self.lang);
        match self.room.seats().two_people() {
            _ if self.was_asked(OfferKind::Takeback) => Can::Not(self.lang.asked_takeback().to_owned()),
            true => now(self.lang.ask_go(&what)),
            false => now(self.lang.go(&what)),
        }
    }

    fn can_draw(&self) -> Can {
        let against_ai = self.seat().is_some_and(|seat| self.room.seats().bot(seat.other()).is_some());
        match self.room.seats().two_people() {
            _ if against_ai => Can::Not(self.lang.no_draw_ai().to_owned()),
            _ if self.was_asked(OfferKind::Draw) => Can::Not(self.lang.asked_draw().to_owned()),
            true => now(self.lang.offer_draw()),
            false => now(self.lang.call_draw()),
        }
    }

    fn can_pause(&self) -> Can {
        let Some(_) = self.room.clock() else { return never(self.lang.no_clock()) };
        let two = self.room.seats().two_people();
        let mine = self.room.turn().is_some_and(|turn| self.mine().contains(&turn));
        let kind = if self.room.has_pause() { OfferKind::Resume } else { OfferKind::Pause };
        match (self.room.has_pause(), two) {
            (true, true) if !mine && self.was_asked(kind) => Can::Not(self.lang.asked_clocks().to_owned()),
            (true, true) if !mine => now(self.lang.ask_clocks_on()),
            (true, _) => now(self.lang.clocks_on()),
            (false, true) if self.was_asked(kind) => Can::Not(self.lang.asked_pause().to_owned()),
            (false, true) => now(self.lang.ask_pause()),
            (false, false) => now(self.lang.pause()),
        }
    }

    fn can_give_time(&self) -> Can {
        let Some(_) = self.room.clock() else { return never(self.lang.no_clock()) };
        match self.seat() {
            Some(seat) if self.room.seats().bot(seat.other()).is_some() => {
                never(self.lang.computer_needs_none())
            }
            Some(seat) => now(self.lang.give_time(&self.name(seat.other()))),
            None => never(self.lang.watching_sit(&self.key(Action::Sit))),
        }
    }

    fn can_claim(&self) -> Can {
        let Some(seat) = self.opponent() else { return never(self.lang.nobody_gone()) };
        let who = self.name(seat);
        match self.kept_for(seat) {
            None => never(self.lang.other_is_here()),
            Some(Duration::ZERO) => now(self.lang.claim(&who)),
            Some(left) => Can::Not(self.lang.claim_later(&who, left.as_secs_f64().ceil())),
        }
    }
}
