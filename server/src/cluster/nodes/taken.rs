//! The rooms that nodes have taken over from others, as their leases say.
//!
//! An observer that stands still for a moment may take a node for dead that was out of touch for a little less. That node has
//! never lost its lease, so nothing but the lease of the other one tells it that its rooms may be gone.

use super::{Duty, Lease, NodeName, NodeRun, Nodes, State};

impl Nodes {
    /// Notes that this node takes a room over, or has tried to. The lease says so when it is renewed. An owner that hands its
    /// rooms over knows it.
    pub fn takes_over_from(&self, owner: &NodeRun) {
        let mut state = self.state();
        let of_run = state.known.get_mut(&owner.name).filter(|known| known.lease.run == owner.run);
        if let Some(known) = of_run.filter(|known| known.lease.duty == Duty::Serving) {
            known.taken = known.taken.saturating_add(1);
        }
    }
}

impl State {
    /// Returns the nodes from which this one has taken rooms over, with their number. Dead ones are left out: they cannot
    /// hear of it.
    pub(super) fn taken(&self) -> Vec<(NodeRun, u32)> {
        let run_of = |name: &NodeName, lease: &Lease| NodeRun { name: name.clone(), run: lease.run };
        let losers = self.known.iter().filter(|(_, known)| known.taken > 0 && known.lives());
        losers.map(|(name, known)| (run_of(name, &known.lease), known.taken)).collect()
    }
}

impl Lease {
    /// Returns how many rooms the node has taken over from a run of another one.
    pub(super) fn taken_from(&self, node: &NodeRun) -> u32 {
        self.taken.iter().find(|(from, _)| from == node).map_or(0, |(_, rooms)| *rooms)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use tengen_shared::game::RunId;
    use tokio::time::Instant;

    use super::*;
    use crate::cluster::LAYOUT;

    fn run(name: &str, run: u64) -> NodeRun {
        NodeRun { name: name.parse().unwrap(), run: RunId(run) }
    }

    fn see(nodes: &Nodes, node: &NodeRun, duty: Duty, taken: Vec<(NodeRun, u32)>) {
        let lease = Lease { run: node.run, duty, layout: LAYOUT, address: None, free_threads: 0, taken };
        nodes.observe(node.name.clone(), lease, Instant::now());
    }

    #[test]
    fn a_node_learns_that_another_one_has_taken_its_rooms() {
        let (a, b) = (run("a", 1), run("b", 1));
        let nodes = Nodes::new(a.clone());
        see(&nodes, &b, Duty::Serving, vec![(run("a", 7), 4)]);
        assert_eq!(nodes.lapses(), 0, "from an earlier run");
        for (rooms, lapses) in [(1, 1), (1, 1), (3, 2)] {
            see(&nodes, &b, Duty::Serving, vec![(a.clone(), rooms)]);
            assert_eq!(nodes.lapses(), lapses);
        }
    }

    #[test]
    fn a_lease_counts_the_rooms_taken_from_the_last_run_of_a_node_that_served() {
        let (a, b) = (run("a", 1), run("b", 1));
        let nodes = Nodes::new(a);
        see(&nodes, &b, Duty::Serving, Vec::new());
        nodes.takes_over_from(&b);
        see(&nodes, &b, Duty::Serving, Vec::new());
        nodes.takes_over_from(&b);
        assert_eq!(nodes.lease().taken, [(b.clone(), 2)]);
        see(&nodes, &run("b", 2), Duty::Serving, Vec::new());
        nodes.takes_over_from(&b);
        assert_eq!(nodes.lease().taken, [], "the first run is known no more");
        see(&nodes, &run("b", 2), Duty::Draining, Vec::new());
        nodes.takes_over_from(&run("b", 2));
        assert_eq!(nodes.lease().taken, [], "it hands its rooms over");
    }
}
