//! What every brain has in common: the question it is asked and the answer it gives.

use std::cmp::Ordering;

use tengen_shared::rules::{Point, Position};

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
}

/// What a position is worth to the side to move.
///
/// Values are ordered from bad to good: a slow loss is better than a quick one, any estimate is better
/// than a loss, and a quick win is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Proven: the side to move wins with ply n from here at the latest, 1 being its next stone.
    Win(u16),
    /// Proven: the other side wins with ply n from here at the latest, so n is at least 2.
    Loss(u16),
    /// A judgement in units of the brain that made it; above 0 is good for the side to move. A position
    /// that is known to end in a draw is `Estimate(0)`.
    Estimate(i32),
}

impl Value {
    fn rank(self) -> (i8, i32) {
        match self {
            Self::Win(plies) => (1, -i32::from(plies)),
            Self::Loss(plies) => (-1, i32::from(plies)),
            Self::Estimate(units) => (0, units),
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
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

#[cfg(test)]
mod tests {
    use super::Value::{Estimate, Loss, Win};

    #[test]
    fn values_rise_from_a_quick_loss_to_a_quick_win() {
        let rising = [Loss(2), Loss(8), Estimate(-5), Estimate(0), Estimate(i32::MAX), Win(9), Win(1)];
        assert!(rising.is_sorted_by(|a, b| a < b));
    }
}
