//! What the clients and whoever kills the server share.

use std::{
    net::SocketAddr,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tengen_shared::protocol::ServerId;
use tokio::sync::watch;

use super::{Commands, Fault, Finding, Ledger};

/// What the clients are to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The server is down, or about to be killed: a broken connection is no fault.
    Down,
    /// The server listens there; starts are counted.
    Play { start: u32, addr: SocketAddr },
    /// The same, but nobody begins anything new: all wait for their answers and look at their rooms once more.
    Finish { start: u32, addr: SocketAddr },
    /// It is over.
    Over,
}

impl Order {
    /// The start of the server that listens now, and where.
    pub(super) const fn server(self) -> Option<(u32, SocketAddr)> {
        match self {
            Self::Play { start, addr } | Self::Finish { start, addr } => Some((start, addr)),
            Self::Down | Self::Over => None,
        }
    }
}

/// What a client reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notice {
    /// After this start all that waited for an answer has got one.
    Resumed { start: u32 },
    /// It has looked at its rooms for the last time.
    Finished,
}

/// The ledgers and the tally.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) seed: u64,
    pub(super) ledgers: Vec<Mutex<Ledger>>,
    tally: Mutex<Commands>,
    /// Changes whenever a room was made.
    pub(super) opened: watch::Sender<()>,
    server: Mutex<Option<ServerId>>,
    general: Mutex<Vec<Finding>>,
}

impl Shared {
    pub(super) fn new(seed: u64, rooms: usize) -> Self {
        Self {
            seed,
            ledgers: (0..rooms).map(|_| Mutex::default()).collect(),
            tally: Mutex::default(),
            opened: watch::Sender::new(()),
            server: Mutex::default(),
            general: Mutex::default(),
        }
    }

    /// The ledger of a room; it is held for a moment only.
    pub(super) fn ledger(&self, number: usize) -> MutexGuard<'_, Ledger> {
        self.ledgers[number].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The commands so far, by what became of them; it is held for a moment only.
    pub(super) fn tally(&self) -> MutexGuard<'_, Commands> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a failure that concerns no room.
    pub(super) fn find(&self, fault: Fault, text: impl Into<String>) {
        self.general_mut().push(Finding::general(fault, text));
    }

    /// A server that was killed must come back as the same one.
    pub(super) fn meet(&self, id: ServerId) {
        let known = *self.server.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(id);
        if known != id {
            self.find(Fault::Changed, format!("the server was {known} and is {id} now"));
        }
    }

    /// The failures so far.
    pub(super) fn findings(&self) -> Vec<Finding> {
        let mut all = self.general_mut().clone();
        all.extend((0..self.ledgers.len()).flat_map(|number| self.ledger(number).findings.clone()));
        all
    }

    fn general_mut(&self) -> MutexGuard<'_, Vec<Finding>> {
        self.general.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
