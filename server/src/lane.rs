//! The two lanes of a room's mailbox, and the ticket for the second.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use serde::{Deserialize, Serialize};

use crate::room_io::FarTicket;

/// A priority lane of a room's mailbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Lane {
    /// For the host, owners of seats, and the server itself; read first.
    Players,
    /// For spectators and strangers; read when the other lane is empty.
    Spectators,
}

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
