//! How a node is asked for: between which values, and after what.

use crate::score::Score;

/// The values between which a result matters.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// The window of a question with two answers: is it more than `alpha`?
    pub(super) const fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// The same window as the other side sees it.
    pub(super) const fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    pub(super) const fn is_null(self) -> bool {
        self.beta - self.alpha == 1
    }
}

/// How a node is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Visit {
    /// As usual, after a stone.
    Plain,
    /// After a pass: two in a row would say nothing.
    Passed,
}
