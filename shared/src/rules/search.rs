//! A search of the game tree, for people to look at.

use serde::{Deserialize, Serialize};

use super::point::Point;

/// A search to one depth: whole, or with its best lines only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tree {
    /// How many plies deep the search was asked to go.
    pub depth: u8,
    /// The shown nodes: the root first, every node before its children, siblings in the order in which they
    /// were tried.
    pub nodes: Vec<Node>,
    /// What the whole search came to, shown or not.
    pub totals: Totals,
}

/// A position of the search. Values are in the units of whoever made it, and for MAX; they may be as large as 10^18 either
/// way, so in JSON they are decimal text, since JSON readers keep integers to 2^53 only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Node {
    /// The index of the position that it comes from; `None` at the root.
    pub parent: Option<u32>,
    /// The move that leads here; `None` at the root.
    pub point: Option<Point>,
    /// Whose move it is.
    pub side: Side,
    /// What MAX was sure of when the node was entered; `None` while the window is open below, and always
    /// in plain minimax.
    #[serde(with = "text::option")]
    pub alpha: Option<i64>,
    /// What MIN was sure of when the node was entered; `None` while the window is open above, and always
    /// in plain minimax.
    #[serde(with = "text::option")]
    pub beta: Option<i64>,
    /// The value handed up. [`Node::bound`] says whether it is the exact one.
    #[serde(with = "text")]
    pub value: i64,
    /// How the node came by its value.
    pub end: End,
    /// How many of its children were searched but are not shown.
    pub left_out: u32,
}

/// A side of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// The side to move at the root, which wants the highest value.
    Max,
    /// The other side, which wants the lowest.
    Min,
}

/// How a node came by its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// The game is over here.
    Decided {},
    /// The last level, or a position without moves: its static value.
    Leaf {},
    /// A move was taken without any search, such as a win with the next stone.
    AtOnce {
        /// That move.
        point: Point,
    },
    /// Every move was tried.
    AllTried {
        /// The index of the child that gives the node its value, which is shown; `None` if none was better
        /// than the bound the value started from: alpha for MAX, beta for MIN.
        best: Option<u32>,
    },
    /// The window closed before every move was tried.
    Cut {
        /// The index of the child whose value closed the window and became the node's; it is shown.
        by: u32,
        /// How many moves were not tried, at least 1.
        untried: u32,
    },
}

/// The kind of a cut, named after the bound that was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// At a MIN node: its value fell to alpha or below, so MAX will not let it come to this.
    Alpha,
    /// At a MAX node: its value rose to beta or above, so MIN will not let it come to this.
    Beta,
}

/// How a node's value lies to what plain minimax would give it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// It is the same.
    Exact,
    /// Plain minimax may give less.
    AtMost,
    /// Plain minimax may give more.
    AtLeast,
}

/// What a whole search came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// The nodes looked at: every position that was given a value, the root included. A move taken at once
    /// is not played out, so it adds none.
    pub nodes: u64,
    /// The same by level, the root being level 0, as article 001's program prints them for the levels from
    /// 1 on.
    pub per_level: Vec<u64>,
    /// How many nodes plain minimax looks at, with the same moves, decided positions and moves taken at
    /// once; `None` if there are too many to count.
    pub plain: Option<u64>,
}

impl Side {
    /// The side that moves after this one.
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
    /// How it is written before the value.
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
    /// The cut that was made here, if any.
    #[must_use]
    pub const fn cut(&self) -> Option<Cut> {
        match (self.end, self.side) {
            (End::Cut { .. }, Side::Max) => Some(Cut::Beta),
            (End::Cut { .. }, Side::Min) => Some(Cut::Alpha),
            _ => None,
        }
    }

    /// Whether the value is exact or, since it is not inside the window, a bound.
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

    /// The index of the child that gives the node its value, if one does.
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
    /// How many nodes the cuts saved; `None` where [`Totals::plain`] is.
    #[must_use]
    pub fn cut(&self) -> Option<u64> {
        self.plain.map(|plain| plain.saturating_sub(self.nodes))
    }

    /// How many percent of plain minimax the cuts saved; `None` if that is not known, or nothing was.
    #[must_use]
    pub fn saved_percent(&self) -> Option<u128> {
        let (plain, saved) = (self.plain?, self.cut()?);
        (saved > 0).then(|| u128::from(saved) * 100 / u128::from(plain))
    }
}

impl Tree {
    /// The moves of the best line, from the root on; empty if the root is a leaf.
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
            text.parse().map_err(|_| D::Error::custom("a value is an integer as text"))
        } else {
            i64::deserialize(deserializer)
        }
    }

    #[derive(Serialize, Deserialize)]
    struct Value(#[serde(with = "super::text")] i64);

    pub(super) mod option {
        use super::{Deserialize as _, Deserializer, Serialize as _, Serializer, Value};

        pub(in super::super) fn serialize<S: Serializer>(
            value: &Option<i64>,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            value.map(Value).serialize(serializer)
        }

        pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<Option<i64>, D::Error> {
            Ok(Option::<Value>::deserialize(deserializer)?.map(|Value(value)| value))
        }
    }
}
