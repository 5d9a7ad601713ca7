//! What a room answers to an input: the events it leads to, or why not.

mod play;
mod seats;
mod thinking;

use super::{
    command::{Command, Input, SeatPlan},
    event::{Event, Stamped},
    id::{Millis, PlayerId, Seq},
    name::Name,
    reject::Reject,
    room::{Opening, Room},
    seat::{Occupant, Seat},
};
use crate::rules::{Bot, BotChoices, Variant};

/// What a decision depends on besides the room.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// When the input arrived.
    pub now: Millis,
    /// Who can play each variant.
    pub bots: fn(Variant) -> BotChoices,
}

type Decision = Result<Vec<Event>, Reject>;

impl Context {
    fn check_bot(&self, variant: Variant, bot: Bot) -> Result<(), Reject> {
        let choices = (self.bots)(variant);
        if choices.contains(bot) { Ok(()) } else { Err(Reject::NoSuchBot { bot, variant, choices }) }
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
        let hosted = plans.contains(&SeatPlan::Me {});
        let Opening { settings, quick, .. } = *opening;
        let mut events = vec![Event::RoomOpened { settings, host, quick }];
        for (seat, plan) in Seat::BOTH.into_iter().zip(plans) {
            let occupant = match plan {
                SeatPlan::Open {} => continue,
                SeatPlan::Me {} => Occupant::Person { player: host, name: name.clone() },
                SeatPlan::Guest { name } if hosted => Occupant::Guest { host, name: name.clone() },
                SeatPlan::Guest { .. } => return Err(Reject::GuestNeedsHost),
                SeatPlan::Ai { bot } => {
                    context.check_bot(settings.variant, *bot)?;
                    Occupant::Ai { bot: *bot }
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
            Input::AiMove { seat, point, at, thinking } => self.ai_move(seat, point, at, thinking),
            Input::HintFound { seat, at, point, outlook } => self.hint_found(seat, at, point, outlook),
            Input::NextGame => Ok(if self.next_game_due() { self.next_game().into() } else { Vec::new() }),
            Input::Command { player, name, command } => match command {
                Command::Join {} => self.join(player, name),
                Command::Sit { seat, guest } => self.sit(player, name, *seat, guest.as_ref()),
                Command::Stand { seat } => self.stand(player, *seat),
                Command::Leave {} => Ok(self.leave(player)),
                Command::SetAi { seat, bot } => self.set_ai(player, *seat, *bot, context),
                Command::Ready { seat, at } => self.ready(player, *seat, *at),
                Command::Place { seat, point, at } => {
                    self.check_seat(player, *seat)?;
                    self.check_at(*at)?;
                    self.place(*seat, *point, None)
                }
                Command::Resign { seat, game } => self.resign(player, *seat, *game),
                Command::Hint { seat, at } => self.ask_hint(player, *seat, *at),
                Command::GoOn {} => self.go_on(player),
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
