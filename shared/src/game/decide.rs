//! What a room answers to an input: the events it leads to, or why not.

use super::{
    command::{Command, Input, SeatPlan},
    event::{Event, Stamped},
    id::{Millis, PlayerId, Seq},
    match_game::{EndReason, Game, GameEnd},
    name::Name,
    reject::Reject,
    room::{Opening, Room},
    seat::{Occupant, Seat},
};
use crate::rules::{Level, Outcome, Point, Variant};

/// What a decision depends on besides the room.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// When the input arrived.
    pub now: Millis,
    /// The levels that each variant offers.
    pub levels: fn(Variant) -> &'static [Level],
}

type Decision = Result<Vec<Event>, Reject>;

impl Context {
    fn check_level(&self, variant: Variant, level: Level) -> Result<(), Reject> {
        let choices = (self.levels)(variant);
        if choices.contains(&level) { Ok(()) } else { Err(Reject::NoSuchLevel { level, choices }) }
    }
}

impl Room {
    /// The events that make a room as its maker planned it.
    ///
    /// # Errors
    /// If the seats make no sense together or a level does not exist.
    pub fn decide_opening(
        opening: &Opening,
        plans: &[SeatPlan; 2],
        name: &Name,
        context: &Context,
    ) -> Decision {
        let host = opening.host;
        if plans.iter().filter(|plan| matches!(plan, SeatPlan::Me {})).count() > 1 {
            return Err(Reject::OneSeatEach);
        }
        if plans.iter().all(|plan| matches!(plan, SeatPlan::Ai { .. })) {
            return Err(Reject::NeedsPerson);
        }
        let hosted = plans.contains(&SeatPlan::Me {});
        let Opening { settings, quick, .. } = *opening;
        let mut events = vec![Event::RoomOpened { settings, host, quick }];
        for (seat, plan) in Seat::BOTH.into_iter().zip(plans) {
            let occupant = match plan {
                SeatPlan::Open {} => continue,
                SeatPlan::Me {} => Occupant::Person { player: host, name: name.clone() },
                SeatPlan::Guest { name } if hosted => Occupant::Guest { host, name: name.clone() },
                SeatPlan::Guest { .. } => return Err(Reject::GuestNeedsHost),
                SeatPlan::Ai { level } => {
                    context.check_level(settings.variant, *level)?;
                    Occupant::Ai { level: *level }
                }
            };
            events.push(Event::SeatTaken { seat, occupant });
        }
        if events.len() == 3 {
            events.extend(begin(1, Seat::One));
        }
        Ok(events)
    }

    /// What `input` leads to; nothing changes yet. No events means that all is as asked for already.
    ///
    /// # Errors
    /// Why the input is refused.
    pub fn decide(&self, input: Input<'_>, context: &Context) -> Decision {
        match input {
            Input::AiMove { seat, point, at } => {
                self.check_at(at)?;
                if self.ai_to_move().is_none_or(|(to_move, _)| to_move != seat) {
                    return Err(Reject::NotYourTurn);
                }
                self.place(seat, point)
            }
            Input::Command { player, name, command } => match command {
                Command::Join {} => self.join(player, name),
                Command::Sit { seat, guest } => self.sit(player, name, *seat, guest.as_ref()),
                Command::Stand { seat } => self.stand(player, *seat),
                Command::Leave {} => Ok(self.leave(player)),
                Command::SetAi { seat, level } => self.set_ai(player, *seat, *level, context),
                Command::Ready { seat, at } => self.ready(player, *seat, *at),
                Command::Place { seat, point, at } => {
                    self.check_seat(player, *seat)?;
                    self.check_at(*at)?;
                    self.place(*seat, *point)
                }
                Command::Resign { seat, game } => self.resign(player, *seat, *game),
            },
        }
    }

    /// Gives `events` their numbers and time, to be written down and then applied.
    #[must_use]
    pub fn stamp(&self, events: Vec<Event>, now: Millis) -> Vec<Stamped> {
        stamp(self.seq(), events, now.max(self.time()))
    }

    /// Numbers and times for the events of [`Room::decide_opening`].
    #[must_use]
    pub fn stamp_opening(events: Vec<Event>, now: Millis) -> Vec<Stamped> {
        stamp(Seq(0), events, now)
    }

    fn check_seat(&self, player: PlayerId, seat: Seat) -> Result<(), Reject> {
        if self.seats.player(seat) == Some(player) {
            Ok(())
        } else if self.seats.held_by(player).next().is_none() {
            Err(Reject::Spectator)
        } else {
            Err(Reject::NotYourSeat(seat))
        }
    }

    fn check_at(&self, at: Seq) -> Result<(), Reject> {
        if at == self.at() { Ok(()) } else { Err(Reject::Stale(self.at())) }
    }

    fn check_no_game(&self) -> Result<(), Reject> {
        if self.is_playing() { Err(Reject::GameOn) } else { Ok(()) }
    }

    fn join(&self, player: PlayerId, name: &Name) -> Decision {
        let occupant = Occupant::Person { player, name: name.clone() };
        if let Some(seat) = self.seats.of_person(player) {
            let renamed = self.seats[seat].occupant.as_ref() != Some(&occupant);
            return Ok(renamed.then_some(Event::SeatTaken { seat, occupant }).into_iter().collect());
        }
        let seat = self.seats.first_empty().ok_or(Reject::RoomFull)?;
        Ok(self.seated(seat, occupant))
    }

    fn sit(&self, player: PlayerId, name: &Name, seat: Seat, guest: Option<&Name>) -> Decision {
        if self.seats[seat].occupant.is_some() {
            return Err(Reject::SeatTaken(seat));
        }
        let occupant = match (guest, self.seats.of_person(player)) {
            (Some(guest), Some(_)) => Occupant::Guest { host: player, name: guest.clone() },
            (Some(_), None) => return Err(Reject::GuestNeedsHost),
            (None, Some(held)) => return Err(Reject::AlreadySeated(held)),
            (None, None) => Occupant::Person { player, name: name.clone() },
        };
        Ok(self.seated(seat, occupant))
    }

    fn stand(&self, player: PlayerId, seat: Seat) -> Decision {
        self.check_no_game()?;
        match &self.seats[seat].occupant {
            None => Err(Reject::SeatEmpty(seat)),
            Some(Occupant::Ai { .. }) if self.seats.held_by(player).next().is_some() => {
                Ok(vec![Event::SeatFreed { seat }])
            }
            Some(_) => {
                self.check_seat(player, seat)?;
                Ok(vec![Event::SeatFreed { seat }])
            }
        }
    }

    fn leave(&self, player: PlayerId) -> Vec<Event> {
        if self.is_playing() {
            return Vec::new();
        }
        self.seats.held_by(player).map(|seat| Event::SeatFreed { seat }).collect()
    }

    fn set_ai(&self, player: PlayerId, seat: Seat, level: Level, context: &Context) -> Decision {
        self.check_no_game()?;
        if self.seats.held_by(player).next().is_none() {
            return Err(Reject::Spectator);
        }
        if self.seats[seat].occupant.as_ref().is_some_and(|who| who.level().is_none()) {
            return Err(Reject::SeatTaken(seat));
        }
        context.check_level(self.settings.variant, level)?;
        Ok(self.seated(seat, Occupant::Ai { level }))
    }

    /// Somebody sits down ready, and a game begins if that was all it waited for.
    fn seated(&self, seat: Seat, occupant: Occupant) -> Vec<Event> {
        let other = &self.seats[seat.other()];
        let starts = other.occupant.is_some() && other.ready && !self.is_playing();
        let mut events = vec![Event::SeatTaken { seat, occupant }];
        if starts {
            events.extend(self.next_game());
        }
        events
    }

    fn ready(&self, player: PlayerId, seat: Seat, at: Seq) -> Decision {
        self.check_seat(player, seat)?;
        self.check_at(at)?;
        self.check_no_game()?;
        if self.seats[seat].ready {
            return Ok(Vec::new());
        }
        let other = &self.seats[seat.other()];
        let mut events = vec![Event::SeatReady { seat }];
        if other.occupant.is_some() && other.ready {
            events.extend(self.next_game());
        }
        Ok(events)
    }

    fn next_game(&self) -> [Event; 2] {
        begin(self.game.as_ref().map_or(1, |game| game.number().saturating_add(1)), self.next_first)
    }

    fn place(&self, seat: Seat, point: Point) -> Decision {
        let game = self.current_game()?;
        if self.turn() != Some(seat) {
            return Err(Reject::NotYourTurn);
        }
        let mut after = game.position().clone();
        let outcome = after.play(point)?;
        let mut events = vec![Event::StonePlaced { seat, point }];
        if let Some(outcome) = outcome {
            let (winner, reason) = match outcome {
                Outcome::Win(stone) => (game.seat_of(stone), EndReason::Line),
                Outcome::Draw => (None, EndReason::BoardFull),
            };
            events.push(Event::GameOver { end: GameEnd { winner, reason, line: after.winning_line() } });
        }
        Ok(events)
    }

    fn resign(&self, player: PlayerId, seat: Seat, number: u32) -> Decision {
        self.check_seat(player, seat)?;
        if self.current_game()?.number() != number {
            return Err(Reject::Stale(self.at()));
        }
        let end = GameEnd { winner: Some(seat.other()), reason: EndReason::Resignation, line: Vec::new() };
        Ok(vec![Event::GameOver { end }])
    }

    fn current_game(&self) -> Result<&Game, Reject> {
        if self.is_playing() { self.game.as_ref().ok_or(Reject::NoGame) } else { Err(Reject::NoGame) }
    }
}

fn begin(number: u32, black: Seat) -> [Event; 2] {
    [Event::GameBegun { number }, Event::SidesSet { black }]
}

fn stamp(after: Seq, events: Vec<Event>, time: Millis) -> Vec<Stamped> {
    let mut seq = after;
    events
        .into_iter()
        .map(|event| {
            seq = seq.next();
            Stamped { seq, time, event }
        })
        .collect()
}
