//! Counts the evaluations of the AI seats.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tengen_shared::{
    game::Thinking,
    rules::{Pace, Value},
};

/// The counts of a window, shared by all rooms.
#[derive(Debug, Default)]
pub(super) struct Thoughts(Mutex<Counts>);

/// The counts of a window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Moves of AI seats with an evaluation.
    pub(super) evaluated: u64,
    /// Moves with a shortened search.
    pub(super) shortened: u64,
    /// Moves that needed a search: neither the first stone, the last free point, nor an immediate win or block.
    pub(super) searched: u64,
    /// Searches that proved nothing and were below two plies.
    pub(super) below_two: u64,
    /// The sum of the depths of searches that proved nothing, in plies.
    pub(super) unproven_depths: u64,
    /// The number of searches that proved nothing.
    pub(super) unproven: u64,
    pub(super) nodes: u64,
    /// Moves for which the AI waited for a thread.
    pub(super) queued: u64,
}

impl Thoughts {
    /// Counts an AI's evaluation of its move. `immediate` says whether the position left no real choice.
    pub(super) fn record(&self, thinking: &Thinking, immediate: bool) {
        let mut all = self.lock();
        all.evaluated += 1;
        all.nodes += thinking.nodes;
        all.shortened += u64::from(thinking.pace == Pace::Shortened);
        if immediate {
            return;
        }
        all.searched += 1;
        if matches!(thinking.value, Value::Estimate(_)) {
            all.unproven += 1;
            all.unproven_depths += u64::from(thinking.depth);
            all.below_two += u64::from(thinking.depth < 2);
        }
    }

    /// Counts an AI that waits for a thread.
    pub(super) fn queued(&self) {
        self.lock().queued += 1;
    }

    /// Returns the counts since the last call, and resets them.
    pub(super) fn take(&self) -> Counts {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The mean depth of searches that proved nothing, and the mean number of nodes of a move.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Means {
    pub(super) depth: f64,
    pub(super) nodes: f64,
}

impl Counts {
    /// Returns the means over the window.
    pub(super) fn means(&self) -> Means {
        let each = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
        Means { depth: each(self.unproven_depths, self.unproven), nodes: each(self.nodes, self.evaluated) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_search_that_proves_nothing_can_be_too_shallow() {
        let thoughts = Thoughts::default();
        let tell = |value, depth, pace, immediate| {
            thoughts.record(&Thinking { value, depth, nodes: 10, pace }, immediate);
        };
        tell(Value::Estimate(3), 0, Pace::Full, true);
        tell(Value::Win(1), 1, Pace::Full, false);
        tell(Value::Estimate(3), 1, Pace::Shortened, false);
        tell(Value::Estimate(3), 4, Pace::Full, false);
        thoughts.queued();
        let counts = thoughts.take();
        let expected = Counts {
            evaluated: 4,
            shortened: 1,
            searched: 3,
            below_two: 1,
            unproven_depths: 5,
            unproven: 2,
            nodes: 40,
            queued: 1,
        };
        assert_eq!(counts, expected);
        assert_eq!((counts.means().depth, counts.means().nodes), (2.5, 10.0));
        assert_eq!(thoughts.take(), Counts::default());
    }
}
