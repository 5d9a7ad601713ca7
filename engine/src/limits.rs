//! Limits of a search, the flag that stops it, and the budget that checks both.

use std::sync::{
    Arc,
    atomic::{AtomicU8, Ordering},
};

use tengen_shared::rules::Pace;
use web_time::Instant;

/// What an engine may spend on one move. The default is no deadline, the engine's own node limit and seed 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The time at which the answer is due; `None` for no deadline.
    pub deadline: Option<Instant>,
    /// The intended end of the search. A search that is sure of its move ends earlier, and an unsure one goes on,
    /// at most until the deadline. Engines without time management ignore it.
    pub target: Option<Instant>,
    /// The maximum number of nodes that may be searched; `None` for the engine's own limit. `pvs` first looks for a win by
    /// fours, and may visit 4,000 positions before it looks at this limit. With several threads, it is that of the first one.
    pub max_nodes: Option<u64>,
    /// The seed of all random choices.
    pub seed: u64,
    /// The depth, in plies, that the engine completes even after the deadline. The stop flag ends the search at any
    /// depth.
    pub min_depth: u8,
    /// The reason for the search. Engines without time management ignore it.
    pub purpose: Purpose,
}

/// The reason for a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// Finds a move. The search ends early if there is only one candidate.
    #[default]
    Move,
    /// Evaluates the position. The search does not end early if there is only one candidate.
    Value,
}

/// A flag that lets another thread end a search early. Clones share the flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicU8>);

/// The states of a [`StopFlag`]. They only rise.
const HURRY: u8 = 1;
const STOP: u8 = 2;

impl StopFlag {
    /// Asks the search to end. The flag cannot be cleared.
    pub fn stop(&self) {
        // Relaxed: the flag guards no other data and only has to arrive soon.
        self.0.fetch_max(STOP, Ordering::Relaxed);
    }

    /// Asks the search to end as if its deadline had passed: the minimum depth is still completed.
    pub fn hurry(&self) {
        self.0.fetch_max(HURRY, Ordering::Relaxed);
    }

    /// Returns whether the search must end.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= STOP
    }

    /// Returns whether the search must end, or end soon.
    #[must_use]
    pub fn is_hurried(&self) -> bool {
        self.0.load(Ordering::Relaxed) >= HURRY
    }
}

/// How many nodes pass between two checks of the flag and the clock. Reading the clock costs about as much as half
/// a node, and 256 nodes take well under a millisecond.
const NODES_PER_LOOK: u64 = 256;

/// Counts the nodes of one search and decides when it must end.
#[derive(Debug)]
pub struct Budget<'a> {
    limits: Limits,
    stop: &'a StopFlag,
    nodes: u64,
    over: bool,
    pace: Pace,
    /// Whether the current depth must be completed even after the deadline.
    must_finish: bool,
}

impl<'a> Budget<'a> {
    /// Creates an unspent budget.
    #[must_use]
    pub const fn new(limits: Limits, stop: &'a StopFlag) -> Self {
        Self { limits, stop, nodes: 0, over: false, pace: Pace::Full, must_finish: limits.min_depth > 0 }
    }

    /// Notes that the search of `depth` plies begins. Up to the minimum depth, the deadline does not apply.
    pub const fn begin_depth(&mut self, depth: u8) {
        self.must_finish = depth <= self.limits.min_depth;
    }

    /// Counts one node and returns whether the search may visit it. After the first `false` it always returns
    /// `false`.
    ///
    /// The first call checks the flag and the clock, so a search that is already stopped does not begin.
    pub fn enter(&mut self) -> bool {
        if !self.over {
            self.over = self.limits.max_nodes.is_some_and(|most| self.nodes >= most);
            if !self.over && self.nodes.is_multiple_of(NODES_PER_LOOK) && self.interrupted() {
                self.over = true;
                self.pace = Pace::Shortened;
            }
            self.nodes += u64::from(!self.over);
        }
        !self.over
    }

    /// Counts a batch of nodes. Returns `false` once the budget is spent.
    pub(crate) fn spend(&mut self, nodes: u32) -> bool {
        (0..nodes).all(|_| self.enter())
    }

    /// Returns the node limit, if there is one.
    pub(crate) const fn max_nodes(&self) -> Option<u64> {
        self.limits.max_nodes
    }

    /// Returns the intended end of the search, if there is one.
    pub(crate) const fn target(&self) -> Option<Instant> {
        self.limits.target
    }

    pub(crate) const fn purpose(&self) -> Purpose {
        self.limits.purpose
    }

    /// Returns whether there is time to go beyond the minimum depth.
    pub(crate) fn has_time_for_more(&self) -> bool {
        !self.stop.is_hurried() && self.limits.deadline.is_none_or(|due| Instant::now() < due)
    }

    /// Returns the number of nodes searched so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns `Shortened` if the flag or the deadline ended the search. A node limit does not count.
    #[must_use]
    pub const fn pace(&self) -> Pace {
        self.pace
    }

    fn interrupted(&self) -> bool {
        let late = || self.stop.is_hurried() || self.limits.deadline.is_some_and(|due| Instant::now() >= due);
        self.stop.is_set() || (!self.must_finish && late())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_limit_is_exact() {
        let stop = StopFlag::default();
        let mut budget = Budget::new(Limits { max_nodes: Some(3), ..Limits::default() }, &stop);
        assert_eq!([(); 5].map(|()| budget.enter()), [true, true, true, false, false]);
        assert_eq!((budget.nodes(), budget.pace()), (3, Pace::Full));
    }

    #[test]
    fn a_set_flag_or_a_past_deadline_lets_nothing_begin() {
        let stop = StopFlag::default();
        let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
        assert!(!Budget::new(late, &stop).enter());
        assert!(Budget::new(Limits::default(), &stop).enter());
        stop.clone().stop();
        assert!(!Budget::new(Limits::default(), &stop).enter());
    }

    #[test]
    fn the_least_depth_is_finished_after_the_deadline_but_not_after_the_flag() {
        let stop = StopFlag::default();
        let late = Limits { deadline: Some(Instant::now()), min_depth: 2, ..Limits::default() };
        let mut budget = Budget::new(late, &stop);
        for depth in [1, 2] {
            budget.begin_depth(depth);
            assert!((0..2 * NODES_PER_LOOK).all(|_| budget.enter()), "depth {depth}");
            assert_eq!(budget.pace(), Pace::Full);
        }
        budget.begin_depth(3);
        assert!(!budget.enter());
        assert_eq!(budget.pace(), Pace::Shortened);
        stop.stop();
        assert!(!Budget::new(late, &stop).enter());
    }

    #[test]
    fn a_flag_set_on_the_way_is_seen_within_the_next_look() {
        let stop = StopFlag::default();
        let mut budget = Budget::new(Limits::default(), &stop);
        assert!(budget.enter());
        stop.stop();
        while budget.enter() {}
        assert_eq!(budget.nodes(), NODES_PER_LOOK);
    }
}
