//! What a player offers the other, until it is answered or the position moves on.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::{PerSeat, id::Seq, seat::Seat, settings::Settings};

/// Something that both players must agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To go back to the position with so many stones, in which the asker is to move.
    Takeback {
        /// The number of stones that stay.
        to: u16,
    },
    /// That the game is a draw.
    Draw {},
    /// That both clocks stand.
    Pause {},
    /// That they go on.
    Resume {},
    /// Other settings for the next games.
    Change {
        /// The settings.
        settings: Settings,
    },
    /// To change seats.
    Swap {},
}

/// What an offer is about, without its details.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferKind {
    /// A takeback.
    Takeback,
    /// A draw.
    Draw,
    /// A pause.
    Pause,
    /// The end of a pause.
    Resume,
    /// Other settings.
    Change,
    /// Other seats.
    Swap,
}

impl Offer {
    /// What it is about.
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

/// The answer to an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// Yes.
    Accept,
    /// No.
    Decline,
}

/// How an offer ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OfferEnd {
    /// The other side agreed.
    Accepted,
    /// The other side did not.
    Declined,
    /// Its maker took it back.
    Withdrawn,
}

/// An offer that waits for its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeOffer {
    /// The number of the event that made it, by which it is answered.
    pub seq: Seq,
    /// What it is.
    pub offer: Offer,
}

/// The offers of both seats, at most one each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offers {
    open: PerSeat<Option<MadeOffer>>,
    /// What was offered in this position: each side may offer each thing once, so that nobody is pestered.
    spent: BTreeSet<(Seat, OfferKind)>,
}

impl Offers {
    /// What `seat` offers and the other has not answered.
    #[must_use]
    pub const fn of(&self, seat: Seat) -> Option<MadeOffer> {
        *self.open.get(seat)
    }

    /// Whether `seat` has offered such a thing in this position before.
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

    /// The position has moved on, or other people sit here.
    pub(super) fn expire(&mut self) {
        *self = Self::default();
    }
}
