//! The effect of choosing a point on a room's board.

use tengen_shared::{
    game::{Command, Phase, Reject, Seat, Seq},
    rules::Point,
};

use super::{Able, Obstacle, Viewer};

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
        let (phase, able) = (self.room.phase(), self.place(point));
        match able {
            Able::Not(reject @ (Reject::Spectator | Reject::StoodIn)) => {
                Placing::Refused(self.refused(reject))
            }
            _ if phase == Phase::Waiting && self.room.seats().first_empty().is_some() => Placing::EmptySeat,
            _ if matches!(phase, Phase::Over | Phase::Waiting) => Placing::NoGame,
            Able::Now(Command::Place { seat, at, .. })
            | Able::Perhaps(Command::Place { seat, at, .. }, _) => Placing::Stone { seat, at },
            Able::Not(Reject::NotYourTurn) => self.room.turn().map_or(Placing::NoGame, Placing::TurnOf),
            Able::Not(reject) => Placing::Refused(self.refused(reject)),
            Able::Now(_) | Able::Perhaps(..) | Able::Already | Able::NoTarget => {
                Placing::Refused(Obstacle::NoSeat)
            }
        }
    }
}
