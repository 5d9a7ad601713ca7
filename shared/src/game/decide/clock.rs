//! Decisions about the clocks: the cost of a move, the fall of a flag, and when clocks stop or go on.

use super::{Context, Decision, Followers};
use crate::game::{
    COUNTDOWN_MS, Clock, ClockState, EndReason, Event, GIFT_MS, GameEnd, Millis, Offer, OfferEnd, PlayerId,
    Reject, Room, Seat, SideTime,
};

impl Room {
    /// Returns the time of a decision, which is never before the room's last event.
    pub(super) fn now(&self, context: &Context) -> Millis {
        context.now.max(self.time)
    }

    /// Returns the clocks after a stone or a choice of `seat`, if they change. `next` acts after it. Stopped clocks resume,
    /// and the act costs no time.
    pub(super) fn clock_after_act(
        &self,
        seat: Seat,
        next: Seat,
        context: &Context,
    ) -> Result<Option<Clock>, Reject> {
        let Some(clock) = self.clock() else { return Ok(None) };
        let runs = ClockState::Runs { seat: next, since: self.clock_runs_from(context) };
        if next == seat {
            // The turn goes on, and so does its clock.
            self.check_flag(context)?;
            let resumes = !matches!(clock.state, ClockState::Runs { .. });
            return Ok(resumes.then_some(clock.with_state(runs)));
        }
        let moved = clock.after_move(seat, self.now(context), context.lag).ok_or(Reject::TimeUp)?;
        Ok(Some(moved.with_state(runs)))
    }

    /// Returns when the clock of the side to move begins to run if it is started now. After a pause, two people have a
    /// countdown, which a move does not shorten.
    fn clock_runs_from(&self, context: &Context) -> Millis {
        let now = self.now(context);
        match self.clock().map(|clock| clock.state) {
            Some(ClockState::Paused {}) if self.seats.two_people() => now.saturating_add(COUNTDOWN_MS),
            Some(ClockState::Runs { since, .. }) => since.max(now),
            Some(_) | None => now,
        }
    }

    /// Checks whether the side to move still has time. If not, the next tick ends the game, and no command may
    /// prevent this.
    pub(super) fn check_flag(&self, context: &Context) -> Result<(), Reject> {
        let flag = self.clock().and_then(|clock| clock.flag_at(context.lag));
        if flag.is_some_and(|flag| flag <= self.now(context)) { Err(Reject::TimeUp) } else { Ok(()) }
    }

    /// Stops the clocks and charges the turn so far; `None` without clocks.
    pub(super) fn clock_stopped(&self, state: ClockState, context: &Context) -> Option<Event> {
        let clock = self.clock()?.stopped(state, self.now(context), context.lag);
        Some(Event::ClockSet { clock })
    }

    /// Starts the clock of the side to move; `None` without clocks.
    pub(super) fn clock_resumed(&self, context: &Context) -> Option<Event> {
        let (clock, seat) = (self.clock()?, self.turn()?);
        let since = self.clock_runs_from(context);
        Some(Event::ClockSet { clock: clock.with_state(ClockState::Runs { seat, since }) })
    }

    /// Restores the clocks for a takeback to `to` stones and `choices` choices, with `seat` to act; `None` without clocks.
    pub(super) fn clock_restored(
        &self,
        to: u16,
        choices: u8,
        seat: Seat,
        context: &Context,
    ) -> Option<Event> {
        let clock = *self.clock()?;
        let left = self.game.as_ref()?.left_at(&clock, to, choices);
        let state = match clock.state {
            ClockState::Runs { .. } => ClockState::Runs { seat, since: self.clock_runs_from(context) },
            ClockState::Paused {} | ClockState::Held {} | ClockState::Stopped {} => clock.state,
        };
        Some(Event::ClockSet { clock: Clock { left, state, ..clock } })
    }

    /// Returns the events that are due at this time, such as the fall of a flag.
    pub(super) fn tick(&self, context: &Context) -> Vec<Event> {
        if self.tick_due(context).is_none_or(|due| due > self.now(context)) {
            return Vec::new();
        }
        let (Some(clock), Some(game), Some(seat)) = (self.clock(), self.game.as_ref(), self.turn()) else {
            return Vec::new();
        };
        match clock.state {
            ClockState::Runs { .. } => {
                let clock = clock.with_left(seat, SideTime::NOTHING).with_state(ClockState::Stopped {});
                let end = GameEnd { winner: Some(seat.other()), reason: EndReason::Time, line: Vec::new() };
                let mut events = vec![Event::ClockSet { clock }];
                events.extend(self.over(game, end, None));
                events
            }
            ClockState::Held {} => self.clock_resumed(context).into_iter().collect(),
            ClockState::Paused {} => {
                // Whoever has asked to resume the clocks has got it.
                let asks = |seat: &Seat| {
                    self.offers.of(*seat).is_some_and(|made| matches!(made.offer, Offer::Resume {}))
                };
                let closed = |seat| Event::OfferClosed { seat, how: OfferEnd::Accepted };
                let closed = Seat::BOTH.into_iter().filter(asks).map(closed);
                closed.chain(self.clock_resumed(context)).collect()
            }
            ClockState::Stopped {} => Vec::new(),
        }
    }

    /// Returns when [`super::Input::Tick`] will have an effect, unless something happens before. Either a flag
    /// falls, or held clocks go on: when the side to move is back, or when its grace period is over and somebody is
    /// in the room. A pause between two people that has lasted its time ends in the same way.
    #[must_use]
    pub fn tick_due(&self, context: &Context) -> Option<Millis> {
        let (clock, seat) = (self.clock()?, self.turn()?);
        match clock.state {
            ClockState::Runs { .. } => clock.flag_at(context.lag),
            ClockState::Held {} | ClockState::Paused {} if context.attendance.crowd == Followers::None => {
                None
            }
            ClockState::Held {} if self.seats.bot(seat).is_some() => Some(self.now(context)),
            ClockState::Held {} => Some(self.back_by(seat, context)),
            ClockState::Paused {} => {
                let ends = self.game.as_ref()?.pauses().ends_at().filter(|_| self.seats.two_people())?;
                Some(ends.max(self.back_by(seat, context)))
            }
            ClockState::Stopped {} => None,
        }
    }

    /// Returns the time until which the player of `seat` may return; now if they are here.
    fn back_by(&self, seat: Seat, context: &Context) -> Millis {
        let kept_for = context.attendance.kept_for(seat, context.now).unwrap_or(0);
        self.now(context).saturating_add(kept_for)
    }

    /// Stops running clocks as they were when the turn began. Nobody pays for the time since then.
    pub(super) fn hold(&self) -> Vec<Event> {
        match self.clock() {
            Some(clock) if matches!(clock.state, ClockState::Runs { .. }) => {
                vec![Event::ClockSet { clock: clock.with_state(ClockState::Held {}) }]
            }
            Some(_) | None => Vec::new(),
        }
    }

    pub(super) fn give_time(&self, player: PlayerId, seat: Seat, number: u32, context: &Context) -> Decision {
        self.check_seat(player, seat)?;
        self.check_game(number)?;
        let clock = self.clock().ok_or(Reject::NoClock)?;
        self.check_flag(context)?;
        let other = seat.other();
        let richer = clock.with_left(other, clock.left(other).and(GIFT_MS));
        if richer == *clock {
            return Err(Reject::ClockState("show the most time they can hold"));
        }
        Ok(vec![Event::ClockSet { clock: richer }])
    }
}
