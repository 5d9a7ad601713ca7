//! How long a brain may think: limits, the flag that stops it, and the budget that watches both.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

use tengen_shared::rules::Pace;

/// What a brain may spend on one move. The default is no deadline, the brain's own node limit, seed 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// When the answer is due; `None` for no deadline.
    pub deadline: Option<Instant>,
    /// The time aimed at: a search may end before it, or go on until the deadline, by how sure it is of its move.
    /// Brains without a time management of their own pass over it.
    pub target: Option<Instant>,
    /// How many nodes may be looked at; `None` leaves it to the brain.
    pub max_nodes: Option<u64>,
    /// What chance is drawn from, in brains that use chance.
    pub seed: u64,
    /// The depth, in plies, that is finished however late it gets: a deadline cuts only what is deeper. The
    /// stop flag cuts everything.
    pub min_depth: u8,
    /// What is asked for. Brains without a time management of their own pass over it.
    pub purpose: Purpose,
}

/// What a search is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// A move: where there is only one, it is not thought about for long.
    #[default]
    Move,
    /// What the position is worth: an only move is searched like any other.
    Value,
}

/// A flag by which another thread ends a search early. Clones are the same flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Asks the search to end; it cannot be taken back.
    pub fn stop(&self) {
        // Relaxed: the flag guards no other data, it only has to arrive soon.
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the search shall end.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// How many nodes pass between two looks at flag and clock: reading the clock costs about as much as
/// half a node, and 256 nodes take well under a millisecond.
const NODES_PER_LOOK: u64 = 256;

/// Counts the nodes of one search and says when it must end.
#[derive(Debug)]
pub struct Budget<'a> {
    limits: Limits,
    stop: &'a StopFlag,
    nodes: u64,
    over: bool,
    pace: Pace,
    /// The depth being searched must be finished, deadline or not.
    must_finish: bool,
}

impl<'a> Budget<'a> {
    /// A budget of which nothing is spent.
    #[must_use]
    pub const fn new(limits: Limits, stop: &'a StopFlag) -> Self {
        Self { limits, stop, nodes: 0, over: false, pace: Pace::Full, must_finish: limits.min_depth > 0 }
    }

    /// Says that the search of `depth` plies begins.
    pub const fn begin_depth(&mut self, depth: u8) {
        self.must_finish = depth <= self.limits.min_depth;
    }

    /// Whether one more node may be looked at; if so, it is counted. Once this has said no, it always
    /// does. The first call looks at flag and clock, so what is stopped beforehand does not begin.
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

    /// Counts nodes that are looked at together; `false` once the budget is spent.
    pub(crate) fn spend(&mut self, nodes: u32) -> bool {
        (0..nodes).all(|_| self.enter())
    }

    /// The most nodes that may be looked at, if there is a limit.
    pub(crate) const fn max_nodes(&self) -> Option<u64> {
        self.limits.max_nodes
    }

    /// The time aimed at, if there is one.
    pub(crate) const fn target(&self) -> Option<Instant> {
        self.limits.target
    }

    /// What is asked for.
    pub(crate) const fn purpose(&self) -> Purpose {
        self.limits.purpose
    }

    /// Whether there is time for more than the least depth.
    pub(crate) fn has_time_for_more(&self) -> bool {
        !self.stop.is_set() && self.limits.deadline.is_none_or(|due| Instant::now() < due)
    }

    /// The nodes looked at.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether flag or deadline has ended the search, rather than a node limit.
    #[must_use]
    pub const fn pace(&self) -> Pace {
        self.pace
    }

    fn interrupted(&self) -> bool {
        let late = || self.limits.deadline.is_some_and(|due| Instant::now() >= due);
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
