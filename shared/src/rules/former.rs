//! Engines of earlier versions. Their names stay readable for ever; a level plays instead of each.

use std::{fmt, ops::RangeInclusive};

use super::level::Level;

/// An engine of an earlier version, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FormerEngineName {
    /// Article 004's search with more candidate moves; for five in a row.
    Domain,
    /// A search with the open-line count of articles 000 and 001; for every board.
    Lines,
}

/// An engine of an earlier version, with its requested depth.
///
/// Stored rooms, records and old clients name such engines. The name is kept as it was written, but no list offers
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormerEngine {
    pub(super) name: FormerEngineName,
    pub(super) depth: Option<u8>,
}

impl FormerEngineName {
    /// Every engine that existed once and that stored rooms may name.
    pub const ALL: [Self; 2] = [Self::Domain, Self::Lines];
    /// The depths that users could choose.
    pub const DEPTHS: RangeInclusive<u8> = 1..=12;

    /// Returns the name as users typed it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Domain => "domain",
            Self::Lines => "lines",
        }
    }
}

impl FormerEngine {
    /// Creates the engine with its requested depth; `depth` `None` was the engine's default. Returns `None` if the
    /// depth is out of range.
    #[must_use]
    pub fn new(name: FormerEngineName, depth: Option<u8>) -> Option<Self> {
        let looked = depth.is_none_or(|asked| FormerEngineName::DEPTHS.contains(&asked));
        looked.then_some(Self { name, depth })
    }

    /// Returns which engine it was.
    #[must_use]
    pub const fn name(self) -> FormerEngineName {
        self.name
    }

    /// Returns the level that plays instead: the one nearest in strength on 15x15 with five in a row.
    #[must_use]
    pub const fn level(self) -> Level {
        match (self.name, self.depth) {
            (FormerEngineName::Lines, Some(..=1)) => Level::Easy,
            (_, Some(..=3)) => Level::Medium,
            _ => Level::Hard,
        }
    }
}

impl fmt::Display for FormerEngineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for FormerEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.depth {
            None => self.name.fmt(f),
            Some(depth) => write!(f, "{}:{depth}", self.name),
        }
    }
}
