//! What every part of a running server shares.

use std::{
    collections::HashSet,
    sync::{
        Arc,
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
    journal::{Journal, JournalError},
    lobby::Lobby,
    lock::Workspace,
    metrics::{Dropped, Metrics},
    outbox::Budget,
    peer::{ConnId, Peer},
    quota::{Quotas, Share, Source},
    strangers::Strangers,
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
    /// Bytes that wait for all peers.
    pub outbound: Arc<Budget>,
    /// A permit for each connection that may still be opened.
    pub places: Arc<Semaphore>,
    /// What each client address has taken.
    pub quotas: Quotas,
    /// Names by which browsers may call this server, in lower case.
    pub host_names: HashSet<String>,
    /// Players who have done nothing yet.
    pub strangers: Strangers,
    /// Its counters.
    pub metrics: Arc<Metrics>,
    /// Asks everything to stop.
    pub stop: CancellationToken,
    /// Every task of the server.
    pub tasks: TaskTracker,
    connections: AtomicU64,
    /// The server's time when it began, and the steady clock at that instant.
    began: (Millis, Instant),
}

impl App {
    /// The shared parts around a journal and the pools for moves, hints and explanations. `newest` is the time of the
    /// journal's newest event, before which the server's time does not begin: otherwise clocks would stand still until it
    /// had come round again.
    #[must_use]
    pub(crate) fn new(
        config: Config,
        journal: Arc<dyn Journal>,
        [bots, hints, explanations]: [Pool; 3],
        metrics: Arc<Metrics>,
        newest: Millis,
    ) -> Self {
        let stop = CancellationToken::new();
        Self {
            lobby: Lobby::new(config.limits.clone(), metrics.clone(), stop.clone()),
            hash_places: Semaphore::new(config.limits.hash_queue),
            outbound: Arc::new(Budget::new(config.limits.all_outbox_bytes)),
            places: Arc::new(Semaphore::new(config.limits.connections)),
            quotas: Quotas::new(config.limits.per_address),
            host_names: host_names(&config),
            config,
            journal,
            bots,
            hints,
            explanations,
            hashing: Arc::default(),
            strangers: Strangers::default(),
            metrics,
            stop,
            tasks: TaskTracker::new(),
            connections: AtomicU64::new(0),
            began: both_clocks(newest),
        }
    }

    /// Does `work` with a lock on a thread of its own, one at a time. Addresses take turns, so that nobody waits for all
    /// that another address has to hash.
    ///
    /// # Errors
    /// If too many wait for that already, or the server stops.
    pub(crate) async fn lock_work<T: Send + 'static>(
        &self,
        source: &Source,
        work: impl FnOnce(&mut Workspace) -> T + Send + 'static,
    ) -> Result<T, HashError> {
        let Some(_own_place) = source.quota.acquire(Share::Hashes) else {
            self.metrics.drop_one(Dropped::Hash);
            return Err(HashError::Busy);
        };
        let _turn = source.quota.hash_turn().await;
        let Ok(_place) = self.hash_places.try_acquire() else {
            self.metrics.drop_one(Dropped::Hash);
            return Err(HashError::Busy);
        };
        let mut workspace = self.hashing.clone().lock_owned().await;
        tokio::task::spawn_blocking(move || work(&mut workspace)).await.map_err(|_| HashError::Stopping)
    }

    /// Writes down who a peer is, before anything that they do is. Nothing happens if that was done before.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub(crate) async fn register(&self, peer: &Peer) -> Result<(), JournalError> {
        if let Some(key) = peer.unwritten() {
            self.journal.add_player(peer.player, peer.name.clone(), key).await?;
            peer.set_written();
            self.strangers.forget(&key);
        }
        Ok(())
    }

    /// The time now: the system's clock at the start, or the newest event if that is later, carried on by the steady clock.
    /// So no flag falls because somebody has set the clock, or because the machine was asleep.
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
    /// The code that programs go by.
    #[must_use]
    pub(crate) const fn code(self) -> RejectCode {
        match self {
            Self::Busy => RejectCode::Busy,
            Self::Stopping => RejectCode::Stopping,
        }
    }
}

/// What the system's clock and the steady one say at the same instant: read again if something came in between.
fn both_clocks(newest: Millis) -> (Millis, Instant) {
    loop {
        let (steady, unix) = (Instant::now(), system_time());
        if steady.elapsed() < Duration::from_millis(1) {
            return (unix.max(newest), steady);
        }
    }
}

/// The time by the system's clock.
#[must_use]
pub(crate) fn system_time() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}

/// The names by which browsers may call this server: the machine's, those that the operator has named, and the hosts of
/// the origins that the operator lets in.
fn host_names(config: &Config) -> HashSet<String> {
    let of_origin = |origin: &String| Some(origin.parse::<http::Uri>().ok()?.host()?.to_owned());
    let machine = gethostname::gethostname().into_string().ok();
    let named = config.hosts.iter().cloned().chain(config.origins.iter().filter_map(of_origin));
    named.chain(machine).map(|name| name.trim_end_matches('.').to_ascii_lowercase()).collect()
}
