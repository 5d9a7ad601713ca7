//! What can be done while a game is on.

use std::time::Duration;

use tengen_shared::game::{Game, Offer, OfferKind, Seat};

use super::{Can, NO_GAME, WATCHING, now};
use crate::{action::Deed, model::Standing, terms};

impl Standing<'_> {
    pub(super) fn can_in_game(&self, deed: Deed) -> Can {
        match deed {
            Deed::TakeBack => self.can_take_back(),
            Deed::Draw => self.can_draw(),
            Deed::Pause => self.can_pause(),
            Deed::GiveTime => self.can_give_time(),
            Deed::Claim => self.can_claim(),
            Deed::Abort if self.room.game().map_or(0, Game::ply) < 2 => {
                now("abort the game: it counts for nobody")
            }
            Deed::Abort => Can::Never("both sides have moved: the game cannot be aborted any more"),
            Deed::Restart if self.room.seats().two_people() => {
                Can::Never("somebody else plays this game too: offer a draw, or resign")
            }
            Deed::Restart => now("begin anew"),
            Deed::Withdraw | Deed::Settings | Deed::Swap | Deed::Kick | Deed::Menu => Can::Never(NO_GAME),
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
            return Can::Not("take back: you have not moved yet".to_owned());
        };
        let what = terms::offer_in_short(&Offer::Takeback { to });
        match self.room.seats().two_people() {
            _ if self.was_asked(OfferKind::Takeback) => Can::Not("take back: you have asked once".to_owned()),
            true => now(format!("ask to go {what}")),
            false => now(format!("go {what}")),
        }
    }

    fn can_draw(&self) -> Can {
        let against_ai = self.seat().is_some_and(|seat| self.room.seats().bot(seat.other()).is_some());
        match self.room.seats().two_people() {
            _ if against_ai => Can::Not("draw: the computer agrees to none".to_owned()),
            _ if self.was_asked(OfferKind::Draw) => Can::Not("draw: you have offered it once".to_owned()),
            true => now("offer a draw"),
            false => now("call it a draw"),
        }
    }

    fn can_pause(&self) -> Can {
        let Some(_) = self.room.clock() else { return Can::Never("there is no clock in this game") };
        let two = self.room.seats().two_people();
        let mine = self.room.turn().is_some_and(|turn| self.mine().contains(&turn));
        let kind = if self.room.has_pause() { OfferKind::Resume } else { OfferKind::Pause };
        match (self.room.has_pause(), two) {
            (true, true) if !mine && self.was_asked(kind) => {
                Can::Not("clocks: you have asked once".to_owned())
            }
            (true, true) if !mine => now("ask to let the clocks go on"),
            (true, _) => now("let the clocks go on"),
            (false, true) if self.was_asked(kind) => Can::Not("pause: you have asked once".to_owned()),
            (false, true) => now("ask to pause the clocks"),
            (false, false) => now("pause the clocks"),
        }
    }

    fn can_give_time(&self) -> Can {
        let Some(_) = self.room.clock() else { return Can::Never("there is no clock in this game") };
        match self.seat() {
            Some(seat) if self.room.seats().bot(seat.other()).is_some() => {
                Can::Never("a computer needs no more time")
            }
            Some(seat) => now(format!("give {} 15 s", self.name(seat.other()))),
            None => Can::Never(WATCHING),
        }
    }

    fn can_claim(&self) -> Can {
        let Some(seat) = self.opponent() else { return Can::Never("there is nobody who could be gone") };
        let who = self.name(seat);
        match self.kept_for(seat) {
            None => Can::Never("the other player is here: play on"),
            Some(Duration::ZERO) => now(format!("{who} is gone: claim, or let an AI play on")),
            Some(left) => Can::Not(format!("claim: {who} has {} s to come back", left.as_secs_f64().ceil())),
        }
    }
}
