//! The wall: the running games of a server that everybody may watch, together on one screen.

use serde::{Deserialize, Serialize};

use super::listing::ListedSeat;
use crate::{
    game::{Clock, Features, GameEnd, PerSeat, Room, RoomCode, Seat},
    rules::{Point, Stone, Variant},
};

/// The maximum number of games on the wall.
pub const MAX_WALL: usize = 16;

/// A game on the wall: one that runs, or that ended within the last seconds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WallGame {
    /// The code of the room.
    pub room: RoomCode,
    /// The rules of the game.
    pub variant: Variant,
    /// The occupants of seats one and two.
    pub seats: PerSeat<ListedSeat>,
    /// The games that each of them has won in this room.
    pub wins: PerSeat<u32>,
    /// The seat with the black stones; `None` while an opening has not decided it.
    pub black: Option<Seat>,
    /// The moves so far. The first stone is black, and the colours alternate.
    pub moves: Vec<Point>,
    /// The clocks; `None` in a game without clocks.
    pub clock: Option<Clock>,
    /// The seat to move or to choose; `None` once the game is over.
    pub turn: Option<Seat>,
    /// The end of the game; `None` while it runs.
    pub end: Option<GameEnd>,
    /// What a client must know to show the game. The server hides it from others, and does not send this.
    #[serde(skip)]
    pub needs: Features,
}

/// One move of a game on the wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WallMove {
    /// The code of the room.
    pub room: RoomCode,
    /// The number of the move, from 1.
    pub ply: u16,
    /// Where the stone is.
    pub point: Point,
    /// The clocks after the latest move.
    pub clock: Option<Clock>,
    /// The seat to move or to choose after the latest move.
    pub turn: Option<Seat>,
}

/// A change of the wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WallUpdate {
    /// The first part of the wall, which replaces everything before it. More games may follow as changes.
    Full {
        /// The games of this part.
        games: Vec<WallGame>,
    },
    /// What is different now, in this order.
    Changes {
        /// The rooms whose games are no longer on the wall.
        gone: Vec<RoomCode>,
        /// The games that are new, or have changed by more than a move.
        games: Vec<WallGame>,
        /// The moves of the others.
        moves: Vec<WallMove>,
    },
}

impl WallGame {
    /// Creates the picture of the current or last game of `room`; `None` if strangers may not see it or there is none.
    #[must_use]
    pub fn of(room: &Room, seats: PerSeat<ListedSeat>) -> Option<Self> {
        let game = room.game().filter(|_| room.is_public())?;
        let wins = |seat: Seat| {
            let occupant = room.seats()[seat].occupant.as_ref();
            occupant.and_then(|who| room.scores().of(who)).map_or(0, |entry| entry.wins)
        };
        Some(Self {
            room: room.code().clone(),
            variant: game.position().variant(),
            seats,
            wins: PerSeat::of(wins),
            black: Seat::BOTH.into_iter().find(|seat| game.stone_of(*seat) == Some(Stone::Black)),
            moves: game.position().moves().to_vec(),
            clock: game.clock().copied(),
            turn: room.turn(),
            end: game.end().cloned(),
            needs: Features::for_game(game.position().variant(), game.opening()),
        })
    }

    /// Returns the moves since `earlier`, if the games differ in nothing else.
    #[must_use]
    pub fn moves_since(&self, earlier: &Self) -> Option<Vec<WallMove>> {
        let new = self.moves.strip_prefix(earlier.moves.as_slice())?;
        let with_them =
            Self { moves: self.moves.clone(), clock: self.clock, turn: self.turn, ..earlier.clone() };
        let ply = |index: usize| u16::try_from(earlier.moves.len() + index + 1).ok();
        let moved = |(index, point): (usize, &Point)| {
            let (clock, turn) = (self.clock, self.turn);
            Some(WallMove { room: self.room.clone(), ply: ply(index)?, point: *point, clock, turn })
        };
        (with_them == *self && !new.is_empty()).then(|| new.iter().enumerate().filter_map(moved).collect())
    }

    /// Whether every move is on the board.
    #[must_use]
    pub fn is_on_board(&self) -> bool {
        self.moves.iter().all(|point| self.variant.contains(*point))
    }

    /// Adds a move. Returns false if it is not the next one, or not on the board.
    pub fn play(&mut self, next: &WallMove) -> bool {
        let fits = usize::from(next.ply) == self.moves.len() + 1 && self.variant.contains(next.point);
        if fits {
            self.moves.push(next.point);
            (self.clock, self.turn) = (next.clock, next.turn);
        }
        fits
    }
}
