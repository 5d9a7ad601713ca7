//! A search tree, recorded for people to look at.

mod article;
mod parts;

use serde::{Deserialize, Serialize};

pub use self::{
    article::{LineWeights, RunWorths, Verdict},
    parts::{Aim, OpenFor, Part, Parts, Shape, Stretch, WindowCell},
};
use super::point::Point;

/// A search to a fixed depth, with all of its nodes or only the best lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tree {
    /// The depth that the search was asked for, in plies.
    pub depth: u8,
    /// The nodes to show: the root first, every node before its children, siblings in the order in which they were
    /// searched.
    pub nodes: Vec<Node>,
    /// Counts over the whole search, including the nodes that are not shown.
    pub totals: Totals,
}

/// A position of the search. Values are in the units of the engine that searched, from the point of view of MAX.
/// They may be as large as 10^18 in either direction. JSON readers keep integers exactly only up to 2^53, so JSON
/// has them as decimal text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// The index of the parent node; `None` at the root.
    pub parent: Option<u32>,
    /// The move that leads to this node; `None` at the root.
    pub point: Option<Point>,
    /// The side to move.
    pub side: Side,
    /// The lower bound of the window when the search entered the node; `None` while the window is open below, and
    /// always in plain minimax.
    #[serde(with = "text::option")]
    pub alpha: Option<i64>,
    /// The upper bound of the window when the search entered the node; `None` while the window is open above, and
    /// always in plain minimax.
    #[serde(with = "text::option")]
    pub beta: Option<i64>,
    /// The value returned to the parent. [`Node::bound`] says whether it is exact.
    #[serde(with = "text")]
    pub value: i64,
    /// The source of the value.
    pub end: End,
    /// The number of children that were searched but are not shown.
    pub left_out: u32,
}

/// Whether a shown search may leave out moves that cannot change its result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cuts {
    /// Alpha-beta, for engines that use it.
    #[default]
    On,
    /// Plain minimax over the moves that the engine considers. The root has the same value and the same best move.
    Off,
}

/// One of the two sides of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The side to move at the root, which wants the highest value.
    Max,
    /// The other side, which wants the lowest value.
    Min,
}

/// The source of a node's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The game is over here.
    Decided {},
    /// The last level, or a position without moves; the value is the static evaluation.
    Leaf {},
    /// The engine chose a move without search, such as a win with the next stone.
    AtOnce {
        /// The move that the engine chose.
        point: Point,
    },
    /// Every move was searched.
    AllTried {
        /// The index of the child that gives the node its value; this child is shown. `None` if no child was better
        /// than the starting bound: alpha for MAX, beta for MIN.
        best: Option<u32>,
    },
    /// The window closed before every move was searched.
    Cut {
        /// The index of the child that closed the window and gave the node its value; this child is shown.
        by: u32,
        /// The number of moves that were not searched, at least 1.
        untried: u32,
    },
}

/// The kind of a cutoff, named after the bound that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// At a MIN node: the value fell to alpha or below, so MAX avoids this position.
    Alpha,
    /// At a MAX node: the value rose to beta or above, so MIN avoids this position.
    Beta,
}

/// How a node's value compares with the value of plain minimax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// Plain minimax returns the same value.
    Exact,
    /// Plain minimax may return a lower value.
    AtMost,
    /// Plain minimax may return a higher value.
    AtLeast,
}

/// Counts over a whole search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// The positions that were given a value, the root included. A move chosen without search is not played out, so
    /// it adds no node.
    pub nodes: u64,
    /// The same count for each level, the root being level 0. The program of article 001 prints these for the
    /// levels from 1 on.
    pub per_level: Vec<u64>,
    /// The number of nodes that plain minimax searches, with the same moves, decided positions and moves chosen
    /// without search; `None` if there are too many to count.
    pub plain: Option<u64>,
}

impl Side {
    /// Returns the side that moves after this one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }

    /// Whether `a` is better than `b` for this side.
    #[must_use]
    pub const fn prefers(self, a: i64, b: i64) -> bool {
        match self {
            Self::Max => a > b,
            Self::Min => a < b,
        }
    }
}

impl Bound {
    /// Returns the sign to write before the value; empty for an exact value.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Exact => "",
            Self::AtMost => "<=",
            Self::AtLeast => ">=",
        }
    }
}

impl Node {
    /// Returns the kind of the cutoff at this node; `None` without a cutoff.
    #[must_use]
    pub const fn cut(&self) -> Option<Cut> {
        match (self.end, self.side) {
            (End::Cut { .. }, Side::Max) => Some(Cut::Beta),
            (End::Cut { .. }, Side::Min) => Some(Cut::Alpha),
            _ => None,
        }
    }

    /// Whether the value is exact, or a bound because it lies outside the window.
    #[must_use]
    pub fn bound(&self) -> Bound {
        match self.end {
            End::Leaf {} | End::Decided {} | End::AtOnce { .. } => Bound::Exact,
            End::AllTried { .. } | End::Cut { .. } => {
                if self.alpha.is_some_and(|alpha| self.value <= alpha) {
                    Bound::AtMost
                } else if self.beta.is_some_and(|beta| self.value >= beta) {
                    Bound::AtLeast
                } else {
                    Bound::Exact
                }
            }
        }
    }

    /// Returns the index of the child that gives the node its value; `None` if no child does.
    #[must_use]
    pub const fn best(&self) -> Option<u32> {
        match self.end {
            End::AllTried { best } => best,
            End::Cut { by, .. } => Some(by),
            End::Leaf {} | End::Decided {} | End::AtOnce { .. } => None,
        }
    }
}

impl Totals {
    /// Returns the number of nodes that cutoffs saved; `None` if [`Totals::plain`] is `None`.
    #[must_use]
    pub fn saved(&self) -> Option<u64> {
        self.plain.map(|plain| plain.saturating_sub(self.nodes))
    }

    /// Returns the share of nodes that cutoffs saved, in percent of plain minimax; `None` if unknown or if nothing
    /// was saved.
    #[must_use]
    pub fn saved_percent(&self) -> Option<u128> {
        let (plain, saved) = (self.plain?, self.saved()?);
        (saved > 0).then(|| u128::from(saved) * 100 / u128::from(plain))
    }
}

impl Tree {
    /// Returns the principal variation from the root on; empty if the root is a leaf.
    #[must_use]
    pub fn line(&self) -> Vec<Point> {
        let at = |index: u32| usize::try_from(index).ok().and_then(|index| self.nodes.get(index));
        let chain = std::iter::successors(self.nodes.first(), |node| node.best().and_then(at));
        let mut line = Vec::new();
        for node in chain {
            line.extend(node.point);
            if let End::AtOnce { point } = node.end {
                line.push(point);
            }
        }
        line
    }
}

/// Large integers: decimal text in JSON, numbers in a binary codec.
mod text {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

    pub(super) fn serialize<S: Serializer>(value: &i64, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(value)
        } else {
            serializer.serialize_i64(*value)
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
        if deserializer.is_human_readable() {
            let text = String::deserialize(deserializer)?;
            text.parse().map_err(|_| D::Error::custom("expected an integer as decimal text"))
        } else {
            i64::deserialize(deserializer)
        }
    }

    #[derive(Serialize, Deserialize)]
    struct Bound(#[serde(with = "super::text")] i64);

    pub(super) mod option {
        use super::{Bound, Deserialize as _, Deserializer, Serialize as _, Serializer};

        pub(in super::super) fn serialize<S: Serializer>(
            value: &Option<i64>,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            value.map(Bound).serialize(serializer)
        }

        pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Option<i64>, D::Error> {
            Ok(Option::<Bound>::deserialize(deserializer)?.map(|Bound(value)| value))
        }
    }
}
