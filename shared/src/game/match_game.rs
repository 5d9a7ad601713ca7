//! One game of a room: its sides, position, clocks and end.

mod opening;
mod stored;

use serde::{Deserialize, Serialize};

use super::{
    clock::{Clock, ClockState, SideTime},
    end::{EndReason, GameEnd},
    id::Millis,
    pauses::Pauses,
    seat::Seat,
    thought::{Hint, HintMark, Thought},
    turn::Turn,
};
use crate::rules::{Opening, Outcome, Point, Position};
use stored::StoredGame;

pub use opening::ChoiceMade;

/// A win that an AI has proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Foreseen {
    /// The seat that wins.
    pub winner: Seat,
    /// The number of the move with which it wins at the latest.
    pub ply: u16,
}

/// A game, from the empty board to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredGame", into = "StoredGame")]
pub struct Game {
    number: u32,
    opening: Opening,
    /// The seat that begins; `None` until the sides are set.
    first: Option<Seat>,
    /// The choices in the opening, in order.
    choices: Vec<ChoiceMade>,
    position: Position,
    end: Option<GameEnd>,
    notes: Notes,
    clock: Option<Clock>,
    pauses: Pauses,
    /// One entry for each stone.
    turns: Vec<Turn>,
    begun: Millis,
    turn_began: Millis,
    /// Whether a stand-in has played. If so, the scoreboard ignores the game.
    stood_in: bool,
}

/// The AI evaluations and hints of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Notes {
    /// The AI's evaluations of its moves, in order.
    pub(super) thoughts: Vec<Thought>,
    /// The requests for hints, in order.
    pub(super) hints: Vec<HintMark>,
    /// The hint for the current position.
    pub(super) hint: Option<Hint>,
    pub(super) foreseen: Option<Foreseen>,
}

impl Game {
    pub(super) fn new(number: u32, opening: Opening, position: Position, now: Millis) -> Self {
        Self {
            number,
            opening,
            first: None,
            choices: Vec::new(),
            position,
            end: None,
            notes: Notes::default(),
            clock: None,
            pauses: Pauses::default(),
            turns: Vec::new(),
            begun: now,
            turn_began: now,
            stood_in: false,
        }
    }

    /// Plays a stone at `now` and discards the hint, which was for the position before the move.
    pub(super) fn place(&mut self, seat: Seat, point: Point, now: Millis) -> Result<(), String> {
        self.check_stone(seat, point)?;
        self.position.play(point).map_err(|error| error.to_string())?;
        let turn = self.turn_of(seat, now);
        self.turns.push(turn);
        self.notes.hint = None;
        Ok(())
    }

    /// Begins the next turn at `now`, and returns the one that `seat` has just ended.
    fn turn_of(&mut self, seat: Seat, now: Millis) -> Turn {
        let used_ms = u32::try_from(now.saturating_sub(self.turn_began)).unwrap_or(u32::MAX);
        self.turn_began = now;
        Turn { seat, used_ms, left: self.clock.map_or(SideTime::NOTHING, |clock| clock.left(seat)) }
    }

    /// Goes back to the position with `to` stones and `choices` choices, and forgets the evaluations and hints of later
    /// positions.
    pub(super) fn take_back(&mut self, to: u16, choices: u8, now: Millis) -> Result<(), String> {
        self.check_earlier(to, choices.into())?;
        self.choices.truncate(choices.into());
        while self.ply() > to {
            self.position.undo();
            self.turns.pop();
        }
        self.turn_began = now;
        let notes = &mut self.notes;
        notes.thoughts.retain(|thought| thought.ply <= to);
        notes.hints.retain(|mark| mark.ply <= to);
        (notes.hint, notes.foreseen) = (None, None);
        Ok(())
    }

    /// Sets the clocks at `now`. `limited`: a pause counts, because two people play. The time of whoever acted last is
    /// stored with the stone or choice, too, so that a takeback can restore it.
    pub(super) fn set_clock(&mut self, clock: Clock, now: Millis, limited: bool) {
        self.pauses.note(clock.state, now, limited);
        // In an opening, a player may act again in the same turn. Its time is noted at the end.
        let to_act = self.seat_to_act();
        if let Some(turn) = self.last_turn_mut().filter(|turn| Some(turn.seat) != to_act) {
            turn.left = clock.left(turn.seat);
        }
        self.clock = Some(clock);
    }

    /// Notes that an AI plays on for a person, so that the scoreboard ignores the game.
    pub(super) const fn stand_in(&mut self) {
        self.stood_in = true;
    }

    pub(super) fn notes_mut(&mut self) -> &mut Notes {
        &mut self.notes
    }

    /// Stores the AI's evaluation of the last move.
    pub(super) fn note(&mut self, thought: Thought) -> Result<(), String> {
        if thought.ply != self.ply() || self.notes.thoughts.last().is_some_and(|t| t.ply >= thought.ply) {
            return Err(format!("the thought about move {} comes too late or too early", thought.ply));
        }
        self.notes.thoughts.push(thought);
        Ok(())
    }

    /// Stores a request for a hint in the current position.
    pub(super) fn ask_hint(&mut self, mark: HintMark) -> Result<(), String> {
        if mark.ply != self.ply() || self.hint_asked() {
            return Err(format!("a hint cannot be asked for at {} stones now", mark.ply));
        }
        self.notes.hints.push(mark);
        Ok(())
    }

    /// Stores the hint for the current position, if a player waits for it.
    pub(super) fn give_hint(&mut self, hint: Hint) -> Result<(), String> {
        if hint.ply != self.ply() || !self.wants_hint() {
            return Err(format!("nobody waits for a hint at {} stones", hint.ply));
        }
        self.notes.hint = Some(hint);
        Ok(())
    }

    /// Ends the game, if `end` agrees with the board.
    pub(super) fn finish(&mut self, end: GameEnd) -> Result<(), String> {
        let fits = match (end.reason, self.position.outcome()) {
            (EndReason::Line | EndReason::Foul, Some(Outcome::Win(stone))) => {
                end.winner == self.seat_of(stone)
                    && end.line == self.position.winning_line()
                    && end.line.is_empty() == (end.reason == EndReason::Foul)
            }
            (EndReason::BoardFull, Some(Outcome::Draw)) => end.winner.is_none() && end.line.is_empty(),
            (EndReason::Resignation | EndReason::Time, None) => end.winner.is_some() && end.line.is_empty(),
            (EndReason::Agreement | EndReason::Aborted | EndReason::Restarted, None) => {
                end.winner.is_none() && end.line.is_empty()
            }
            (EndReason::Abandonment, None) => end.line.is_empty(),
            (_, Some(_)) | (EndReason::Line | EndReason::Foul | EndReason::BoardFull, None) => false,
        };
        if self.end.is_some() || self.first.is_none() || !fits {
            return Err("the game cannot end like that".to_owned());
        }
        self.end = Some(end);
        self.notes.hint = None;
        self.clock = self.clock.map(|clock| clock.with_state(ClockState::Stopped {}));
        Ok(())
    }

    /// Returns the number of stones on the board.
    #[must_use]
    pub fn ply(&self) -> u16 {
        u16::try_from(self.position.moves().len()).unwrap_or(u16::MAX)
    }

    /// Returns the AI's evaluations of its moves, in order. A viewer's copy has only those that the viewer may see.
    #[must_use]
    pub fn thoughts(&self) -> &[Thought] {
        &self.notes.thoughts
    }

    /// Returns the requests for hints, in order. A viewer's copy has only those that the viewer may see.
    #[must_use]
    pub fn hints(&self) -> &[HintMark] {
        &self.notes.hints
    }

    /// Returns the hint for the current position; `None` if none was given.
    #[must_use]
    pub const fn hint(&self) -> Option<Hint> {
        self.notes.hint
    }

    /// Whether a player has asked for a hint in the current position.
    #[must_use]
    pub fn hint_asked(&self) -> bool {
        self.end.is_none() && self.notes.hints.last().is_some_and(|mark| mark.ply == self.ply())
    }

    /// Whether a player waits for a hint in the current position.
    #[must_use]
    pub fn wants_hint(&self) -> bool {
        self.hint_asked() && self.notes.hint.is_none()
    }

    /// Returns the latest win that an AI has proven.
    #[must_use]
    pub const fn foreseen(&self) -> Option<Foreseen> {
        self.notes.foreseen
    }

    /// Returns the clocks; `None` in a game without clocks.
    #[must_use]
    pub const fn clock(&self) -> Option<&Clock> {
        self.clock.as_ref()
    }

    /// Returns the pauses of the clocks so far.
    #[must_use]
    pub const fn pauses(&self) -> &Pauses {
        &self.pauses
    }

    /// Returns the seat, the time used and the time left for each stone.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Returns when the game began.
    #[must_use]
    pub const fn begun(&self) -> Millis {
        self.begun
    }

    /// Whether a stand-in has played. If so, the scoreboard ignores the game.
    #[must_use]
    pub const fn had_stand_in(&self) -> bool {
        self.stood_in
    }

    /// Returns the number of the game in its room, from 1.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Returns the stones and the side to move. While the colours are not chosen, another seat than the owner of the colour
    /// may have to place it, see [`Game::seat_to_act`].
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the end of the game; `None` while it is on.
    #[must_use]
    pub const fn end(&self) -> Option<&GameEnd> {
        self.end.as_ref()
    }
}
