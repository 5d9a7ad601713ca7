//! One game of a room: its sides, its position and its end.

use serde::{Deserialize, Serialize};

use super::seat::Seat;
use crate::rules::{Outcome, Point, Position, Stone, Variant};

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndReason {
    /// A winning run was made.
    Line,
    /// The board is full and nobody has a winning run.
    BoardFull,
    /// A side gave up.
    Resignation,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameEnd {
    /// The seat that won; `None` is a draw.
    pub winner: Option<Seat>,
    /// Why it ended.
    pub reason: EndReason,
    /// The points of the winning run or runs; empty for other ends.
    pub line: Vec<Point>,
}

/// A game, from the empty board to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "RawGame", into = "RawGame")]
pub struct Game {
    number: u32,
    black: Option<Seat>,
    position: Position,
    end: Option<GameEnd>,
}

#[derive(Clone, Serialize, Deserialize)]
struct RawGame {
    number: u32,
    variant: Variant,
    black: Option<Seat>,
    moves: Vec<Point>,
    end: Option<GameEnd>,
}

impl Game {
    pub(super) fn new(number: u32, variant: Variant) -> Self {
        Self { number, black: None, position: Position::new(variant), end: None }
    }

    /// Sets the sides of a game in which nothing has been played.
    pub(super) fn set_black(&mut self, seat: Seat) -> Result<(), String> {
        if self.black.is_some() || !self.position.moves().is_empty() {
            return Err("the sides are set".to_owned());
        }
        self.black = Some(seat);
        Ok(())
    }

    pub(super) fn position_mut(&mut self) -> &mut Position {
        &mut self.position
    }

    /// Ends the game, if the board agrees with `end`.
    pub(super) fn finish(&mut self, end: GameEnd) -> Result<(), String> {
        let fits = match (end.reason, self.position.outcome()) {
            (EndReason::Line, Some(Outcome::Win(stone))) => {
                end.winner == self.seat_of(stone) && end.line == self.position.winning_line()
            }
            (EndReason::BoardFull, Some(Outcome::Draw)) => end.winner.is_none() && end.line.is_empty(),
            (EndReason::Resignation, None) => end.winner.is_some() && end.line.is_empty(),
            (EndReason::Line | EndReason::BoardFull | EndReason::Resignation, _) => false,
        };
        if self.end.is_some() || self.black.is_none() || !fits {
            return Err("the game cannot end like that".to_owned());
        }
        self.end = Some(end);
        Ok(())
    }

    /// The game's number in its room, from 1.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The seat that moves first and plays Black, once the sides are set.
    #[must_use]
    pub const fn black(&self) -> Option<Seat> {
        self.black
    }

    /// The stones and the side to move.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// How the game ended, once it has.
    #[must_use]
    pub const fn end(&self) -> Option<&GameEnd> {
        self.end.as_ref()
    }

    /// The stone that `seat` plays, once the sides are set.
    #[must_use]
    pub fn stone_of(&self, seat: Seat) -> Option<Stone> {
        self.black.map(|black| if black == seat { Stone::Black } else { Stone::White })
    }

    /// The seat that plays `stone`, once the sides are set.
    #[must_use]
    pub fn seat_of(&self, stone: Stone) -> Option<Seat> {
        self.black.map(|black| match stone {
            Stone::Black => black,
            Stone::White => black.other(),
        })
    }
}

impl TryFrom<RawGame> for Game {
    type Error = String;

    fn try_from(raw: RawGame) -> Result<Self, Self::Error> {
        if raw.number == 0 {
            return Err("games are numbered from 1".to_owned());
        }
        let mut game = Self::new(raw.number, raw.variant);
        game.black = raw.black;
        for point in raw.moves {
            game.position.play(point).map_err(|error| format!("a game cannot be replayed: {error}"))?;
        }
        if let Some(end) = raw.end {
            game.finish(end)?;
        }
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
        }
    }
}
