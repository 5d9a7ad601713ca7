//! A node of the search: its depth, its window, and what the search expects of it.

use crate::{
    depth::Depth,
    score::Score,
    square::{Side, Square},
};

/// A node whose moves are tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) depth: Depth,
    /// Its distance from the root, in plies.
    pub(super) ply: usize,
    pub(super) window: Window,
    pub(super) visit: Visit,
    /// Whether a threat restricts the moves.
    pub(super) forced: bool,
    /// The side to move, and the previous move.
    pub(super) side: Side,
    pub(super) last: Option<Square>,
    /// The best move in the transposition table.
    pub(super) best: Option<Square>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// Creates a null window, which only asks whether the value is greater than `alpha`.
    pub(super) const fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// Returns the same window from the other side's point of view.
    pub(super) const fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    pub(super) const fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// What the search expects of a node, or that a null move led to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visit {
    /// The node is in the principal variation, or the search expects it to fail low.
    Plain,
    /// The search expects the node to fail high: Knuth and Moore, "An analysis of alpha-beta pruning", 1975, type 2.
    Cut,
    /// After a null move. A second null move in a row would prove nothing.
    Passed,
}
