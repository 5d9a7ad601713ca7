//! What every brain has in common: the question it is asked and the answer it gives.

use tengen_shared::rules::{Point, Position};

pub use tengen_shared::rules::{Pace, Value};

use crate::limits::{Limits, StopFlag};

/// An algorithm that picks a move.
///
/// Every brain is anytime: when it must stop, because of the flag, the deadline or the node limit, the
/// last depth it finished counts. A win with the next stone, and the block of the only point with
/// which the other side would win, are found before any search, however little is left to spend.
pub trait Brain: Send {
    /// The move for the side to move; `None` only when the position is decided.
    ///
    /// The same position, seed and node limit give the same choice, unless the flag or the deadline
    /// cuts the search short.
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Option<Choice>;
}

/// Someone who wants to know how far a search has come. `()` does not care.
pub trait Observer {
    /// Called each time a depth is finished, with the choice as it stands.
    fn depth_done(&mut self, _choice: &Choice) {}
}

impl Observer for () {}

/// A chosen move and what the brain thinks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The point to play: always legal.
    pub point: Point,
    /// What the position is worth when this point is played.
    pub value: Value,
    /// The last depth searched to its end, in plies; 0 if there was no time for any.
    pub depth: u8,
    /// The nodes looked at so far.
    pub nodes: u64,
    /// The play expected from here on, beginning with `point`.
    pub line: Vec<Point>,
    /// Whether the search came to its own end, or to its node limit, before flag or deadline cut it.
    pub pace: Pace,
}

/// The early verdict of article 001: in how many plies the side to move wins by force, if the search
/// has proven it; `None` for every estimate, however good, and for a loss.
#[must_use]
pub const fn verdict(choice: &Choice) -> Option<u16> {
    match choice.value {
        Value::Win(plies) => Some(plies),
        Value::Loss(_) | Value::Estimate(_) => None,
    }
}
