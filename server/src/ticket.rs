//! Counts messages that a room has not handled yet.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use crate::room_io::FarTicket;

/// Counts a message until it has been handled.
#[derive(Debug)]
pub(crate) enum Ticket {
    /// A command of a connection here, in the spectators' lane.
    Near(#[expect(dead_code, reason = "it counts until it is dropped")] Waits),
    /// A message of another node.
    Far(FarTicket),
}

impl Ticket {
    pub(crate) fn new(waiting: &Arc<AtomicUsize>) -> Self {
        waiting.fetch_add(1, Ordering::AcqRel);
        Self::Near(Waits(waiting.clone()))
    }
}

/// Counts a command until it is dropped.
#[derive(Debug)]
pub(crate) struct Waits(Arc<AtomicUsize>);

impl Drop for Waits {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}
