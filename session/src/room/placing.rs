//! The effect of choosing a point on a room's board.

use tengen_shared::{
    game::{Command, Phase, Reject, Seat, Seq},
    rules::Point,
};

use super::{ActionAvailability, Obstacle, Viewer};

/// The effect of choosing a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Placing {
    /// A stone can be placed there, from this seat and in the position with this number.
    Stone {
        /// The seat that places the stone.
        seat: Seat,
        /// The number of the position; the server refuses the move in another one.
        at: Seq,
    },
    /// The user must choose in the opening before the next stone.
    Choose,
    /// It is the turn of this seat, which is not the user's.
    TurnOf(Seat),
    /// No game is on, and both seats are taken.
    NoGame,
    /// No game is on, and a seat is free.
    EmptySeat,
    /// No stone can be placed there, for this reason.
    Refused(Obstacle),
}

impl Viewer<'_> {
    /// Returns the effect of choosing `point`.
    #[must_use]
    pub fn placing(&self, point: Point) -> Placing {
        let (phase, availability) = (self.room.phase(), self.place(point));
        match availability {
            ActionAvailability::No(reject @ (Reject::Spectator | Reject::StoodIn)) => {
                Placing::Refused(self.refused(reject))
            }
            _ if phase == Phase::Waiting && self.room.seats().first_empty().is_some() => Placing::EmptySeat,
            _ if matches!(phase, Phase::Over | Phase::Waiting) => Placing::NoGame,
            ActionAvailability::Yes(Command::Place { seat, at, .. })
            | ActionAvailability::Unknown(Command::Place { seat, at, .. }, _) => Placing::Stone { seat, at },
            ActionAvailability::No(Reject::NotYourTurn) => {
                self.room.turn().map_or(Placing::NoGame, Placing::TurnOf)
            }
            ActionAvailability::No(Reject::MustChoose) => Placing::Choose,
            ActionAvailability::No(reject) => Placing::Refused(self.refused(reject)),
            ActionAvailability::Yes(_)
            | ActionAvailability::Unknown(..)
            | ActionAvailability::Already
            | ActionAvailability::NoTarget => Placing::Refused(Obstacle::NoSeat),
        }
    }
}
