//! The threads of nodes that could think for an AI, as their leases say.

use super::{NodeRun, Nodes};

impl Nodes {
    /// Notes how many threads could think for an AI here. The lease says so when it is renewed.
    pub fn set_free(&self, threads: usize) {
        self.state().free_threads = u16::try_from(threads).unwrap_or(u16::MAX);
    }

    /// Returns how many threads of the other nodes are free, as their leases say.
    #[must_use]
    pub fn free_elsewhere(&self) -> usize {
        let state = self.state();
        let others = state.known.iter().filter(|(name, known)| **name != self.me.name && known.serves());
        others.map(|(_, known)| usize::from(known.lease.free_threads)).sum()
    }

    /// Returns the other node with the most free threads, and counts one of them as used; `None` if none is free.
    #[must_use]
    pub fn take_free(&self) -> Option<NodeRun> {
        let mut state = self.state();
        let others = state.known.iter_mut().filter(|(name, known)| **name != self.me.name && known.serves());
        // Not all others at the same one.
        let (name, known) =
            others.max_by_key(|(_, known)| (known.lease.free_threads, rand::random::<u32>()))?;
        known.lease.free_threads = known.lease.free_threads.checked_sub(1)?;
        Some(NodeRun { name: name.clone(), run: known.lease.run })
    }

    /// Notes that a node has no free thread, until its lease says otherwise.
    pub fn has_none_free(&self, node: &NodeRun) {
        if let Some(known) = self.state().known.get_mut(&node.name) {
            known.lease.free_threads = 0;
        }
    }
}
