//! Decisions about offers between players: takebacks, draws, pauses, and changes between games.

use super::{Context, Decision};
use crate::game::{
    Access, ClockState, EndReason, Event, MadeOffer, Offer, OfferEnd, OfferKind, PlayerId, Reject, Reply,
    Room, Seat, Seq,
};

/// The consent that an offer needs.
enum Consent {
    /// The other player must agree.
    Other,
    /// Nobody must agree: the offer takes effect at once.
    Nobody,
}

impl Room {
    pub(super) fn offer(
        &self,
        player: PlayerId,
        seat: Seat,
        offer: Offer,
        at: Seq,
        context: &Context,
    ) -> Decision {
        self.check_seat(player, seat)?;
        self.check_at(at)?;
        let consent = self.check_offer(seat, offer, context)?;
        let other = self.offers.of(seat.other()).filter(|made| made.offer == offer);
        match (consent, other) {
            (Consent::Nobody, None) => self.agreed(seat, offer, context),
            // Both make the same offer, so both agree.
            (_, Some(_)) => self.accepted(seat.other(), offer, context),
            (Consent::Other, None) if self.offers.of(seat).is_some_and(|made| made.offer == offer) => {
                Ok(Vec::new())
            }
            (Consent::Other, None) => {
                // Players may discuss the details of a change. They may make every other offer only once in a
                // position.
                if self.offers.is_spent(seat, offer.kind()) && offer.kind() != OfferKind::Change {
                    return Err(Reject::OfferedAlready);
                }
                Ok(vec![Event::OfferMade { seat, offer }])
            }
        }
    }

    /// Checks whether `seat` can make `offer` now, and returns the consent that it needs.
    fn check_offer(&self, seat: Seat, offer: Offer, context: &Context) -> Result<Consent, Reject> {
        let consent = if self.seats.two_people() { Consent::Other } else { Consent::Nobody };
        match offer {
            Offer::Takeback { to } => {
                self.check_takeback(seat, to)?;
                self.check_flag(context)?;
            }
            Offer::Draw {} => {
                self.current_game()?;
                if self.seats.bot(seat.other()).is_some() {
                    return Err(Reject::NoDrawWithAi);
                }
                self.check_flag(context)?;
            }
            Offer::Pause {} => {
                let game = self.current_game()?;
                let clock = self.clock().ok_or(Reject::NoClock)?;
                if clock.state == (ClockState::Paused {}) {
                    return Err(Reject::ClockState("are paused"));
                }
                if matches!(consent, Consent::Other) && !game.pauses().may_pause() {
                    return Err(Reject::NoPauseLeft);
                }
                self.check_flag(context)?;
            }
            Offer::Resume {} => {
                self.current_game()?;
                if !self.clocks_paused() {
                    return Err(self.clock().map_or(Reject::NoClock, |_| Reject::ClockState("are running")));
                }
                // The side to move gives away only its own time.
                if self.turn() == Some(seat) {
                    return Ok(Consent::Nobody);
                }
            }
            Offer::Change { settings } => {
                self.check_consent_between()?;
                // An offer carries no passphrase, and without one nobody could enter any more.
                if settings.access == Access::Passphrase && self.settings.access != Access::Passphrase {
                    return Err(Reject::NoConsent("only the host can set a passphrase"));
                }
                self.check_settings(&settings, context)?;
            }
            Offer::Swap {} => self.check_consent_between()?,
        }
        Ok(consent)
    }

    /// Checks that two people play. Without a second person, only the host changes the room between games.
    fn check_consent_between(&self) -> Result<(), Reject> {
        self.check_no_game()?;
        self.check_not_reserved()?;
        if self.seats.two_people() {
            Ok(())
        } else {
            Err(Reject::NoConsent("the host can change this room alone"))
        }
    }

    /// Checks whether `seat` can go back to `to` stones. Returns the number of choices in the opening that stay.
    fn check_takeback(&self, seat: Seat, to: u16) -> Result<u8, Reject> {
        let game = self.current_game()?;
        if game.last_act_of(seat).is_none() {
            return Err(Reject::NothingToTakeBack);
        }
        game.choices_before(seat, to).ok_or(Reject::NotYourPosition { to })
    }

    /// Returns the open offer of `seat` with this number.
    fn open_offer(&self, seat: Seat, number: Seq) -> Result<MadeOffer, Reject> {
        self.offers.of(seat).filter(|made| made.seq == number).ok_or(Reject::NoSuchOffer)
    }

    pub(super) fn answer(
        &self,
        player: PlayerId,
        seat: Seat,
        offer: Seq,
        reply: Reply,
        context: &Context,
    ) -> Decision {
        self.check_seat(player, seat)?;
        let maker = seat.other();
        let made = self.open_offer(maker, offer)?;
        match reply {
            Reply::Decline => Ok(vec![Event::OfferClosed { seat: maker, how: OfferEnd::Declined }]),
            Reply::Accept => {
                // The offer may have become impossible since it was made.
                self.check_offer(maker, made.offer, context)?;
                self.accepted(maker, made.offer, context)
            }
        }
    }

    pub(super) fn withdraw(&self, player: PlayerId, seat: Seat, offer: Seq) -> Decision {
        self.check_seat(player, seat)?;
        self.open_offer(seat, offer)?;
        Ok(vec![Event::OfferClosed { seat, how: OfferEnd::Withdrawn }])
    }

    fn accepted(&self, maker: Seat, offer: Offer, context: &Context) -> Decision {
        let mut events = vec![Event::OfferClosed { seat: maker, how: OfferEnd::Accepted }];
        events.extend(self.agreed(maker, offer, context)?);
        Ok(events)
    }

    /// Returns the events that carry out an offer of `maker` once everybody agrees.
    fn agreed(&self, maker: Seat, offer: Offer, context: &Context) -> Decision {
        Ok(match offer {
            Offer::Takeback { to } => {
                let choices = self.check_takeback(maker, to)?;
                let clock = self.clock_restored(to, choices, maker, context);
                std::iter::once(Event::MovesTakenBack { to, choices }).chain(clock).collect()
            }
            Offer::Draw {} => self.end(None, EndReason::Agreement, context),
            Offer::Pause {} => self.clock_stopped(ClockState::Paused {}, context).into_iter().collect(),
            Offer::Resume {} => self.clock_resumed(context).into_iter().collect(),
            Offer::Change { settings } => self.changed(&settings),
            Offer::Swap {} => vec![Event::SeatsSwapped {}],
        })
    }
}
