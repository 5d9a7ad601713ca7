//! Offers between players. An offer is open until it is answered or withdrawn, or until the position, the seats or the
//! settings change.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{PerSeat, id::Seq, seat::Seat, settings::Settings};

/// A proposal of one player. It needs the consent of the other, if another person plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// Go back to an earlier position, in which the player who asks placed a stone or chose. If both happened at the same
    /// number of stones, only the stone is taken back.
    Takeback {
        /// The number of stones that stay.
        to: u16,
    },
    /// End the game as a draw.
    Draw {},
    /// Stop both clocks, until the side to move resumes them, both players agree to, or the time for pauses is over.
    Pause {},
    /// Let the clocks run again.
    Resume {},
    /// Change the settings for the next games.
    Change {
        /// All settings, the unchanged ones too.
        settings: Settings,
    },
    /// Exchange the seats, and with them who moves first.
    Swap {},
}

/// The kind of an offer, without its details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// An offer to take moves back.
    Takeback,
    /// An offer to end the game as a draw.
    Draw,
    /// An offer to stop both clocks.
    Pause,
    /// An offer to let the clocks run again.
    Resume,
    /// An offer to change the settings.
    Change,
    /// An offer to exchange the seats.
    Swap,
}

impl Offer {
    /// Returns the kind of the offer.
    #[must_use]
    pub const fn kind(&self) -> OfferKind {
        match self {
            Self::Takeback { .. } => OfferKind::Takeback,
            Self::Draw {} => OfferKind::Draw,
            Self::Pause {} => OfferKind::Pause,
            Self::Resume {} => OfferKind::Resume,
            Self::Change { .. } => OfferKind::Change,
            Self::Swap {} => OfferKind::Swap,
        }
    }
}

/// The answer to an offer, or to a request to watch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// Agree. The offer takes effect at once.
    Accept,
    Decline,
}

/// How an offer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferEnd {
    /// The other player agreed.
    Accepted,
    /// The other player refused.
    Declined,
    /// The player who made it withdrew it.
    Withdrawn,
}

/// An open offer, which has no answer yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeOffer {
    /// The number of the event that made it. An answer refers to this number.
    pub seq: Seq,
    /// The content of the offer.
    pub offer: Offer,
}

/// The open offers, at most one for each seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offers {
    open: PerSeat<Option<MadeOffer>>,
    /// The offers already made in this position. A seat may make each kind only once, so that nobody is pestered.
    spent: BTreeSet<(Seat, OfferKind)>,
}

impl Offers {
    /// Returns the open offer of `seat`.
    #[must_use]
    pub const fn of(&self, seat: Seat) -> Option<MadeOffer> {
        *self.open.get(seat)
    }

    /// Whether `seat` has made this kind of offer in this position before.
    #[must_use]
    pub fn is_spent(&self, seat: Seat, kind: OfferKind) -> bool {
        self.spent.contains(&(seat, kind))
    }

    pub(super) fn make(&mut self, seat: Seat, made: MadeOffer) {
        self.spent.insert((seat, made.offer.kind()));
        self.open[seat] = Some(made);
    }

    pub(super) fn close(&mut self, seat: Seat) {
        self.open[seat] = None;
    }

    /// Removes all offers, after a change of the position, the seats or the settings.
    pub(super) fn expire(&mut self) {
        *self = Self::default();
    }
}
