//! State shared by every part of a running server.

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use tengen_shared::{
    game::{Millis, PlayerId, RejectCode, RoomCode},
    protocol::{self, PublicKey, SafeText},
    rules::Variant,
};
use thiserror::Error;
use tokio::{
    sync::{Mutex, Semaphore},
    time::Instant,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    bots::{Engines, Pool},
    cluster::Member,
    config::Config,
    gateway::{FarThinking, Gateway},
    journal::{Journal, JournalError, Key},
    lobby::Lobby,
    metrics::{Dropped, Metrics},
    outbox::{Budget, Shut},
    pairings::Pairings,
    passphrase_hash::Workspace,
    peer::Peer,
    quota::{Quotas, Share, Source},
    refusal::Refusal,
    room_io::{ConnId, NodeTag, RoomIn},
    strangers::Strangers,
};

/// The shared state of one server.
pub(crate) struct App {
    pub config: Config,
    pub journal: Arc<dyn Journal>,
    /// What connects this server with others; `None` if it is alone.
    pub member: Option<Arc<Member>>,
    /// The public half of the server's key pair.
    pub public_key: PublicKey,
    pub lobby: Lobby,
    pub gateway: Gateway,
    /// Threads that choose moves for AI seats.
    pub bots: Pool,
    /// A separate thread for engines that answer within milliseconds, so that none of them waits for a slow one.
    pub quick_bots: Pool,
    /// Moves for AI seats that one node seeks for another.
    pub far_thinking: FarThinking,
    /// The engines of AI seats between two moves.
    pub engines: Engines,
    /// A separate thread for hints, so that no hint waits behind moves.
    pub hints: Pool,
    /// A separate thread for explanations, so that no move waits behind one.
    pub explanations: Pool,
    /// Permits for passphrases that are being hashed or queued.
    hash_places: Semaphore,
    /// The memory for hashing. Hashing is slow and needs much memory, so only the holder of this lock may hash.
    hashing: Arc<Mutex<Workspace>>,
    /// Bytes queued for all peers together.
    pub outbound: Arc<Budget>,
    /// Permits for further connections.
    pub places: Arc<Semaphore>,
    /// Quotas by client address.
    pub quotas: Quotas,
    /// Host names by which browsers may reach this server, in lower case.
    pub host_names: HashSet<String>,
    /// Players that are kept in memory only.
    pub strangers: Strangers,
    /// Codes that bring another device of a player in.
    pub pairings: Pairings,
    /// The number of times that keys were removed, to notice that one was while it was looked up.
    pub revocations: AtomicU64,
    pub metrics: Arc<Metrics>,
    /// Cancelled when the server stops.
    pub stop: CancellationToken,
    /// Tracks every task of the server.
    pub tasks: TaskTracker,
    connections: AtomicU64,
    /// The server's time at its start, and the monotonic clock at the same instant.
    began: (Millis, Instant),
}

impl App {
    /// Creates the shared state around a journal and the pools for moves, hints and explanations.
    ///
    /// `newest` is the time of the journal's newest event. The server's time never starts before it; otherwise game
    /// clocks would stand still until the system clock caught up.
    #[must_use]
    pub(crate) fn new(
        config: Config,
        journal: Arc<dyn Journal>,
        [bots, quick_bots, hints, explanations]: [Pool; 4],
        metrics: Arc<Metrics>,
        newest: Millis,
        member: Option<Arc<Member>>,
    ) -> Self {
        let stop = CancellationToken::new();
        let node = member.as_ref().map_or(NodeTag::HERE, |member| member.tag());
        Self {
            lobby: Lobby::new(config.limits.clone(), metrics.clone(), stop.clone()),
            gateway: Gateway::new(node),
            hash_places: Semaphore::new(config.limits.hash_queue),
            outbound: Arc::new(Budget::new(config.limits.all_outbox_bytes)),
            places: Arc::new(Semaphore::new(config.limits.connections)),
            quotas: Quotas::new(config.limits.per_address),
            host_names: host_names(&config),
            engines: Engines::new(config.limits.bot_memory_bytes),
            config,
            public_key: journal.identity().key.public(),
            journal,
            bots,
            quick_bots,
            hints,
            explanations,
            hashing: Arc::default(),
            far_thinking: FarThinking::default(),
            strangers: Strangers::default(),
            pairings: Pairings::default(),
            revocations: AtomicU64::new(0),
            metrics,
            stop,
            tasks: TaskTracker::new(),
            connections: AtomicU64::new(0),
            member,
            began: both_clocks(newest),
        }
    }

    /// Runs passphrase hashing on a blocking thread, one job at a time. Addresses take turns, so that nobody waits for
    /// all the jobs of another address.
    ///
    /// # Errors
    /// Returns `Busy` if too many jobs are queued, and `Stopping` if the job cannot run to its end.
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

    /// Stores a peer's player, before anything that the player does. Does nothing if the journal has the player.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be written.
    pub(crate) async fn register(&self, peer: &Peer) -> Result<(), JournalError> {
        if peer.is_unwritten() {
            self.journal.add_player(peer.who.player, peer.who.name.clone(), peer.key.clone()).await?;
            peer.set_written();
            self.strangers.forget(&peer.key.key);
        }
        Ok(())
    }

    /// Stores a player who is connected, if the journal lacks them.
    pub(crate) async fn register_player(&self, player: PlayerId) -> Result<(), JournalError> {
        for peer in self.gateway.peers_of(player) {
            self.register(&peer).await?;
        }
        Ok(())
    }

    /// Returns the server's time. It starts at the system clock or the newest event, whichever is later, and advances
    /// with the monotonic clock. Setting the system clock or suspending the machine therefore flags nobody.
    #[must_use]
    pub(crate) fn now(&self) -> Millis {
        let (unix, steady) = self.began;
        let since = Instant::now().saturating_duration_since(steady).as_millis();
        unix.saturating_add(Millis::try_from(since).unwrap_or(Millis::MAX))
    }

    /// Returns the number for a new connection.
    pub(crate) fn next_conn(&self) -> ConnId {
        ConnId { node: self.gateway.node, number: self.connections.fetch_add(1, Ordering::Relaxed) }
    }

    /// Notes that a room waits for a quick match, with `player` as the first, or no longer waits.
    pub(crate) fn set_waiting(&self, room: &RoomCode, variant: Variant, player: Option<PlayerId>) {
        match &self.member {
            None => self.lobby.set_waiting(room, variant, player),
            Some(member) => member.set_waiting(room, variant, player),
        }
    }

    /// Ends the connections that use these keys, on all nodes of a cluster.
    pub(crate) fn end_keys(&self, keys: &[Key], why: Shut) {
        self.end_keys_here(keys, why);
        if let Some(member) = &self.member {
            member.tell_keys_gone(keys, why);
        }
    }

    /// Ends the connections of this server that use these keys.
    pub(crate) fn end_keys_here(&self, keys: &[Key], why: Shut) {
        self.revocations.fetch_add(1, Ordering::AcqRel);
        self.gateway.shut(keys, why);
    }

    /// Returns whether a room of this code exists, in memory or in the journal. Starts no task. If the journal cannot say,
    /// the room may exist; whoever enters it then learns why not.
    pub(crate) async fn has_room(&self, room: &RoomCode) -> bool {
        self.lobby.is_open(room) || self.journal.find_room(room).await.unwrap_or(true)
    }

    /// Returns whether a connection has ended. Other nodes tell rooms themselves of the end of theirs.
    pub(crate) fn has_ended(&self, conn: ConnId) -> bool {
        conn.node == self.gateway.node && self.gateway.peer(conn).is_none()
    }

    /// Returns whether a message would let in a connection that has ended.
    pub(crate) fn has_left(&self, message: &RoomIn) -> bool {
        matches!(message, RoomIn::Ask(asked) if asked.ask.enters() && self.has_ended(asked.from.who.conn))
    }

    /// Returns whether nobody else can have taken the rooms of this server over: in a cluster, whether it has its lease.
    pub(crate) fn has_lease(&self) -> bool {
        self.member.as_ref().is_none_or(|member| member.nodes.has_lease(Instant::now()))
    }

    /// Returns how often others may have taken rooms of this node over, because it was out of touch or taken for dead.
    pub(crate) fn lapses(&self) -> u64 {
        self.member.as_ref().map_or(0, |member| member.nodes.lapses())
    }

    /// Returns the addresses of the other nodes of a cluster, for a connection here. Each begins with another one, so that not
    /// all go to the same node when this one is gone.
    pub(crate) fn other_addresses(&self, conn: ConnId) -> Vec<SafeText> {
        let mut others = self.member.as_ref().map_or_else(Vec::new, |member| member.nodes.addresses());
        let first =
            conn.number.checked_rem(others.len() as u64).and_then(|first| usize::try_from(first).ok());
        others.rotate_left(first.unwrap_or(0));
        others.iter().map(|address| SafeText::from(address.to_string())).collect()
    }

    /// Returns the limits announced to clients.
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

/// Why a passphrase cannot be hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum HashError {
    #[error("too many passphrases are being checked: try again in a moment")]
    Busy,
    #[error("the server is stopping: try again in a moment")]
    Stopping,
}

impl HashError {
    /// Returns the protocol's reject code.
    #[must_use]
    pub(crate) const fn code(self) -> RejectCode {
        match self {
            Self::Busy => RejectCode::Busy,
            Self::Stopping => RejectCode::Stopping,
        }
    }
}

impl From<HashError> for Refusal {
    fn from(error: HashError) -> Self {
        Self::from((error.code(), error.to_string()))
    }
}

/// Reads the system clock and the monotonic clock at the same instant. Reads again if it was interrupted in between.
fn both_clocks(newest: Millis) -> (Millis, Instant) {
    loop {
        let (steady, unix) = (Instant::now(), system_time());
        if steady.elapsed() < Duration::from_millis(1) {
            return (unix.max(newest), steady);
        }
    }
}

/// Returns the system clock's time.
#[must_use]
pub(crate) fn system_time() -> Millis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since.as_millis()).unwrap_or(Millis::MAX)
}

/// Returns the host names by which browsers may reach this server: the machine's, the operator's, and the hosts of
/// allowed origins and of the public address.
fn host_names(config: &Config) -> HashSet<String> {
    let of_origin = |origin: &String| Some(origin.parse::<http::Uri>().ok()?.host()?.to_owned());
    let machine = gethostname::gethostname().into_string().ok();
    let named = config.hosts.iter().cloned().chain(config.origins.iter().filter_map(of_origin));
    let public = config.cluster.as_ref().and_then(|cluster| cluster.address.as_ref());
    let public = public.map(|address| address.host().to_owned());
    named.chain(machine).chain(public).map(|name| name.trim_end_matches('.').to_ascii_lowercase()).collect()
}
