//! Decisions about the clocks: what a move costs, when a flag falls, and when clocks stand or go on.

use super::{Context, Crowd, Decision};
use crate::game::{
    Clock, ClockState, EndReason, Event, GIFT_MS, GameEnd, Millis, PlayerId, Reject, Room, Seat, SideTime,
};

impl Room {
    /// The time of a decision: never before the room's last event.
    pub(super) fn now(&self, context: &Context) -> Millis {
        context.now.max(self.time)
    }

    /// The clocks after a move of `seat`, if there are any. Clocks that stand go on with it, and it costs nothing.
    pub(super) fn clock_after_move(&self, seat: Seat, context: &Context) -> Result<Option<Clock>, Reject> {
        let Some(clock) = self.clock() else { return Ok(None) };
        clock.after_move(seat, self.now(context), context.lag).map(Some).ok_or(Reject::TimeUp)
    }

    /// Whether the side to move still has time: otherwise the next tick ends the game, and nothing may save it.
    pub(super) fn check_flag(&self, context: &Context) -> Result<(), Reject> {
        let flag = self.clock().and_then(|clock| clock.flag_at(context.lag));
        if flag.is_some_and(|flag| flag <= self.now(context)) { Err(Reject::TimeUp) } else { Ok(()) }
    }

    /// The clocks brought to a stand, if there are any, with the turn so far charged.
    pub(super) fn clock_stopped(&self, state: ClockState, context: &Context) -> Option<Event> {
        let clock = self.clock()?.stopped(state, self.now(context), context.lag);
        Some(Event::ClockSet { clock })
    }

    /// The clocks running again for whoever is to move.
    pub(super) fn clock_resumed(&self, context: &Context) -> Option<Event> {
        let (clock, seat) = (self.clock()?, self.turn()?);
        let since = self.now(context);
        Some(Event::ClockSet { clock: clock.with_state(ClockState::Runs { seat, since }) })
    }

    /// The clocks after a takeback to `to` stones, at which `seat` is to move: what each had left then.
    pub(super) fn clock_restored(&self, to: u16, seat: Seat, context: &Context) -> Option<Event> {
        let clock = *self.clock()?;
        let left = self.game.as_ref()?.left_at(&clock, to);
        let state = match clock.state {
            ClockState::Runs { .. } => ClockState::Runs { seat, since: self.now(context) },
            ClockState::Paused {} | ClockState::Held {} | ClockState::Stopped {} => clock.state,
        };
        Some(Event::ClockSet { clock: Clock { left, state, ..clock } })
    }

    /// What the passing of time leads to.
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
            ClockState::Paused {} | ClockState::Stopped {} => Vec::new(),
        }
    }

    /// When [`super::Input::Tick`] will lead to something if nothing happens before: a flag falls, or clocks that were
    /// held go on because the side to move is back or, for somebody who waits, its grace time is over.
    #[must_use]
    pub fn tick_due(&self, context: &Context) -> Option<Millis> {
        let (clock, seat) = (self.clock()?, self.turn()?);
        match clock.state {
            ClockState::Runs { .. } => clock.flag_at(context.lag),
            ClockState::Held {} if context.attendance.crowd == Crowd::None => None,
            ClockState::Held {} if self.seats.bot(seat).is_some() => Some(self.now(context)),
            ClockState::Held {} => {
                let kept_for = context.attendance.kept_for(seat, context.now).unwrap_or(0);
                Some(self.now(context).saturating_add(kept_for))
            }
            ClockState::Paused {} | ClockState::Stopped {} => None,
        }
    }

    /// Brings the clocks to a stand as they were when the turn began: what has passed since is charged to nobody.
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
            return Err(Reject::ClockState("have as much as they can hold"));
        }
        Ok(vec![Event::ClockSet { clock: richer }])
    }
}
