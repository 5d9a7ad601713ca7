//! The interface of every engine: the question and the answer.

use tengen_shared::rules::{Point, Position};

pub use tengen_shared::rules::{Pace, Value};

use crate::limits::{Limits, StopFlag};

/// An algorithm that picks a move.
///
/// Every engine is anytime: if the stop flag, the deadline or the node limit ends a search, the last completed
/// depth counts. Before any search, however small the budget, an engine plays a win with the next stone. Otherwise
/// it blocks the other side's only winning point.
pub trait Engine: Send {
    /// Returns a move for the side to move, or `None` if the position is decided.
    ///
    /// The same position, seed and node limit give the same choice, unless the flag or the deadline ends the
    /// search.
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Option<Choice>;
}

/// Receives the progress of a search. `()` ignores it.
pub trait Observer {
    /// Called after each completed depth with the best choice so far.
    fn depth_done(&mut self, _choice: &Choice) {}
}

impl Observer for () {}

/// A chosen move and its evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The point to play, which is always legal.
    pub point: Point,
    /// The value of the position if this point is played.
    pub value: Value,
    /// The last completed depth, in plies; 0 if none was completed. If a threat search proved a win, its length.
    pub depth: u8,
    /// The nodes searched so far.
    pub nodes: u64,
    /// The principal variation, which begins with `point`.
    pub line: Vec<Point>,
    /// Whether the flag or the deadline shortened the search. A node limit does not count as shortening.
    pub pace: Pace,
}

/// Returns the number of plies in which the side to move wins, if the search has proven a win.
///
/// This is the early verdict of article 001. Estimates, however good, and losses give `None`.
#[must_use]
pub const fn verdict(choice: &Choice) -> Option<u16> {
    match choice.value {
        Value::Win(plies) => Some(plies),
        Value::Loss(_) | Value::Estimate(_) => None,
    }
}
