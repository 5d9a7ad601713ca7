//! Applies events to a room. The same events always give the same room.

mod doors;
mod seats;

use thiserror::Error;

use crate::game::{
    chat::Said,
    event::{Event, Stamped},
    id::{Millis, RoomCode, Seq},
    match_game::{Foreseen, Game},
    offer::{MadeOffer, Offers},
    room::Room,
    score::Scoreboard,
    seat::{Seat, SeatState, Seats},
    thought::{HintMark, Thought},
};
use crate::rules::Position;

/// The error for events that do not fit together: the record is damaged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Corrupt {
    /// The first event is not `RoomOpened`, or a later one is.
    #[error("a room must begin with its opening, and have one only")]
    Opening,
    /// An event number is missing or repeated.
    #[error("event {} was expected and {} came", expected.0, found.0)]
    Gap {
        /// The number that should come next.
        expected: Seq,
        /// The number that the event has.
        found: Seq,
    },
    /// The event contradicts the state of the room.
    #[error("event {} does not fit: {why}", seq.0)]
    Misfit {
        /// The number of the event.
        seq: Seq,
        /// The reason why it contradicts the state.
        why: String,
    },
}

/// When the colours of a game are known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Colours {
    /// From the start.
    Set,
    /// Once a player has chosen.
    Chosen,
}

impl Room {
    /// Creates the room from its first event, a `RoomOpened` with number 1.
    ///
    /// # Errors
    /// Returns an error if `first` is any other event.
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
            uncounted: 0,
            offers: Offers::default(),
            chat: Vec::new(),
            admitted: Vec::new(),
            asking: Vec::new(),
            barred: Vec::new(),
            seq: Seq(1),
            at: Seq(1),
            time: *time,
        })
    }

    /// Applies the next event.
    ///
    /// # Errors
    /// Returns an error if the number is not the next one, or if the event contradicts the state. The room is then
    /// unchanged.
    pub fn apply(&mut self, stamped: &Stamped) -> Result<(), Corrupt> {
        let expected = self.seq.next();
        if stamped.seq != expected {
            return Err(Corrupt::Gap { expected, found: stamped.seq });
        }
        let now = self.time.max(stamped.time);
        self.change(&stamped.event, stamped.seq, now).map_err(|why| match stamped.event {
            Event::RoomOpened { .. } => Corrupt::Opening,
            _ => Corrupt::Misfit { seq: stamped.seq, why },
        })?;
        self.seq = stamped.seq;
        self.time = now;
        if stamped.event.moves_at() {
            self.at = stamped.seq;
        }
        if stamped.event.moves_at() || stamped.event.ends_offers() {
            self.offers.expire();
        }
        if stamped.event.ends_offers() {
            self.forget_agreements();
        }
        Ok(())
    }

    fn change(&mut self, event: &Event, seq: Seq, now: Millis) -> Result<(), String> {
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
            Event::GameBegun { number } => self.begin(*number, now)?,
            Event::SidesSet { black } => self.set_first(*black, Colours::Set)?,
            Event::OpeningBegun { first } => self.set_first(*first, Colours::Chosen)?,
            Event::OpeningChosen { seat, choice } => self.running()?.choose(*seat, *choice, now)?,
            Event::StonePlaced { seat, point } => {
                self.running()?.place(*seat, *point, now)?;
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
            Event::ClockSet { clock } => {
                let limited = self.seats.two_people();
                self.running()?.set_clock(*clock, now, limited);
            }
            Event::MovesTakenBack { to, choices } => self.running()?.take_back(*to, *choices, now)?,
            Event::OfferMade { seat, offer } => self.offers.make(*seat, MadeOffer { seq, offer: *offer }),
            Event::OfferClosed { seat, .. } => self.offers.close(*seat),
            Event::StoodIn { seat, bot } => self.stand_in(*seat, *bot)?,
            Event::SettingsChanged { settings } => self.change_settings(settings)?,
            Event::SeatsSwapped {} => self.swap_seats()?,
            Event::HostPassed { to } => self.host = *to,
            Event::Kicked { player } => self.kick(*player)?,
            Event::Recognized { was, now } => self.replace_player(*was, *now)?,
            Event::Said { line } => self.hear(Said { seq, time: now, line: line.clone() }),
            Event::WatchAsked { player, name } => self.note_asker(*player, name),
            Event::WatchAgreed { seat, player } => self.agree(*seat, *player),
            Event::WatchRefused { player } => self.asking.retain(|asker| asker.player != *player),
            Event::Admitted { admission } => self.admit(*admission),
            Event::Hidden {} => {}
        }
        Ok(())
    }

    /// Whether a game has begun and not ended, even if the sides are not set yet.
    pub(super) fn is_running(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.end().is_none())
    }

    fn running(&mut self) -> Result<&mut Game, String> {
        self.game.as_mut().filter(|game| game.end().is_none()).ok_or_else(|| "no game is on".to_owned())
    }

    fn begin(&mut self, number: u32, now: Millis) -> Result<(), String> {
        let next = self.game.as_ref().map_or(1, |game| game.number().saturating_add(1));
        if self.is_running() || number != next || !self.seats.all_ready() {
            return Err(format!("game {number} cannot begin now"));
        }
        let position = Position::with_fouls(self.settings.variant, self.settings.fouls);
        let mut game = Game::new(number, self.settings.opening, position, now);
        if self.seats.any_stand_in() {
            game.stand_in();
        }
        self.game = Some(game);
        Ok(())
    }

    fn set_first(&mut self, seat: Seat, colours: Colours) -> Result<(), String> {
        let game = self.running()?;
        if game.opening().has_choice() != (colours == Colours::Chosen) {
            return Err("the opening sets the colours in another way".to_owned());
        }
        game.set_first(seat)
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
}
