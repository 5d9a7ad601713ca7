//! The data that the clients share with the task that kills the server.

use std::{
    collections::BTreeSet,
    net::SocketAddr,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use tengen_shared::{game::RejectCode, protocol::ServerId};
use tokio::sync::watch;

use super::{Commands, Fault, Finding, Ledger, Told};

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
    /// Whether the server is a cluster.
    is_cluster: bool,
    general: Mutex<Vec<Finding>>,
    /// The rooms without an answer since the last fault.
    silent: Mutex<Silent>,
}

/// The rooms in which nothing was answered since a fault.
#[derive(Debug, Default)]
struct Silent {
    /// The time of the fault; `None` if there was none.
    since: Option<Instant>,
    rooms: BTreeSet<usize>,
    /// The time from the fault to the first answer in each of the other rooms.
    times: Vec<Duration>,
}

impl Shared {
    pub(super) fn new(seed: u64, rooms: usize) -> Self {
        Self {
            seed,
            ledgers: (0..rooms).map(|_| Mutex::default()).collect(),
            tally: Mutex::default(),
            opened: watch::Sender::new(()),
            server: Mutex::default(),
            is_cluster: false,
            general: Mutex::default(),
            silent: Mutex::default(),
        }
    }

    /// Like [`Self::new`], for a cluster.
    #[cfg(feature = "cluster")]
    pub(super) fn of_cluster(seed: u64, rooms: usize) -> Self {
        Self { is_cluster: true, ..Self::new(seed, rooms) }
    }

    /// Returns whether an answer is no fault, and does not say whether the command was carried out: the broker of a cluster may
    /// have stored it without an answer.
    pub(super) fn is_open(&self, told: &Told) -> bool {
        self.is_cluster && *told == Told::Refused(RejectCode::Storage)
    }

    /// Returns the ledger of a room. Hold it only for a moment.
    pub(super) fn ledger(&self, number: usize) -> MutexGuard<'_, Ledger> {
        self.ledgers[number].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the number of commands by their outcome. Hold it only for a moment.
    pub(super) fn tally(&self) -> MutexGuard<'_, Commands> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to measure how long each room gives no answer. Returns the times since the last call: rooms without a command
    /// are not among them.
    #[cfg(feature = "cluster")]
    pub(super) fn fails(&self) -> Vec<Duration> {
        let rooms = (0..self.ledgers.len()).filter(|number| self.ledger(*number).code.is_some()).collect();
        let silent = Silent { since: Some(Instant::now()), rooms, times: Vec::new() };
        std::mem::replace(&mut *self.silent(), silent).times
    }

    /// Notes the answer to a command in a room that was sent at `sent`. A command from before the fault may have been
    /// answered before it, too.
    pub(super) fn hears(&self, room: usize, sent: Instant) {
        let mut silent = self.silent();
        if let Some(since) = silent.since.filter(|since| *since <= sent)
            && silent.rooms.remove(&room)
        {
            silent.times.push(since.elapsed());
        }
    }

    fn silent(&self) -> MutexGuard<'_, Silent> {
        self.silent.lock().unwrap_or_else(PoisonError::into_inner)
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
