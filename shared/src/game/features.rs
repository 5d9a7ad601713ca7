//! What a client knows beyond version 1 of the protocol.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Game, GameRecord, Offer, Reject, Room, Seat, Settings};
use crate::rules::{Opening, RuleSet, Variant};

/// A part of the protocol that came after version 1. The server uses it only for clients that name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// The message [`ServerMessage::PutOut`](crate::protocol::ServerMessage::PutOut), instead of a refusal.
    PutOut,
    /// The rule sets [`RuleSet::Caro`] and [`RuleSet::LongCaro`].
    Caro,
    /// The rule set [`RuleSet::Renju`].
    Renju,
    /// Every [`Opening`] but [`Opening::None`].
    Openings,
}

impl Feature {
    /// The features in the order in which `hello` lists them.
    pub const ALL: [Self; 4] = [Self::PutOut, Self::Caro, Self::Renju, Self::Openings];

    /// Returns the name in `hello`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::PutOut => "put_out",
            Self::Caro => "caro",
            Self::Renju => "renju",
            Self::Openings => "openings",
        }
    }

    const fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// A set of features. Names that this program does not know are dropped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "Vec<String>", into = "Vec<String>")]
pub struct Features(u8);

impl Features {
    /// Returns the set of a client of this version.
    #[must_use]
    pub fn all() -> Self {
        Feature::ALL.into_iter().collect()
    }

    /// Whether `feature` is in the set.
    #[must_use]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 & feature.bit() != 0
    }

    /// Returns the first feature of `needed` that is not in the set.
    #[must_use]
    pub fn missing(self, needed: Self) -> Option<Feature> {
        Feature::ALL.into_iter().find(|feature| needed.has(*feature) && !self.has(*feature))
    }

    /// Whether a client that knows this set can read what needs `needed`.
    #[must_use]
    pub fn covers(self, needed: Self) -> bool {
        self.missing(needed).is_none()
    }

    /// Checks that a client which knows this set can read what needs `needed`.
    ///
    /// # Errors
    /// Returns [`Reject::NeedsFeature`] with the first feature that it lacks.
    pub fn check(self, needed: Self) -> Result<(), Reject> {
        self.missing(needed).map_or(Ok(()), |feature| Err(Reject::NeedsFeature(feature)))
    }

    /// Returns what a client must know to show a game.
    #[must_use]
    pub fn for_game(variant: Variant, opening: Opening) -> Self {
        let rules = match variant.runs() {
            RuleSet::Freestyle | RuleSet::Standard => None,
            RuleSet::Caro | RuleSet::LongCaro => Some(Feature::Caro),
            RuleSet::Renju => Some(Feature::Renju),
        };
        let opening = (opening != Opening::None).then_some(Feature::Openings);
        rules.into_iter().chain(opening).collect()
    }

    /// Returns what a client must know to play with `settings`.
    #[must_use]
    pub fn for_settings(settings: &Settings) -> Self {
        Self::for_game(settings.variant, settings.opening)
    }

    /// Returns what a client must know to show a room, its current or last game, and the open offers.
    #[must_use]
    pub fn for_room(room: &Room) -> Self {
        let of_game = |game: &Game| Self::for_game(game.position().variant(), game.opening());
        let offered = Seat::BOTH.into_iter().filter_map(|seat| match room.offers().of(seat)?.offer {
            Offer::Change { settings } => Some(Self::for_settings(&settings)),
            _ => None,
        });
        let shown = Self::for_settings(room.settings()).union(room.game().map(of_game).unwrap_or_default());
        offered.fold(shown, Self::union)
    }

    /// Returns what a client must know to replay a finished game.
    #[must_use]
    pub fn for_record(record: &GameRecord) -> Self {
        Self::for_game(record.variant, record.opening)
    }

    /// Returns the features of both sets.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromIterator<Feature> for Features {
    fn from_iter<I: IntoIterator<Item = Feature>>(features: I) -> Self {
        Self(features.into_iter().fold(0, |bits, feature| bits | feature.bit()))
    }
}

impl From<Vec<String>> for Features {
    fn from(names: Vec<String>) -> Self {
        let known = |name: &String| Feature::ALL.into_iter().find(|feature| feature.name() == name);
        names.iter().filter_map(known).collect()
    }
}

impl From<Features> for Vec<String> {
    fn from(features: Features) -> Self {
        let named = Feature::ALL.into_iter().filter(|feature| features.has(*feature));
        named.map(|feature| feature.name().to_owned()).collect()
    }
}
