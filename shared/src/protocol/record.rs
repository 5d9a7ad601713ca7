//! A finished game as a list shows it.

use serde::{Deserialize, Serialize};

use crate::{
    game::{EndReason, GameId, GameRecord, Millis, Occupant, PerSeat, RoomCode, Seat},
    rules::Variant,
};

/// The most games that one page of a list has.
pub const GAMES_PAGE: usize = 20;

/// A line of a list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSummary {
    /// Its number, by which it is asked for.
    pub game: GameId,
    /// The room.
    pub room: RoomCode,
    /// The game's number in the room.
    pub number: u32,
    /// What was played.
    pub variant: Variant,
    /// Who sat in seats one and two.
    pub seats: PerSeat<Occupant>,
    /// The seat with the black stones.
    pub black: Seat,
    /// The seat that won; `None` is a draw.
    pub winner: Option<Seat>,
    /// Why it ended.
    pub reason: EndReason,
    /// How many stones were placed.
    pub moves: u16,
    /// When it ended.
    pub ended: Millis,
    /// Whether a computer stood in for somebody, so that nobody scored.
    pub stood_in: bool,
}

impl GameSummary {
    /// The line for a game.
    #[must_use]
    pub fn new(game: GameId, record: &GameRecord) -> Self {
        Self {
            game,
            room: record.room.clone(),
            number: record.number,
            variant: record.variant,
            seats: record.seats.clone(),
            black: record.black,
            winner: record.end.winner,
            reason: record.end.reason,
            moves: u16::try_from(record.moves.len()).unwrap_or(u16::MAX),
            ended: record.ended,
            stood_in: record.stood_in,
        }
    }

    /// The name of whoever sat in `seat`.
    #[must_use]
    pub fn label(&self, seat: Seat) -> String {
        self.seats[seat].label()
    }
}
