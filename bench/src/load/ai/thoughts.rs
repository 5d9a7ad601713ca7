//! What the AI seats have said of their moves.

use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use tengen_shared::{
    game::Thinking,
    rules::{Pace, Value},
};

/// All thoughts in a window, shared by all rooms.
#[derive(Debug, Default)]
pub(super) struct Thoughts(Mutex<Counts>);

/// The thoughts of a window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Moves of AI seats of which the thought was told.
    pub(super) told: u64,
    /// Those of them for which the time was cut short.
    pub(super) shortened: u64,
    /// Those that had to be thought about: neither the first stone nor a win or block that is seen at once.
    pub(super) searched: u64,
    /// Of the searched ones, those that prove nothing and are below two plies.
    pub(super) below_two: u64,
    /// The depths of the searched ones that prove nothing, in plies, and how many these are.
    pub(super) depths: u64,
    pub(super) open: u64,
    pub(super) nodes: u64,
    /// Moves for which the AI had to wait for a thread.
    pub(super) queued: u64,
}

impl Thoughts {
    /// An AI has told what it thinks of its move in a position that was `immediate` or not.
    pub(super) fn told(&self, thinking: &Thinking, immediate: bool) {
        let mut all = self.lock();
        all.told += 1;
        all.nodes += thinking.nodes;
        all.shortened += u64::from(thinking.pace == Pace::Shortened);
        if immediate {
            return;
        }
        all.searched += 1;
        if matches!(thinking.value, Value::Estimate(_)) {
            all.open += 1;
            all.depths += u64::from(thinking.depth);
            all.below_two += u64::from(thinking.depth < 2);
        }
    }

    /// An AI waits for a thread.
    pub(super) fn queued(&self) {
        self.lock().queued += 1;
    }

    /// Everything since the last time, and begins anew.
    pub(super) fn take(&self) -> Counts {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The depth that a search reaches on average if it proves nothing, and the nodes of a move.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Means {
    pub(super) depth: f64,
    pub(super) nodes: f64,
}

impl Counts {
    /// The means over the window.
    pub(super) fn means(&self) -> Means {
        let each = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
        Means { depth: each(self.depths, self.open), nodes: each(self.nodes, self.told) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_search_that_proves_nothing_can_be_too_shallow() {
        let thoughts = Thoughts::default();
        let tell = |value, depth, pace, immediate| {
            thoughts.told(&Thinking { value, depth, nodes: 10, pace }, immediate);
        };
        tell(Value::Estimate(3), 0, Pace::Full, true);
        tell(Value::Win(1), 1, Pace::Full, false);
        tell(Value::Estimate(3), 1, Pace::Shortened, false);
        tell(Value::Estimate(3), 4, Pace::Full, false);
        thoughts.queued();
        let counts = thoughts.take();
        let expected = Counts {
            told: 4,
            shortened: 1,
            searched: 3,
            below_two: 1,
            depths: 5,
            open: 2,
            nodes: 40,
            queued: 1,
        };
        assert_eq!(counts, expected);
        assert_eq!((counts.means().depth, counts.means().nodes), (2.5, 10.0));
        assert_eq!(thoughts.take(), Counts::default());
    }
}
