//! One game of a room: its sides, position, clocks and end.

use serde::{Deserialize, Serialize};

use super::{
    PerSeat,
    clock::{Clock, ClockState, SideTime},
    end::{EndReason, GameEnd},
    id::Millis,
    pauses::Pauses,
    seat::Seat,
    thought::{Hint, HintMark, Thought},
    turn::Turn,
};
use crate::rules::{Outcome, Point, Position, Stone, Variant};

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
#[serde(try_from = "RawGame", into = "RawGame")]
pub struct Game {
    number: u32,
    black: Option<Seat>,
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

#[derive(Clone, Serialize, Deserialize)]
struct RawGame {
    number: u32,
    variant: Variant,
    black: Option<Seat>,
    moves: Vec<Point>,
    end: Option<GameEnd>,
    #[serde(default)]
    notes: Notes,
    #[serde(default)]
    clock: Option<Clock>,
    #[serde(default)]
    pauses: Pauses,
    #[serde(default)]
    turns: Vec<Turn>,
    #[serde(default)]
    begun: Millis,
    #[serde(default)]
    turn_began: Millis,
    #[serde(default)]
    stood_in: bool,
}

impl Game {
    pub(super) fn new(number: u32, variant: Variant, now: Millis) -> Self {
        Self {
            number,
            black: None,
            position: Position::new(variant),
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

    /// Sets the sides of a game without moves.
    pub(super) fn set_black(&mut self, seat: Seat) -> Result<(), String> {
        if self.black.is_some() || !self.position.moves().is_empty() {
            return Err("the sides are set".to_owned());
        }
        self.black = Some(seat);
        Ok(())
    }

    /// Plays a stone at `now` and discards the hint, which was for the position before the move.
    pub(super) fn place(&mut self, seat: Seat, point: Point, now: Millis) -> Result<(), String> {
        self.position.play(point).map_err(|error| error.to_string())?;
        let used_ms = u32::try_from(now.saturating_sub(self.turn_began)).unwrap_or(u32::MAX);
        let left = self.clock.map_or(SideTime::NOTHING, |clock| clock.left(seat));
        self.turns.push(Turn { seat, used_ms, left });
        self.turn_began = now;
        self.notes.hint = None;
        Ok(())
    }

    /// Goes back to the position with `to` stones, and forgets the evaluations and hints of later positions.
    pub(super) fn take_back(&mut self, to: u16, now: Millis) -> Result<(), String> {
        if to >= self.ply() || self.end.is_some() {
            return Err(format!("the game cannot go back to {to} stones"));
        }
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

    /// Sets the clocks at `now`. `limited`: a pause counts, because two people play. Stores the last mover's time with the stone too, so that a takeback can restore it.
    pub(super) fn set_clock(&mut self, clock: Clock, now: Millis, limited: bool) {
        self.pauses.note(clock.state, now, limited);
        if let Some(turn) = self.turns.last_mut() {
            turn.left = clock.left(turn.seat);
        }
        self.clock = Some(clock);
    }

    /// Notes that an AI plays on for a person, so that the scoreboard ignores the game.
    pub(super) const fn stand_in(&mut self) {
        self.stood_in = true;
    }

    /// Returns the time that each seat had left when `ply` stones were on the board; the full time before a seat's
    /// first move.
    pub(super) fn left_at(&self, clock: &Clock, ply: u16) -> PerSeat<SideTime> {
        let full = clock.rule.full().unwrap_or(SideTime::NOTHING);
        let stayed = &self.turns[..usize::from(ply).min(self.turns.len())];
        PerSeat::of(|seat| stayed.iter().rev().find(|turn| turn.seat == seat).map_or(full, |turn| turn.left))
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
            (EndReason::Line, Some(Outcome::Win(stone))) => {
                end.winner == self.seat_of(stone) && end.line == self.position.winning_line()
            }
            (EndReason::BoardFull, Some(Outcome::Draw)) => end.winner.is_none() && end.line.is_empty(),
            (EndReason::Resignation | EndReason::Time, None) => end.winner.is_some() && end.line.is_empty(),
            (EndReason::Agreement | EndReason::Aborted | EndReason::Restarted, None) => {
                end.winner.is_none() && end.line.is_empty()
            }
            (EndReason::Abandonment, None) => end.line.is_empty(),
            (_, Some(_)) | (EndReason::Line | EndReason::BoardFull, None) => false,
        };
        if self.end.is_some() || self.black.is_none() || !fits {
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

    /// Returns the position to which a takeback of the last move of `seat` goes back, as a number of stones; `None`
    /// if `seat` has not moved.
    #[must_use]
    pub fn last_move_of(&self, seat: Seat) -> Option<u16> {
        let index = self.turns.iter().rposition(|turn| turn.seat == seat)?;
        u16::try_from(index).ok()
    }

    /// Returns the number of the game in its room, from 1.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// Returns the seat that plays Black and moves first; `None` until the sides are set.
    #[must_use]
    pub const fn black(&self) -> Option<Seat> {
        self.black
    }

    /// Returns the stones and the side to move.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the end of the game; `None` while it is on.
    #[must_use]
    pub const fn end(&self) -> Option<&GameEnd> {
        self.end.as_ref()
    }

    /// Returns the colour of `seat`; `None` until the sides are set.
    #[must_use]
    pub fn stone_of(&self, seat: Seat) -> Option<Stone> {
        self.black.map(|black| if black == seat { Stone::Black } else { Stone::White })
    }

    /// Returns the seat that plays `stone`; `None` until the sides are set.
    #[must_use]
    pub fn seat_of(&self, stone: Stone) -> Option<Seat> {
        self.black.map(|black| Seat::of_stone(stone, black))
    }
}

impl TryFrom<RawGame> for Game {
    type Error = String;

    fn try_from(raw: RawGame) -> Result<Self, Self::Error> {
        if raw.number == 0 {
            return Err("games are numbered from 1".to_owned());
        }
        let mut game = Self::new(raw.number, raw.variant, raw.begun);
        game.black = raw.black;
        for point in raw.moves {
            let seat = game.seat_of(game.position.to_move()).ok_or("the sides are not set")?;
            game.place(seat, point, raw.begun)
                .map_err(|error| format!("a game cannot be replayed: {error}"))?;
        }
        // A game in an older layout has no turns.
        if !raw.turns.is_empty() {
            if !raw.turns.iter().map(|turn| turn.seat).eq(game.turns.iter().map(|turn| turn.seat)) {
                return Err("the turns do not belong to the moves".to_owned());
            }
            game.turns = raw.turns;
        }
        (game.turn_began, game.stood_in) = (raw.turn_began, raw.stood_in);
        if let Some(end) = raw.end {
            game.finish(end)?;
        }
        let Notes { thoughts, hints, hint, .. } = &raw.notes;
        let in_game = |ply: u16| ply <= game.ply();
        let fits = thoughts.is_sorted_by(|a, b| a.ply < b.ply)
            && thoughts.last().is_none_or(|thought| in_game(thought.ply))
            && hints.is_sorted_by(|a, b| a.ply < b.ply)
            && hints.last().is_none_or(|mark| in_game(mark.ply))
            && hint.is_none_or(|hint| hint.ply == game.ply() && game.end.is_none());
        if !fits {
            return Err("the notes do not belong to the game".to_owned());
        }
        game.notes = raw.notes;
        (game.clock, game.pauses) = (raw.clock, raw.pauses);
        Ok(game)
    }
}

impl From<Game> for RawGame {
    fn from(game: Game) -> Self {
        Self {
            number: game.number,
            variant: game.position.variant(),
            black: game.black,
            moves: game.position.moves().to_vec(),
            end: game.end,
            notes: game.notes,
            clock: game.clock,
            pauses: game.pauses,
            turns: game.turns,
            begun: game.begun,
            turn_began: game.turn_began,
            stood_in: game.stood_in,
        }
    }
}
