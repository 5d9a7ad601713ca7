//! A brain's search as a tree, for people to look at.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

use crate::rules::Point;

/// A value in the units of the brain that made it, from the side of MAX. In a self-describing codec it is its
/// decimal text, since article 004 counts to 10^18 and JSON readers keep integers to 2^53 only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Units(pub i64);

impl Serialize for Units {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(&self.0)
        } else {
            serializer.serialize_i64(self.0)
        }
    }
}

impl<'de> Deserialize<'de> for Units {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            let text = String::deserialize(deserializer)?;
            text.parse().map(Self).map_err(|_| D::Error::custom("a value is an integer as text"))
        } else {
            i64::deserialize(deserializer).map(Self)
        }
    }
}

/// Who is to move at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The side that is to move at the root: it takes the greatest value.
    Max,
    /// The other side: it takes the least.
    Min,
}

/// How a node got its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeEnd {
    /// The game is over here.
    Decided {},
    /// The depth is used up: the value is the static evaluation.
    Leaf {},
    /// A move that needs no search, such as a win with the next stone, was taken.
    AtOnce {
        /// The move.
        point: Point,
    },
    /// Every move was tried.
    AllTried {
        /// The node below that gives the value, by its place in the list; none if no move was better than the
        /// bound from which the value started: alpha for MAX, beta for MIN.
        best: Option<u32>,
    },
    /// The rest of the moves was not tried, since alpha had reached beta: a beta cut where MAX is to move, an
    /// alpha cut where MIN is.
    Cut {
        /// The node below whose value closed the window, by its place in the list.
        by: u32,
        /// How many moves were not tried.
        untried: u32,
    },
}

/// One position of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TreeNode {
    /// The node above, by its place in the list; none for the root.
    pub parent: Option<u32>,
    /// The move that led here; none for the root.
    pub point: Option<Point>,
    /// Who is to move.
    pub side: Side,
    /// The value that MAX is sure of when the node is entered; none if there is no such value yet.
    pub alpha: Option<Units>,
    /// The value that MIN is sure of when the node is entered.
    pub beta: Option<Units>,
    /// The value that is handed up; a bound, if it lies outside alpha and beta.
    pub value: Units,
    /// How the node got it.
    pub end: NodeEnd,
    /// How many nodes right below were searched but are left out here.
    pub left_out: u32,
}

/// What a search has cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchTotals {
    /// The nodes that were seen, with the root.
    pub nodes: u64,
    /// The same, level by level from the root.
    pub per_level: Vec<u64>,
    /// The nodes that a minimax without cuts would see; none if there are too many to count.
    pub plain: Option<u64>,
}

impl SearchTotals {
    /// How many percent of a minimax without cuts were saved; none if that is not known, or nothing was.
    #[must_use]
    pub fn saved_percent(&self) -> Option<u128> {
        let plain = self.plain.filter(|plain| *plain > self.nodes)?;
        Some(u128::from(plain - self.nodes) * 100 / u128::from(plain))
    }
}

/// A search to one depth, whole or with its best lines only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchTree {
    /// The depth, in plies.
    pub depth: u8,
    /// The nodes, each before those below it; the root is the first.
    pub nodes: Vec<TreeNode>,
    /// What the search has cost, with all that is left out here.
    pub totals: SearchTotals,
}
