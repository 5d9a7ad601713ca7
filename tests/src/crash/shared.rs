//! The data that the clients share with the task that kills the server.

use std::{
    net::SocketAddr,
    sync::{Mutex, MutexGuard, PoisonError},
};

use tengen_shared::protocol::ServerId;
use tokio::sync::watch;

use super::{Commands, Fault, Finding, Ledger};

/// An order to the clients.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// The server is down, or about to be killed: a broken connection is not a fault.
    Down,
    /// The server listens at `addr`; `start` counts its starts.
    Play { start: u32, addr: SocketAddr },
    /// The same, but clients begin nothing new: they wait for their answers and check their rooms once more.
    Finish { start: u32, addr: SocketAddr },
    /// The test is over.
    Over,
}

impl Order {
    /// Returns the start and the address of the server that listens now.
    pub(super) const fn server(self) -> Option<(u32, SocketAddr)> {
        match self {
            Self::Play { start, addr } | Self::Finish { start, addr } => Some((start, addr)),
            Self::Down | Self::Over => None,
        }
    }
}

/// A report of a client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notice {
    /// After this start, the client has got all answers that it waited for.
    Resumed { start: u32 },
    /// The client has checked its rooms for the last time.
    Finished,
}

/// The ledgers and the tally.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) seed: u64,
    pub(super) ledgers: Vec<Mutex<Ledger>>,
    tally: Mutex<Commands>,
    /// Changes whenever a room was created.
    pub(super) opened: watch::Sender<()>,
    server: Mutex<Option<ServerId>>,
    /// Whether the answer `storage` is no fault, and does not say whether the command was carried out: the broker of a
    /// cluster may have stored it without an answer.
    pub(super) storage_is_unknown: bool,
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
            storage_is_unknown: false,
            general: Mutex::default(),
        }
    }

    /// Like [`Self::new`], for a cluster.
    #[cfg(feature = "cluster")]
    pub(super) fn of_cluster(seed: u64, rooms: usize) -> Self {
        Self { storage_is_unknown: true, ..Self::new(seed, rooms) }
    }

    /// Returns the ledger of a room. Hold it only for a moment.
    pub(super) fn ledger(&self, number: usize) -> MutexGuard<'_, Ledger> {
        self.ledgers[number].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of commands by their outcome. Hold it only for a moment.
    pub(super) fn tally(&self) -> MutexGuard<'_, Commands> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a fault that is about no room.
    pub(super) fn find(&self, fault: Fault, text: impl Into<String>) {
        self.general_mut().push(Finding::general(fault, text));
    }

    /// Checks that a killed server comes back with the same identity.
    pub(super) fn meet(&self, id: ServerId) {
        let known = *self.server.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(id);
        if known != id {
            self.find(Fault::Changed, format!("the server was {known} and is {id} now"));
        }
    }

    /// Returns the faults so far.
    pub(super) fn findings(&self) -> Vec<Finding> {
        let mut all = self.general_mut().clone();
        all.extend((0..self.ledgers.len()).flat_map(|number| self.ledger(number).findings.clone()));
        all
    }

    fn general_mut(&self) -> MutexGuard<'_, Vec<Finding>> {
        self.general.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
