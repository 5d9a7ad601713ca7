//! Decisions that end a game other than on the board, and decisions about a player who is gone.

use super::{Context, Decision, begin};
use crate::{
    game::{Claim, ClockState, EndReason, Event, Game, GameEnd, PlayerId, Reject, Room, Seat},
    rules::Bot,
};

impl Room {
    /// Returns the current game if its number is `number`.
    pub(super) fn check_game(&self, number: u32) -> Result<&Game, Reject> {
        let game = self.current_game()?;
        if game.number() == number { Ok(game) } else { Err(Reject::Stale(self.at())) }
    }

    /// Returns the events that end the current game without a move.
    pub(super) fn end(&self, winner: Option<Seat>, reason: EndReason, context: &Context) -> Vec<Event> {
        let Some(game) = &self.game else { return Vec::new() };
        let mut events: Vec<Event> =
            self.clock_stopped(ClockState::Stopped {}, context).into_iter().collect();
        events.extend(self.over(game, GameEnd { winner, reason, line: Vec::new() }, None));
        events
    }

    pub(super) fn resign(&self, player: PlayerId, seat: Seat, number: u32, context: &Context) -> Decision {
        self.check_seat(player, seat)?;
        self.check_game(number)?;
        Ok(self.end(Some(seat.other()), EndReason::Resignation, context))
    }

    pub(super) fn abort(&self, player: PlayerId, seat: Seat, number: u32, context: &Context) -> Decision {
        self.check_seat(player, seat)?;
        if self.check_game(number)?.both_have_acted() {
            return Err(Reject::TooLateToAbort);
        }
        self.check_flag(context)?;
        Ok(self.end(None, EndReason::Aborted, context))
    }

    pub(super) fn restart(&self, player: PlayerId, seat: Seat, number: u32, context: &Context) -> Decision {
        self.check_seat(player, seat)?;
        let game = self.check_game(number)?;
        if self.seats.two_people() {
            return Err(Reject::NotAlone);
        }
        let first = game.first().ok_or(Reject::NoGame)?;
        let mut events = self.end(None, EndReason::Restarted, context);
        let people = Seat::BOTH.into_iter().filter(|seat| self.seats.player(*seat).is_some());
        events.extend(people.map(|seat| Event::SeatReady { seat }));
        let now = self.now(context);
        events.extend(begin(number.saturating_add(1), first, &self.settings, now));
        Ok(events)
    }

    /// Checks whether the opponent of `seat` is another person who has been away for the whole grace period.
    fn check_gone(&self, seat: Seat, context: &Context) -> Result<(), Reject> {
        let other = seat.other();
        let person = self.seats.player(other).filter(|other| Some(*other) != self.seats.player(seat));
        let kept_for = context.attendance.kept_for(other, context.now);
        match kept_for.filter(|_| person.is_some()) {
            None => Err(Reject::OpponentHere),
            Some(0) => Ok(()),
            Some(wait_ms) => Err(Reject::TooEarly { wait_ms }),
        }
    }

    pub(super) fn claim(
        &self,
        player: PlayerId,
        seat: Seat,
        number: u32,
        claim: Claim,
        context: &Context,
    ) -> Decision {
        self.check_seat(player, seat)?;
        self.check_game(number)?;
        self.check_gone(seat, context)?;
        let winner = match claim {
            Claim::Win => Some(seat),
            Claim::Draw => None,
        };
        Ok(self.end(winner, EndReason::Abandonment, context))
    }

    pub(super) fn ask_stand_in(
        &self,
        player: PlayerId,
        seat: Seat,
        number: u32,
        bot: Bot,
        context: &Context,
    ) -> Decision {
        self.check_seat(player, seat)?;
        let game = self.check_game(number)?;
        self.check_gone(seat, context)?;
        context.check_bot(game.position().variant(), bot)?;
        Ok(vec![Event::StoodIn { seat: seat.other(), bot }])
    }
}
