//! A finished game in a list of games.

use serde::{Deserialize, Serialize};

use crate::{
    game::{EndReason, GameId, GameRecord, Millis, Occupant, PerSeat, RoomCode, Seat},
    rules::Variant,
};

/// The maximum number of games on one page of a list.
pub const GAMES_PAGE: usize = 20;

/// A row in a list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSummary {
    /// The number of the game, with which a client asks for it.
    pub game: GameId,
    /// The code of the room.
    pub room: RoomCode,
    /// The number of the game in the room.
    pub number: u32,
    /// The rules of the game.
    pub variant: Variant,
    /// The occupants of seats one and two.
    pub seats: PerSeat<Occupant>,
    /// The seat that played Black.
    pub black: Seat,
    /// The seat that won; `None` is a draw.
    pub winner: Option<Seat>,
    /// The reason of the end.
    pub reason: EndReason,
    /// The number of moves.
    pub moves: u16,
    /// When the game ended.
    pub ended: Millis,
    /// Whether a stand-in played. If so, the scoreboard ignored the game.
    pub stood_in: bool,
}

impl GameSummary {
    /// Creates the row of a game.
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

    /// Returns the name to show for the occupant of `seat`.
    #[must_use]
    pub fn label(&self, seat: Seat) -> String {
        self.seats[seat].label()
    }
}
