//! What the clients and whoever kills the server share.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use tengen_shared::protocol::ServerId;
use tokio::sync::mpsc;

use super::{Fault, Finding, Ledger, Outage, actions::Action};

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
pub(super) enum News {
    /// After this start all that waited for an answer has got one.
    Resumed { start: u32 },
    /// It has looked at its rooms for the last time.
    Finished,
}

/// Commands by what became of them.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// Commands sent, each once.
    pub(super) sent: AtomicU64,
    /// Those accepted.
    pub(super) accepted: AtomicU64,
    /// Those refused.
    pub(super) refused: AtomicU64,
    /// Unanswered commands that were sent again after a crash.
    pub(super) resent: AtomicU64,
    /// Those of them that were answered then.
    pub(super) answered_again: AtomicU64,
    /// Answered commands that were sent again, as if their answer had been lost.
    pub(super) repeated: AtomicU64,
    /// Those of them that were accepted with events, accepted without any, and refused.
    pub(super) same_events: AtomicU64,
    pub(super) without_events: AtomicU64,
    pub(super) refused_again: AtomicU64,
}

pub(super) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

impl Tally {
    /// Commands without an answer.
    pub(super) fn open(&self) -> u64 {
        let answered = self.accepted.load(Ordering::Relaxed) + self.refused.load(Ordering::Relaxed);
        self.sent.load(Ordering::Relaxed).saturating_sub(answered)
    }
}

/// The ledgers, the tally, and the ways to one another.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) seed: u64,
    pub(super) ledgers: Vec<Mutex<Ledger>>,
    pub(super) tally: Tally,
    /// The ways by which each client is told that a room is there.
    pub(super) opened: Vec<mpsc::Sender<usize>>,
    /// Accepted and refused actions of each kind.
    actions: Mutex<BTreeMap<Action, [u64; 2]>>,
    outages: Mutex<Vec<Outage>>,
    server: Mutex<Option<ServerId>>,
    general: Mutex<Vec<Finding>>,
}

impl Shared {
    pub(super) fn new(seed: u64, rooms: usize, opened: Vec<mpsc::Sender<usize>>) -> Self {
        Self {
            seed,
            ledgers: (0..rooms).map(|_| Mutex::default()).collect(),
            tally: Tally::default(),
            opened,
            actions: Mutex::default(),
            outages: Mutex::default(),
            server: Mutex::default(),
            general: Mutex::default(),
        }
    }

    /// The ledger of a room; it is held for a moment only.
    pub(super) fn ledger(&self, number: usize) -> MutexGuard<'_, Ledger> {
        self.ledgers[number].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a failure that concerns no room.
    pub(super) fn find(&self, fault: Fault, text: impl Into<String>) {
        self.general_mut().push(Finding::general(fault, text));
    }

    /// Counts an answered action.
    pub(super) fn acted(&self, action: Action, accepted: bool) {
        let mut actions = self.actions.lock().unwrap_or_else(PoisonError::into_inner);
        actions.entry(action).or_default()[usize::from(!accepted)] += 1;
    }

    /// The accepted and refused actions of each kind.
    pub(super) fn actions(&self) -> BTreeMap<Action, [u64; 2]> {
        self.actions.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Notes that there was no server for a while.
    pub(super) fn was_down(&self, outage: Outage) {
        self.outages.lock().unwrap_or_else(PoisonError::into_inner).push(outage);
    }

    /// The times without a server, in order.
    pub(super) fn outages(&self) -> Vec<Outage> {
        self.outages.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// A server that was killed must come back as the same one.
    pub(super) fn meet(&self, id: ServerId) {
        let mut server = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        let known = *server.get_or_insert(id);
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
