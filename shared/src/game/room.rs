//! The room: the one authority on legality, turns, endings, score and first move.
//!
//! [`Room::decide`] changes nothing and [`Room::apply`] decides nothing, so what was decided can be
//! written down before it happens.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    event::{Event, Stamped},
    id::{Millis, PlayerId, RoomCode, Seq},
    match_game::{Game, GameEnd},
    score::Scoreboard,
    seat::{Occupant, Seat, SeatState, Seats},
    settings::Settings,
};
use crate::rules::Level;

/// A room as it stands: settings, seats, the current or last game, and the score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Room {
    code: RoomCode,
    pub(super) settings: Settings,
    host: PlayerId,
    quick: bool,
    pub(super) seats: Seats,
    pub(super) game: Option<Game>,
    /// Who begins the next game.
    pub(super) next_first: Seat,
    pub(super) scores: Scoreboard,
    seq: Seq,
    at: Seq,
    time: Millis,
}

/// What a room is made from.
#[derive(Clone, Debug)]
pub struct Opening {
    /// What its maker chose.
    pub settings: Settings,
    /// Its maker.
    pub host: PlayerId,
    /// Whether it waits for a quick match.
    pub quick: bool,
}

/// What a room is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// No game has been played yet, or the next has not begun.
    Waiting,
    /// A game is on and this seat is to move.
    Turn(Seat),
    /// The last game is over; its board still stands.
    Over,
}

/// Events that cannot follow one another: a damaged record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Corrupt {
    /// The first event is not `RoomOpened`, or a later one is.
    #[error("a room must begin with its opening, and have one only")]
    Opening,
    /// A number is missing or doubled.
    #[error("event {} was expected and {} came", expected.0, found.0)]
    Gap {
        /// The number that should have come.
        expected: Seq,
        /// The number that came.
        found: Seq,
    },
    /// The event does not fit the state.
    #[error("event {} does not fit: {why}", seq.0)]
    Misfit {
        /// The event's number.
        seq: Seq,
        /// Why it does not fit.
        why: String,
    },
}

impl Room {
    /// The room that `first`, a `RoomOpened` with number 1, opens.
    ///
    /// # Errors
    /// If `first` is anything else.
    pub fn open(code: RoomCode, first: &Stamped) -> Result<Self, Corrupt> {
        let Stamped { seq: Seq(1), time, event: Event::RoomOpened { settings, host, quick } } = first else {
            return Err(Corrupt::Opening);
        };
        Ok(Self {
            code,
            settings: *settings,
            host: *host,
            quick: *quick,
            seats: Seats::default(),
            game: None,
            next_first: Seat::One,
            scores: Scoreboard::default(),
            seq: Seq(1),
            at: Seq(1),
            time: *time,
        })
    }

    /// The room's code.
    #[must_use]
    pub const fn code(&self) -> &RoomCode {
        &self.code
    }

    /// What its maker chose.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The player who made the room.
    #[must_use]
    pub const fn host(&self) -> PlayerId {
        self.host
    }

    /// Whether the room was made by a quick match.
    #[must_use]
    pub const fn is_quick(&self) -> bool {
        self.quick
    }

    /// Both seats.
    #[must_use]
    pub const fn seats(&self) -> &Seats {
        &self.seats
    }

    /// The current game, or the last one.
    #[must_use]
    pub const fn game(&self) -> Option<&Game> {
        self.game.as_ref()
    }

    /// The scoreboard.
    #[must_use]
    pub const fn scores(&self) -> &Scoreboard {
        &self.scores
    }

    /// The seat that begins the next game.
    #[must_use]
    pub const fn next_first(&self) -> Seat {
        self.next_first
    }

    /// The number of the last event.
    #[must_use]
    pub const fn seq(&self) -> Seq {
        self.seq
    }

    /// The number of the last event that changed position or phase.
    #[must_use]
    pub const fn at(&self) -> Seq {
        self.at
    }

    /// The time of the last event.
    #[must_use]
    pub const fn time(&self) -> Millis {
        self.time
    }

    /// What the room is doing, and so whose turn it is.
    #[must_use]
    pub fn phase(&self) -> Phase {
        match &self.game {
            None => Phase::Waiting,
            Some(game) if game.end().is_some() => Phase::Over,
            Some(game) => game.seat_of(game.position().to_move()).map_or(Phase::Waiting, Phase::Turn),
        }
    }

    /// The seat to move, while a game is on.
    #[must_use]
    pub fn turn(&self) -> Option<Seat> {
        match self.phase() {
            Phase::Turn(seat) => Some(seat),
            Phase::Waiting | Phase::Over => None,
        }
    }

    /// Whether a game is on.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.turn().is_some()
    }

    /// The computer's seat and level, if it is to move.
    #[must_use]
    pub fn ai_to_move(&self) -> Option<(Seat, Level)> {
        let seat = self.turn()?;
        let level = self.seats[seat].occupant.as_ref()?.level()?;
        Some((seat, level))
    }

    /// The games that were played to an end.
    #[must_use]
    pub fn games_finished(&self) -> u32 {
        self.game.as_ref().map_or(0, |game| game.number().saturating_sub(u32::from(game.end().is_none())))
    }

    /// Takes in the next event.
    ///
    /// # Errors
    /// If the number leaves a hole or the event does not fit; the room is then unchanged.
    pub fn apply(&mut self, stamped: &Stamped) -> Result<(), Corrupt> {
        let expected = self.seq.next();
        if stamped.seq != expected {
            return Err(Corrupt::Gap { expected, found: stamped.seq });
        }
        self.change(&stamped.event).map_err(|why| match stamped.event {
            Event::RoomOpened { .. } => Corrupt::Opening,
            _ => Corrupt::Misfit { seq: stamped.seq, why },
        })?;
        self.seq = stamped.seq;
        self.time = self.time.max(stamped.time);
        if stamped.event.moves_at() {
            self.at = stamped.seq;
        }
        Ok(())
    }

    fn change(&mut self, event: &Event) -> Result<(), String> {
        match event {
            Event::RoomOpened { .. } => return Err("the room is open".to_owned()),
            Event::SeatTaken { seat, occupant } => self.take_seat(*seat, occupant)?,
            Event::SeatFreed { seat } => {
                if self.is_running() || self.seats[*seat].occupant.is_none() {
                    return Err("the seat cannot be freed now".to_owned());
                }
                self.seats[*seat] = SeatState::default();
            }
            Event::SeatReady { seat } => {
                if self.is_running() || self.seats[*seat].occupant.is_none() {
                    return Err("the seat cannot be ready now".to_owned());
                }
                self.seats[*seat].ready = true;
            }
            Event::GameBegun { number } => self.begin(*number)?,
            Event::SidesSet { black } => self.running()?.set_black(*black)?,
            Event::StonePlaced { seat, point } => {
                if self.turn() != Some(*seat) {
                    return Err(format!("seat {} is not to move", u8::from(*seat)));
                }
                self.running()?.position_mut().play(*point).map_err(|error| error.to_string())?;
            }
            Event::GameOver { end } => self.finish(end)?,
            Event::Hidden {} => {}
        }
        Ok(())
    }

    /// Whether a game has begun and not ended, be its sides set or not.
    fn is_running(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.end().is_none())
    }

    fn running(&mut self) -> Result<&mut Game, String> {
        self.game.as_mut().filter(|game| game.end().is_none()).ok_or_else(|| "no game is on".to_owned())
    }

    fn begin(&mut self, number: u32) -> Result<(), String> {
        let next = self.game.as_ref().map_or(1, |game| game.number().saturating_add(1));
        if self.is_running() || number != next || !self.seats.all_ready() {
            return Err(format!("game {number} cannot begin now"));
        }
        self.game = Some(Game::new(number, self.settings.variant));
        Ok(())
    }

    fn take_seat(&mut self, seat: Seat, occupant: &Occupant) -> Result<(), String> {
        let held = self.seats[seat].occupant.as_ref();
        let same = held.is_some_and(|old| old.is_same(occupant));
        let free = held.is_none_or(|old| old.level().is_some() && occupant.level().is_some());
        let other = self.seats[seat.other()].occupant.as_ref();
        let twice = other.is_some_and(|other| other.is_same(occupant) && other.player().is_some());
        if twice || !(same || (free && !self.is_running())) {
            return Err("the seat cannot be taken now".to_owned());
        }
        let state = &mut self.seats[seat];
        state.ready |= !same;
        state.occupant = Some(occupant.clone());
        let present: Vec<&Occupant> =
            Seat::BOTH.iter().filter_map(|s| self.seats[*s].occupant.as_ref()).collect();
        self.scores.enter(occupant, &present);
        Ok(())
    }

    fn finish(&mut self, end: &GameEnd) -> Result<(), String> {
        let game = self.running()?;
        let first = game.black().ok_or("the sides are not set")?;
        game.finish(end.clone())?;
        self.next_first = self.settings.first_move.next(first, end.winner);
        let [one, two] = Seat::BOTH.map(|seat| self.seats[seat].occupant.clone());
        if let (Some(one), Some(two)) = (one, two) {
            match end.winner {
                Some(Seat::One) => self.scores.record_win(&one, &two),
                Some(Seat::Two) => self.scores.record_win(&two, &one),
                None => self.scores.record_draw(&one, &two),
            }
        }
        for seat in Seat::BOTH {
            let state = &mut self.seats[seat];
            state.ready = state.occupant.as_ref().is_some_and(|who| who.level().is_some());
        }
        Ok(())
    }
}
