//! What every form for a new room needs: the plan of its seats, and its errors.

use tengen_shared::{
    game::{NameError, PassphraseError, PerSeat, SeatPlan},
    rules::{Bot, VariantError},
};
use thiserror::Error;

/// Why the form cannot be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FormError {
    /// The second player has no name, or an invalid one.
    #[error("the second player's name: {0}")]
    Guest(#[from] NameError),
    /// The room's passphrase is missing or invalid.
    #[error(transparent)]
    Passphrase(#[from] PassphraseError),
    /// The text of the user's own clock has not the form of a clock.
    #[error(
        "this is not a clock: use 10s (a move), 5+3 (minutes + seconds), 10+3x30 (minutes + periods x seconds)"
    )]
    Clock,
    /// No game can be played on the board: its size or its win length is out of range.
    #[error(transparent)]
    Variant(#[from] VariantError),
}

/// The players of a new room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Players {
    /// The user plays against an AI.
    Ai(Bot),
    /// Two AIs play; the first one begins.
    TwoAis(Bot, Bot),
    /// The user plays against whoever comes, or against a guest at the same keyboard.
    Other(SeatPlan),
}

impl Players {
    /// Returns the plan of the seats. `first` says whether the user begins; by default an AI does, and a person does not.
    #[must_use]
    pub fn seats(self, first: Option<bool>) -> PerSeat<SeatPlan> {
        let (other, user_begins) = match self {
            Self::TwoAis(one, two) => return PerSeat([one, two].map(|bot| SeatPlan::Ai { bot })),
            Self::Ai(bot) => (SeatPlan::Ai { bot }, false),
            Self::Other(plan) => (plan, true),
        };
        let mut seats = PerSeat([SeatPlan::Me {}, other]);
        if !first.unwrap_or(user_begins) {
            seats.swap();
        }
        seats
    }
}
