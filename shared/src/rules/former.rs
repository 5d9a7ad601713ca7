//! Brains of earlier versions. Their names stay readable for ever, and a level plays in their place.

use std::{fmt, ops::RangeInclusive};

use super::level::Level;

/// A brain of an earlier version, by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FormerName {
    /// Article 004's search made wide; five in a row.
    Domain,
    /// A search by the open-line count of articles 000 and 001; every board.
    Lines,
}

/// A brain of an earlier version, and how deep it was asked to look.
///
/// Stored rooms, records and old clients name such brains. They keep the name as it was written, but no list has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FormerBrain {
    pub(super) name: FormerName,
    pub(super) depth: Option<u8>,
}

impl FormerName {
    /// Every name.
    pub const ALL: [Self; 2] = [Self::Domain, Self::Lines];
    /// The depths that could be asked for.
    pub const DEPTHS: RangeInclusive<u8> = 1..=12;

    /// The name as people typed it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Domain => "domain",
            Self::Lines => "lines",
        }
    }
}

impl FormerBrain {
    /// A brain that was asked to look so deep; `None` if it did not look that deep. No depth left it to the brain.
    #[must_use]
    pub fn new(name: FormerName, depth: Option<u8>) -> Option<Self> {
        let looked = depth.is_none_or(|asked| FormerName::DEPTHS.contains(&asked));
        looked.then_some(Self { name, depth })
    }

    /// Which brain it was.
    #[must_use]
    pub const fn name(self) -> FormerName {
        self.name
    }

    /// The level that plays in its place: the one nearest in strength on 15x15 with five in a row.
    #[must_use]
    pub const fn level(self) -> Level {
        match (self.name, self.depth) {
            (FormerName::Lines, Some(..=1)) => Level::Easy,
            (_, Some(..=3)) => Level::Medium,
            _ => Level::Hard,
        }
    }
}

impl fmt::Display for FormerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for FormerBrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.depth {
            None => self.name.fmt(f),
            Some(depth) => write!(f, "{}:{depth}", self.name),
        }
    }
}
