//! Which nodes there are, and which of them live.
//!
//! Every node renews a lease in the broker. No two machines' clocks are compared: a node counts as dead when its lease has
//! stood still for [`DEAD_AFTER`] of the observer's own time, and only such time counts in which other leases moved. So
//! while the broker elects a leader, which takes 4 to 9 seconds, nobody dies.

mod free_threads;
mod taken;

use std::{
    collections::BTreeMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use serde::{Deserialize, Serialize};
use tengen_shared::game::RunId;
use tokio::{sync::watch, time::Instant};

use super::{LAYOUT, NodeName, NodeRun, Place, PublicAddress, place};

/// How often a node renews its lease.
pub(super) const RENEW_EVERY: Duration = Duration::from_millis(500);
/// How long a lease may stand still while others move.
pub(super) const DEAD_AFTER: Duration = Duration::from_secs(3);
/// If no lease has moved for so long, the broker or the way to it stands still, and the time does not count.
const STANDSTILL: Duration = Duration::from_millis(1_500);

/// What a node says of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    pub run: RunId,
    pub duty: Duty,
    /// The number of the layout of messages between nodes. Nodes with different numbers do not understand each other.
    pub layout: u32,
    /// Where players reach the node; `None` as long as it does not listen.
    pub address: Option<PublicAddress>,
    /// Threads that could think for an AI now.
    #[serde(default)]
    pub free_threads: u16,
    /// How many rooms the node has taken over, or has tried to, from runs of other nodes that it took for dead and that live.
    #[serde(default)]
    pub taken: Vec<(NodeRun, u32)>,
}

/// What a node is ready for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Duty {
    /// It takes rooms over.
    Serving,
    /// It is about to stop: it hands its rooms over, and takes no more.
    Draining,
    Gone,
}

/// The nodes of a cluster, as one of them sees them.
#[derive(Debug)]
pub struct Nodes {
    me: NodeRun,
    state: Mutex<State>,
    /// Rises whenever a node comes, goes, or changes its duty.
    changes: watch::Sender<u64>,
}

#[derive(Debug)]
struct State {
    known: BTreeMap<NodeName, Known>,
    /// When any lease was last seen to move.
    moved: Option<Instant>,
    duty: Duty,
    address: Option<PublicAddress>,
    free_threads: u16,
    /// When the last renewal that succeeded was sent.
    renewed: Option<Instant>,
    /// See [`Nodes::lapses`].
    lapses: u64,
}

#[derive(Debug)]
struct Known {
    lease: Lease,
    /// For how long it has stood still while others moved.
    still: Duration,
    /// How many rooms this node has taken over from it, taking it for dead.
    taken: u32,
}

impl Known {
    fn lives(&self) -> bool {
        self.lease.duty != Duty::Gone && self.still < DEAD_AFTER
    }

    fn serves(&self) -> bool {
        self.lives() && self.lease.duty == Duty::Serving
    }
}

impl Nodes {
    /// Returns the view of a node that knows nobody else, and has no lease yet.
    #[must_use]
    pub fn new(me: NodeRun) -> Self {
        let state = State {
            known: BTreeMap::new(),
            moved: None,
            duty: Duty::Serving,
            address: None,
            free_threads: 0,
            renewed: None,
            lapses: 0,
        };
        Self { me, state: Mutex::new(state), changes: watch::Sender::new(0) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns this run of this node.
    #[must_use]
    pub const fn me(&self) -> &NodeRun {
        &self.me
    }

    /// Notes that a lease was renewed, as this node sees it at `now`.
    ///
    /// A node with another layout of messages does not count: nothing could be sent to it.
    pub fn observe(&self, name: NodeName, lease: Lease, now: Instant) {
        if lease.layout != LAYOUT {
            tracing::error!(node = %name, "a node of another version runs: run the same version on all nodes");
            return;
        }
        let mut state = self.state();
        let before = state.standings();
        let passed = state.moved.map_or(Duration::ZERO, |moved| now.saturating_duration_since(moved));
        if passed < STANDSTILL {
            state.known.values_mut().for_each(|known| known.still += passed);
        }
        state.moved = Some(now);
        let earlier = state.known.get(&name).filter(|known| known.lease.run == lease.run);
        let taken = earlier.map_or(0, |known| known.taken);
        let known_loss = earlier.map_or(0, |known| known.lease.taken_from(&self.me));
        if lease.taken_from(&self.me) > known_loss {
            state.lapses += 1;
        }
        state.known.insert(name, Known { lease, still: Duration::ZERO, taken });
        let has_changed = before != state.standings();
        drop(state);
        if has_changed {
            self.changes.send_modify(|number| *number += 1);
        }
    }

    /// Notes at `now` that a renewal of the own lease, sent at `sent`, has succeeded.
    pub fn renewed(&self, sent: Instant, now: Instant) {
        let mut state = self.state();
        if state.renewed.is_some_and(|renewed| now.saturating_duration_since(renewed) >= DEAD_AFTER) {
            state.lapses += 1;
        }
        let is_first = state.renewed.replace(sent).is_none();
        drop(state);
        if is_first {
            self.changes.send_modify(|number| *number += 1);
        }
    }

    /// Returns whether this node may write: whether its own lease cannot have stood still for too long.
    #[must_use]
    pub fn has_lease(&self, now: Instant) -> bool {
        self.state().renewed.is_some_and(|renewed| now.saturating_duration_since(renewed) < DEAD_AFTER)
    }

    /// Returns how often this node has lost its lease and got it back, or has learnt that another one took it for dead.
    /// Others may have taken its rooms meanwhile.
    #[must_use]
    pub fn lapses(&self) -> u64 {
        self.state().lapses
    }

    /// Returns the own duty.
    #[must_use]
    pub fn duty(&self) -> Duty {
        self.state().duty
    }

    /// Returns what the own lease says now.
    #[must_use]
    pub fn lease(&self) -> Lease {
        let state = self.state();
        let (address, free_threads) = (state.address.clone(), state.free_threads);
        let taken = state.taken();
        Lease { run: self.me.run, duty: state.duty, layout: LAYOUT, address, free_threads, taken }
    }

    /// Tells where players reach this node. The lease says so at once.
    pub fn set_address(&self, address: PublicAddress) {
        self.state().address = Some(address);
        self.changes.send_modify(|number| *number += 1);
    }

    /// Returns the addresses of the other nodes that serve, in the order of their names.
    #[must_use]
    pub fn addresses(&self) -> Vec<PublicAddress> {
        let state = self.state();
        let others = state.known.iter().filter(|(name, known)| **name != self.me.name && known.serves());
        others.filter_map(|(_, known)| known.lease.address.clone()).collect()
    }

    /// Returns whether a page that was loaded from `origin` came from a node of this cluster, which may be gone.
    #[must_use]
    pub fn is_origin(&self, origin: &str) -> bool {
        let state = self.state();
        state
            .known
            .values()
            .filter_map(|known| known.lease.address.as_ref())
            .any(|address| address.is_origin(origin))
    }

    /// Changes the own duty. The lease says so at once.
    pub fn set_duty(&self, duty: Duty) {
        self.state().duty = duty;
        self.changes.send_modify(|number| *number += 1);
    }

    /// Returns whether a run of a node may go on with the rooms that it owns. A node that is about to stop hands them over.
    #[must_use]
    pub fn may_own(&self, owner: &NodeRun) -> bool {
        let state = self.state();
        if *owner == self.me {
            return state.duty == Duty::Serving;
        }
        state.known.get(&owner.name).is_some_and(|known| known.serves() && known.lease.run == owner.run)
    }

    /// Returns whether this node has seen its own lease, and so all leases that were there before it.
    #[must_use]
    pub fn has_seen_itself(&self) -> bool {
        self.state().known.get(&self.me.name).is_some_and(|known| known.lease.run == self.me.run)
    }

    /// Returns whether this run of a node lives.
    #[must_use]
    pub fn lives(&self, node: &NodeRun) -> bool {
        *node == self.me
            || self
                .state()
                .known
                .get(&node.name)
                .is_some_and(|known| known.lives() && known.lease.run == node.run)
    }

    /// Returns the node on which something belongs: a living one that serves. This node if there is none.
    #[must_use]
    pub fn place(&self, what: Place) -> NodeRun {
        let state = self.state();
        let me = (state.duty == Duty::Serving).then_some(&self.me.name);
        let others = state.known.iter().filter(|(name, known)| **name != self.me.name && known.serves());
        let chosen = place(what, others.map(|(name, _)| name).chain(me));
        chosen
            .and_then(|name| Some(NodeRun { name: name.clone(), run: state.known.get(name)?.lease.run }))
            .filter(|chosen| chosen.name != self.me.name)
            .unwrap_or_else(|| self.me.clone())
    }

    /// Returns the other living nodes.
    #[must_use]
    pub fn others(&self) -> Vec<NodeRun> {
        let state = self.state();
        let others = state.known.iter().filter(|(name, known)| **name != self.me.name && known.lives());
        others.map(|(name, known)| NodeRun { name: name.clone(), run: known.lease.run }).collect()
    }

    /// Returns a receiver that is told whenever a node comes, goes, or changes its duty.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }
}

impl State {
    fn standings(&self) -> Vec<(NodeName, RunId, Duty, bool)> {
        let standing = |(name, known): (&NodeName, &Known)| {
            (name.clone(), known.lease.run, known.lease.duty, known.lives())
        };
        self.known.iter().map(standing).collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    fn name(text: &str) -> NodeName {
        text.parse().unwrap()
    }

    fn lease(run: u64, duty: Duty) -> Lease {
        Lease { run: RunId(run), duty, layout: LAYOUT, address: None, free_threads: 1, taken: Vec::new() }
    }

    /// A view of nodes `a` (the observer), `b` and `c`, and its time.
    struct View {
        nodes: Nodes,
        now: Instant,
    }

    impl View {
        fn new() -> Self {
            let nodes = Nodes::new(NodeRun { name: name("a"), run: RunId(1) });
            Self { nodes, now: Instant::now() }
        }

        /// Lets time pass in which these nodes renew their leases every half second.
        fn pass(&mut self, seconds: u64, renewing: &[&str]) {
            for _ in 0..2 * seconds {
                self.now += RENEW_EVERY;
                for node in renewing {
                    self.nodes.observe(name(node), lease(1, Duty::Serving), self.now);
                }
            }
        }

        fn owns(&self, node: &str) -> bool {
            self.nodes.may_own(&NodeRun { name: name(node), run: RunId(1) })
        }
    }

    #[test]
    fn a_node_dies_when_its_lease_stands_still_while_others_move() {
        let mut view = View::new();
        view.pass(2, &["a", "b", "c"]);
        let mut changes = view.nodes.changes();
        changes.mark_unchanged();
        view.pass(2, &["a", "b"]);
        assert!(view.owns("c") && !changes.has_changed().unwrap());
        view.pass(2, &["a", "b"]);
        assert!(!view.owns("c") && view.owns("b") && changes.has_changed().unwrap());
        view.pass(1, &["a", "b", "c"]);
        assert!(view.owns("c"), "and lives again when it moves");
    }

    #[test]
    fn nobody_dies_while_the_broker_stands_still() {
        let mut view = View::new();
        view.pass(2, &["a", "b", "c"]);
        view.pass(60, &[]);
        view.pass(1, &["a"]);
        view.pass(1, &["a", "b", "c"]);
        assert!(view.owns("b") && view.owns("c"));
    }

    #[test]
    fn another_run_of_a_node_owns_nothing_of_the_first() {
        let mut view = View::new();
        view.pass(2, &["a", "b"]);
        view.nodes.observe(name("b"), lease(2, Duty::Serving), view.now);
        assert!(!view.owns("b") && view.nodes.may_own(&NodeRun { name: name("b"), run: RunId(2) }));
    }

    #[test]
    fn a_node_that_drains_gets_nothing_more() {
        let mut view = View::new();
        view.pass(2, &["a", "b"]);
        view.nodes.observe(name("b"), lease(1, Duty::Draining), view.now);
        let b = NodeRun { name: name("b"), run: RunId(1) };
        assert!(!view.owns("b") && view.nodes.lives(&b));
        assert!((0..100).all(|number| view.nodes.place(Place::of(&number.to_string())).name == name("a")));
        view.nodes.set_duty(Duty::Draining);
        assert!(!view.owns("a"));
    }

    #[test]
    fn a_lease_holds_for_less_than_the_time_after_which_others_count_it_as_dead() {
        let view = View::new();
        assert!(!view.nodes.has_lease(view.now), "not before the first renewal");
        view.nodes.renewed(view.now, view.now);
        assert!(view.nodes.has_lease(view.now + Duration::from_millis(2_900)));
        assert!(!view.nodes.has_lease(view.now + DEAD_AFTER));
        let sent = view.now + RENEW_EVERY;
        view.nodes.renewed(sent, sent);
        assert_eq!(view.nodes.lapses(), 0);
        // Sent in time, but stored too late: the others have counted this node as dead meanwhile.
        view.nodes.renewed(sent + Duration::from_secs(2), sent + DEAD_AFTER);
        assert_eq!(view.nodes.lapses(), 1);
        let later = sent + Duration::from_secs(9);
        view.nodes.renewed(later, later);
        assert_eq!(view.nodes.lapses(), 2);
    }
}
