//! What every part of a running server shares.

use std::{
    sync::{
        Arc, Mutex as StdMutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use tengen_shared::{
    game::{Millis, RejectCode},
    protocol,
};
use thiserror::Error;
use tokio::{
    sync::{Mutex, Semaphore},
    time::Instant,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    bots::Pool,
    config::Config,
    journal::Journal,
    lobby::Lobby,
    lock::Workspace,
    metrics::{Dropped, Metrics},
    peer::ConnId,
    rate_limit::RateLimit,
};

/// The shared parts of one server.
pub(crate) struct App {
    /// Its settings.
    pub config: Config,
    /// Where everything is written down.
    pub journal: Arc<dyn Journal>,
    /// Its rooms.
    pub lobby: Lobby,
    /// The threads that think for the AI seats.
    pub bots: Pool,
    /// A thread that looks for hints, so that nobody waits for one behind moves.
    pub hints: Pool,
    /// A thread that works out explanations, so that no move waits behind one.
    pub explanations: Pool,
    /// Places for passphrases that are being hashed or wait for it.
    hash_places: Semaphore,
    /// Whoever hashes a passphrase holds this: hashing takes much memory and time, so it is done one at a time.
    hashing: Arc<Mutex<Workspace>>,
    /// How fast rooms are looked up by codes that are on no list.
    lookups: StdMutex<RateLimit>,
    /// Its counters.
    pub metrics: Arc<Metrics>,
    /// Asks everything to stop.
    pub stop: CancellationToken,
    /// Every task of the server.
    pub tasks: TaskTracker,
    connections: AtomicU64,
    /// What the system's clock said when this server began, and the steady clock at that instant.
    began: (Millis, Instant),
}

impl App {
    /// The shared parts around a journal and the pools for moves, hints and explanations.
    #[must_use]
    pub(crate) fn new(
        config: Config,
        journal: Arc<dyn Journal>,
        [bots, hints, explanations]: [Pool; 3],
        metrics: Arc<Metrics>,
    ) -> Self {
        let stop = CancellationToken::new();
        Self {
            lobby: Lobby::new(config.limits.clone(), metrics.clone(), stop.clone()),
            hash_places: Semaphore::new(config.limits.hash_queue),
            lookups: StdMutex::new(RateLimit::new(
                config.limits.lookups_per_second,
                config.limits.lookup_burst,
                Instant::now(),
            )),
            config,
            journal,
            bots,
            hints,
            explanations,
            hashing: Arc::default(),
            metrics,
            stop,
            tasks: TaskTracker::new(),
            connections: AtomicU64::new(0),
            began: both_clocks(),
        }
    }

    /// Does `work` with a lock on a thread of its own, one at a time.
    ///
    /// # Errors
    /// If too many wait for that already, or the server stops.
    pub(crate) async fn lock_work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Workspace) -> T + Send + 'static,
    ) -> Result<T, HashError> {
        let Ok(_place) = self.hash_places.try_acquire() else {
            self.metrics.drop_one(Dropped::Hash);
            return Err(HashError::Busy);
        };
        let mut workspace = self.hashing.clone().lock_owned().await;
        tokio::task::spawn_blocking(move || work(&mut workspace)).await.map_err(|_| HashError::Stopping)
    }

    /// Whether one more room may be looked up by its code just now.
    pub(crate) fn may_look_up(&self) -> bool {
        let may = self.lookups.lock().unwrap_or_else(PoisonError::into_inner).take(Instant::now());
        if !may {
            self.metrics.drop_one(Dropped::Lookup);
        }
        may
    }

    /// The time now: the system's clock at the start, carried on by the steady one, so that no flag falls because
    /// somebody has set the clock, or because the machine was asleep.
    #[must_use]
    pub(crate) fn now(&self) -> Millis {
        let (unix, steady) = self.began;
        let since = Instant::now().saturating_duration_since(steady).as_millis();
        unix.saturating_add(Millis::try_from(since).unwrap_or(Millis::MAX))
    }

    /// The number of a new connection.
    pub(crate) fn next_conn(&self) -> ConnId {
        ConnId(self.connections.fetch_add(1, Ordering::Relaxed))
    }

    /// The limits that clients are told.
    #[must_use]
    pub(crate) fn public_limits(&self) -> protocol::Limits {
        let limits = &self.config.limits;
        protocol::Limits {
            frame_bytes: u32::try_from(protocol::MAX_INBOUND).unwrap_or(u32::MAX),
            rooms: limits.rooms_followed,
            commands_per_second: limits.commands_per_second,
            command_burst: limits.command_burst,
            heartbeat_ms: limits.heartbeat_ms,
        }
    }
}

/// Why a passphrase cannot be worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum HashError {
    /// Too many others wait.
    #[error("too many passphrases are being worked on: try again in a moment")]
    Busy,
    /// The server stops.
    #[error("the server is stopping: it will be back soon")]
    Stopping,
}

impl HashError {
    /// The stable code.
    #[must_use]
    pub(crate) const fn code(self) -> RejectCode {
        match self {
            Self::Busy => RejectCode::Busy,
            Self::Stopping => RejectCode::Stopping,
        }
    }
}

/// What the system's clock and the steady one say at the same instant: read again if something came in between.
fn both_clocks() -> (Millis, Instant) {
    loop {
        let (steady, unix) = (Instant::now(), system_time());
        if steady.elapsed() < Duration::from_millis(1) {
            return (unix, steady);
        }
    }
}

/// The time by the system's clock.
#[must_use]
pub(crate) fn system_time() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}
