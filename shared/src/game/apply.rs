//! How events change a room: the same events always give the same room.

use thiserror::Error;

use super::{
    event::{Event, Stamped},
    id::{RoomCode, Seq},
    match_game::{Foreseen, Game, GameEnd},
    room::Room,
    score::Scoreboard,
    seat::{Occupant, Seat, SeatState, Seats},
    thought::{HintMark, Thought},
};

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
            ai_run: 0,
            seq: Seq(1),
            at: Seq(1),
            time: *time,
        })
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
                self.running()?.place(*point)?;
            }
            Event::GameOver { end } => self.finish(end)?,
            Event::ThoughtNoted { thought, .. } => self.running()?.note(*thought)?,
            Event::WinForeseen { winner, ply } => {
                self.running()?.notes_mut().foreseen = Some(Foreseen { winner: *winner, ply: *ply });
            }
            Event::HintAsked { mark } => self.running()?.ask_hint(*mark)?,
            Event::HintGiven { hint, .. } => self.running()?.give_hint(*hint)?,
            Event::Disclosed { thoughts, hints } => self.disclose(thoughts, hints)?,
            Event::WentOn {} => self.ai_run = 0,
            Event::Hidden {} => {}
        }
        Ok(())
    }

    /// Whether a game has begun and not ended, be its sides set or not.
    pub(super) fn is_running(&self) -> bool {
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

    fn disclose(&mut self, thoughts: &[Thought], hints: &[HintMark]) -> Result<(), String> {
        let notes = match &mut self.game {
            Some(game) if game.end().is_some() => game.notes_mut(),
            _ => return Err("no game has ended".to_owned()),
        };
        notes.thoughts = thoughts.to_vec();
        notes.hints = hints.to_vec();
        Ok(())
    }

    fn take_seat(&mut self, seat: Seat, occupant: &Occupant) -> Result<(), String> {
        let held = self.seats[seat].occupant.as_ref();
        let same = held.is_some_and(|old| old.is_same(occupant));
        let free = held.is_none_or(|old| old.bot().is_some() && occupant.bot().is_some());
        let other = self.seats[seat.other()].occupant.as_ref();
        let twice = other.is_some_and(|other| other.is_same(occupant) && other.player().is_some());
        if twice || !(same || (free && !self.is_running())) {
            return Err("the seat cannot be taken now".to_owned());
        }
        if !same {
            self.ai_run = 0;
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
        self.ai_run = if self.seats.all_ai() { self.ai_run.saturating_add(1) } else { 0 };
        for seat in Seat::BOTH {
            let state = &mut self.seats[seat];
            state.ready = state.occupant.as_ref().is_some_and(|who| who.bot().is_some());
        }
        Ok(())
    }
}
