//! Decides how a room answers an input: with events, or with a refusal.

mod between;
mod clock;
mod doors;
mod endings;
mod offers;
mod play;
mod seats;
mod thinking;

use super::{
    PerSeat,
    clock::Clock,
    command::{Command, Input, SeatPlan},
    end::EndReason,
    event::{Event, Stamped},
    id::{Millis, PlayerId, Seq},
    name::Name,
    reject::Reject,
    room::{Room, RoomPlan},
    seat::{Occupant, Seat},
    settings::Settings,
};
use crate::rules::{Bot, BotChoices, Variant};

/// The facts outside the room that a decision depends on.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    /// The time when the input arrived.
    pub now: Millis,
    /// Returns the levels and engines that can play a variant.
    pub bots: fn(Variant) -> BotChoices,
    /// The round-trip time between the server and the side to move, in milliseconds; 0 for an AI.
    pub lag: Millis,
    /// The presence of the people in the room.
    pub attendance: Presence,
}

/// The presence of people in a room, as far as decisions depend on it. Compare its times with [`Context::now`]
/// only: a room's last event may be later, if the server's clock was set back before a start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// The time since which the person in each seat has been away; `None` if they are here, or if no person plays
    /// there.
    pub away_since: PerSeat<Option<Millis>>,
    /// The time since which the host has been away; `None` if they are here.
    pub host_away_since: Option<Millis>,
    /// The next host if the present one leaves and nobody else has a seat: the person who has watched longest.
    pub heir: Option<PlayerId>,
    /// Whether anybody is connected for whom the clocks run: an owner of a seat, or anybody if two AIs play.
    pub crowd: Followers,
    /// Whether a person can be a player who is gone, for [`Command::Recognize`].
    pub returning: Returning,
    /// Whether another device of the sender follows the room and is not silent, for [`Command::Leave`].
    pub elsewhere: bool,
    /// The grace period: how long a seat is kept for an absent player before others may act, in milliseconds.
    pub grace: Millis,
}

/// Whether a person in a room can be the same as a player who is gone, as far as their connections show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Returning {
    /// The person is here, and the player is not.
    #[default]
    Possible,
    /// The player is still connected.
    StillHere,
    /// The person is not in the room.
    NotHere,
}

/// Whether anybody is connected to a room for whom its clocks run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Followers {
    /// At least one person is connected.
    #[default]
    Some,
    None,
}

impl Presence {
    /// Returns how much longer the seat is kept for its absent player, in milliseconds; `None` if nobody is away.
    #[must_use]
    pub fn kept_for(&self, seat: Seat, now: Millis) -> Option<Millis> {
        let since = self.away_since[seat]?;
        Some(self.grace.saturating_sub(now.saturating_sub(since)))
    }
}

type Decision = Result<Vec<Event>, Reject>;

impl Context {
    fn check_bot(&self, variant: Variant, bot: Bot) -> Result<(), Reject> {
        let choices = (self.bots)(variant);
        if choices.contains(bot) { Ok(()) } else { Err(Reject::NoSuchBot { bot, variant, choices }) }
    }
}

impl Room {
    /// Returns the events that create a room as its host planned it.
    ///
    /// # Errors
    /// Returns the refusal if the seats contradict each other, or if a level or engine cannot play the variant.
    pub fn decide_creation(
        plan: &RoomPlan,
        plans: &PerSeat<SeatPlan>,
        name: &Name,
        context: &Context,
    ) -> Decision {
        let host = plan.host;
        if *plans == PerSeat([SeatPlan::Me {}, SeatPlan::Me {}]) {
            return Err(Reject::OneSeatEach);
        }
        let hosted = plans.0.contains(&SeatPlan::Me {});
        let RoomPlan { settings, quick, .. } = *plan;
        check_opening(&settings)?;
        let mut events = vec![Event::RoomOpened { settings, host, quick }];
        for (seat, plan) in plans.iter() {
            let occupant = match plan {
                SeatPlan::Open {} => continue,
                SeatPlan::Me {} => Occupant::Person { player: host, name: name.clone() },
                SeatPlan::Guest { name: guest } if hosted => {
                    Occupant::Guest { host, name: guest.beside(name).map_err(Reject::Name)? }
                }
                SeatPlan::Guest { .. } => return Err(Reject::GuestNeedsHost),
                SeatPlan::Ai { bot } => {
                    context.check_bot(settings.variant, *bot)?;
                    Occupant::Ai { bot: *bot }
                }
            };
            events.push(Event::SeatTaken { seat, occupant });
        }
        if events.len() == 3 {
            events.extend(begin(1, Seat::One, &settings, context.now));
        }
        Ok(events)
    }

    /// Returns the events that create a room of the server itself, with a seat for each of two people. The first game
    /// begins when both have joined. Nobody can take their seats, stand up or change the settings.
    #[must_use]
    pub fn decide_reserved(settings: Settings, people: PerSeat<(PlayerId, Name)>) -> Vec<Event> {
        let opened = Event::RoomOpened { settings, host: PlayerId::SERVER, quick: false };
        let sit =
            |(seat, (player, name))| Event::SeatTaken { seat, occupant: Occupant::Person { player, name } };
        std::iter::once(opened).chain(Seat::BOTH.into_iter().zip(people.0).map(sit)).collect()
    }

    /// Returns the events that answer `input`. The room itself does not change. No events mean that the input would
    /// change nothing.
    ///
    /// # Errors
    /// Returns the reason why the room refuses the input.
    pub fn decide(&self, input: Input<'_>, context: &Context) -> Decision {
        match input {
            Input::AiMove { seat, point, at, thinking } => self.ai_move(seat, point, at, thinking, context),
            Input::AiChoice { seat, choice, at } => self.ai_choice(seat, choice, at, context),
            Input::HintFound { seat, at, point, outlook } => self.hint_found(seat, at, point, outlook),
            Input::NextGame if self.next_game_due() => Ok(self.next_game(context)),
            Input::NextGame => Ok(Vec::new()),
            Input::Tick => Ok(self.tick(context)),
            Input::Hold => Ok(self.hold()),
            Input::EndUntouched => Ok(self.end(None, EndReason::Aborted, context)),
            Input::AskerGone { player } => Ok(self.asker_gone(player)),
            Input::Admit { player, door } => Ok(self.let_in(player, door)),
            Input::Command { player, name, command } => self.command(player, name, command, context),
        }
    }

    fn command(&self, player: PlayerId, name: &Name, command: &Command, context: &Context) -> Decision {
        match command {
            Command::Join { .. } => self.join(player, name, context),
            Command::Sit { seat, guest } => self.sit(player, name, *seat, guest.as_ref(), context),
            Command::Stand { seat } => self.stand(player, *seat),
            Command::Leave {} => Ok(self.leave(player, context)),
            Command::SetAi { seat, bot } => self.set_ai(player, *seat, *bot, context),
            Command::Ready { seat, at } => self.ready(player, *seat, *at, context),
            Command::Place { seat, point, at } => {
                self.check_seat(player, *seat)?;
                self.check_at(*at)?;
                self.place(*seat, *point, None, context)
            }
            Command::Choose { seat, choice, at } => {
                self.check_seat(player, *seat)?;
                self.check_at(*at)?;
                self.choose(*seat, *choice, context)
            }
            Command::Resign { seat, game } => self.resign(player, *seat, *game, context),
            Command::Hint { seat, at } => self.ask_hint(player, *seat, *at),
            Command::GoOn {} => self.go_on(context),
            Command::Offer { seat, offer, at } => self.offer(player, *seat, *offer, *at, context),
            Command::Answer { seat, offer, reply } => self.answer(player, *seat, *offer, *reply, context),
            Command::Withdraw { seat, offer } => self.withdraw(player, *seat, *offer),
            Command::Abort { seat, game } => self.abort(player, *seat, *game, context),
            Command::Restart { seat, game } => self.restart(player, *seat, *game, context),
            Command::Claim { seat, game, claim } => self.claim(player, *seat, *game, *claim, context),
            Command::StandIn { seat, game, bot } => self.ask_stand_in(player, *seat, *game, *bot, context),
            Command::GiveTime { seat, game } => self.give_time(player, *seat, *game, context),
            Command::Change { settings, at, .. } => self.change_as_host(player, settings, *at, context),
            Command::Swap { at } => self.swap_as_host(player, *at, context),
            Command::Kick { seat } => self.send_away(player, *seat, context),
            Command::Recognize { was, now } => self.recognize(player, *was, *now, context),
            Command::Say { text } => self.say(player, name, text),
            Command::AskToWatch {} => self.ask_to_watch(player, name),
            Command::Admit { seat, player: asker, reply } => self.admit_asker(player, *seat, *asker, *reply),
        }
    }

    /// Gives `events` their numbers and time, ready to be stored and then applied.
    #[must_use]
    pub fn stamp(&self, events: Vec<Event>, now: Millis) -> Vec<Stamped> {
        stamp(self.seq(), events, now.max(self.time()))
    }

    /// Gives the events of [`Room::decide_creation`] their numbers and time.
    #[must_use]
    pub fn stamp_creation(events: Vec<Event>, now: Millis) -> Vec<Stamped> {
        stamp(Seq(0), events, now)
    }

    fn check_seat(&self, player: PlayerId, seat: Seat) -> Result<(), Reject> {
        if self.seats.player(seat) == Some(player) {
            Ok(())
        } else if self.seats.owner(seat) == Some(player) {
            Err(Reject::StoodIn)
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

/// Checks whether the opening can be played on the board.
fn check_opening(settings: &Settings) -> Result<(), Reject> {
    let Settings { opening, variant, .. } = *settings;
    if opening.fits(variant) { Ok(()) } else { Err(Reject::OpeningNeedsBoard) }
}

/// Returns the events that begin a game on the empty board.
fn begin(number: u32, first: Seat, settings: &Settings, now: Millis) -> Vec<Event> {
    let sides = if settings.opening.has_choice() {
        Event::OpeningBegun { first }
    } else {
        Event::SidesSet { black: first }
    };
    let mut events = vec![Event::GameBegun { number }, sides];
    events.extend(Clock::new(settings.clock, first, now).map(|clock| Event::ClockSet { clock }));
    events
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
