//! The seat that moves first in the next game of a series.

use serde::{Deserialize, Serialize};

use super::seat::Seat;

/// The rule for the first move of the next game. Seat one begins game one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstMove {
    /// The other seat begins, whatever the result (articles 000 and 002).
    #[default]
    Alternate,
    /// The loser begins; after a draw, the other seat.
    LoserFirst,
    /// The winner begins; after a draw, the other seat.
    WinnerFirst,
    /// The same seat always begins.
    Fixed,
}

impl FirstMove {
    /// Returns the seat that begins the next game, after a game that `first` began and `winner` won; `None` is a
    /// draw.
    #[must_use]
    pub fn next(self, first: Seat, winner: Option<Seat>) -> Seat {
        match (self, winner) {
            (Self::Fixed, _) => first,
            (Self::LoserFirst, Some(winner)) => winner.other(),
            (Self::WinnerFirst, Some(winner)) => winner,
            (Self::Alternate, _) | (Self::LoserFirst | Self::WinnerFirst, None) => first.other(),
        }
    }
}
