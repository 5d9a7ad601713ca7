//! The two lanes of a room's mailbox, and what marks a command that waits in the second.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

/// A lane of a room's mailbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// For those who sit in the room, and for the server itself: taken first.
    Players,
    /// For spectators and strangers: taken when nothing else waits.
    Spectators,
}

/// Counts a command that waits in the lane for spectators, until it is dropped.
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
