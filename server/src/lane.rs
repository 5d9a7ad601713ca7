//! The two lanes of a room's mailbox, and the ticket for the second.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// A priority lane of a room's mailbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// For the host, owners of seats, and the server itself; read first.
    Players,
    /// For spectators and strangers; read when the other lane is empty.
    Spectators,
}

/// Counts a command in the spectators' lane until it is dropped.
#[derive(Debug)]
pub(crate) struct Ticket(Arc<AtomicUsize>);

impl Ticket {
    pub(crate) fn new(waiting: &Arc<AtomicUsize>) -> Self {
        waiting.fetch_add(1, Ordering::AcqRel);
        Self(waiting.clone())
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}
