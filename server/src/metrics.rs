//! The server's metrics, for `/metrics`.

use prometheus_client::{
    encoding::{EncodeLabelSet, EncodeLabelValue, text::encode},
    metrics::{counter::Counter, family::Family, gauge::Gauge},
    registry::Registry,
};

/// Things that the server dropped or refused to stay healthy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
pub enum Dropped {
    /// A connection beyond the limit.
    Connection,
    /// An HTTP request that was not allowed, or exceeded its address's rate.
    Request,
    /// A handshake that was invalid or too slow.
    Handshake,
    Frame,
    /// A command beyond the rate limit, or a connection that kept sending too much.
    Rate,
    /// A command for a room whose mailbox was full.
    Mailbox,
    /// An event for a peer whose outbox was full; a snapshot follows.
    Outbox,
    /// A connection whose peer read nothing for too long, or too slowly.
    Stalled,
    /// A connection whose peer was silent for too long.
    Dead,
    /// A job that did not fit into the queue of a thinking pool.
    BotQueue,
    /// A passphrase that did not fit into the hashing queue.
    Hash,
    /// A room code that was not looked up: its address had tried too many unknown ones.
    Code,
    /// An unknown room code.
    UnknownCode,
    WrongPassphrase,
    /// A passphrase beyond the rate limit.
    Passphrase,
    /// A new player, a lookup or an explanation beyond the quota of one address, or a new player on a nearly full
    /// server.
    Quota,
    /// What waited for another node of the cluster that was out of reach.
    Link,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct DropLabel {
    what: Dropped,
}

/// The figures of a node of a cluster.
#[derive(Debug, Default)]
pub struct ClusterMetrics {
    /// The living nodes, this one included.
    pub nodes: Gauge,
    /// 1 while this node has its lease, else 0.
    pub lease: Gauge,
    /// How often others may have taken rooms of this node over.
    pub lapses: Counter,
    /// Frames, and the messages in them, sent to other nodes, and their bytes.
    pub frames: Counter,
    pub messages: Counter,
    pub bytes: Counter,
    /// Bytes that wait for other nodes.
    pub waiting: Gauge,
    /// Messages that the broker has stored for this node, and those that it refused or did not answer.
    pub written: Counter,
    pub failed: Counter,
    /// Free threads of other nodes.
    pub free_threads: Gauge,
    /// Moves of AIs here that another node has found, and those that this one has sought for others.
    pub far_moves: Counter,
    pub lent_moves: Counter,
}

impl ClusterMetrics {
    fn register(&self, registry: &mut Registry) {
        let registry = registry.sub_registry_with_prefix("tengen_cluster");
        registry.register("nodes", "Living nodes, this one included", self.nodes.clone());
        registry.register("lease", "1 while this node has its lease", self.lease.clone());
        registry.register(
            "lapses",
            "Times that this node was out of touch, or taken for dead",
            self.lapses.clone(),
        );
        registry.register("sent_frames", "Frames sent to other nodes", self.frames.clone());
        registry.register("sent_messages", "Messages in those frames", self.messages.clone());
        registry.register("sent_bytes", "Bytes of those frames", self.bytes.clone());
        registry.register("waiting_bytes", "Bytes that wait for other nodes", self.waiting.clone());
        registry.register("stored", "Messages stored by the broker", self.written.clone());
        registry.register("free_threads", "Free threads of other nodes", self.free_threads.clone());
        registry.register("moves_elsewhere", "AI moves that another node has found", self.far_moves.clone());
        registry.register("moves_for_others", "AI moves sought for other nodes", self.lent_moves.clone());
        registry.register("failures", "Messages refused, or without an answer", self.failed.clone());
    }
}

/// All metrics. The registry is a value, so that several servers fit into one process.
#[derive(Debug, Default)]
pub struct Metrics {
    registry: Registry,
    /// Open WebSocket connections.
    pub connections: Gauge,
    /// Rooms in memory.
    pub rooms: Gauge,
    /// Commands that the server accepted.
    pub accepted: Counter,
    /// Commands that the server refused.
    pub rejected: Counter,
    /// Moves that AI seats made.
    pub ai_moves: Counter,
    /// AI moves whose thinking time was cut short.
    pub ai_shortened: Counter,
    /// Snapshots sent to peers that had fallen behind and caught up.
    pub resyncs: Counter,
    /// Records committed to the journal.
    pub journal_records: Counter,
    /// Commits of the journal; records divided by commits is the mean batch size.
    pub journal_commits: Counter,
    /// Commits that failed.
    pub journal_failures: Counter,
    /// Completed rounds of upkeep, each over every old room.
    pub upkeep_rounds: Counter,
    /// Registered on a node of a cluster only.
    pub cluster: ClusterMetrics,
    drops: Family<DropLabel, Counter>,
}

impl Metrics {
    /// Creates all metrics at zero.
    #[must_use]
    pub fn new() -> Self {
        let mut all = Self::default();
        let registry = &mut all.registry;
        registry.register("tengen_connections", "Open WebSocket connections", all.connections.clone());
        registry.register("tengen_rooms", "Rooms in memory", all.rooms.clone());
        registry.register(
            "tengen_commands_accepted",
            "Commands that the server accepted",
            all.accepted.clone(),
        );
        registry.register("tengen_commands_rejected", "Commands that were refused", all.rejected.clone());
        registry.register("tengen_ai_moves", "Moves that AI seats made", all.ai_moves.clone());
        registry.register("tengen_ai_shortened", "AI moves that were cut short", all.ai_shortened.clone());
        registry.register("tengen_resyncs", "Snapshots sent to peers behind", all.resyncs.clone());
        registry.register("tengen_journal_records", "Records committed", all.journal_records.clone());
        registry.register("tengen_journal_commits", "Journal commits", all.journal_commits.clone());
        registry.register(
            "tengen_journal_failures",
            "Journal commits that failed",
            all.journal_failures.clone(),
        );
        registry.register("tengen_upkeep_rounds", "Rounds of upkeep", all.upkeep_rounds.clone());
        registry.register("tengen_drops", "What was dropped or refused, by kind", all.drops.clone());
        all
    }

    /// Creates all metrics of a node of a cluster.
    #[must_use]
    pub fn of_node() -> Self {
        let mut all = Self::new();
        all.cluster.register(&mut all.registry);
        all
    }

    /// Counts one dropped item.
    pub fn drop_one(&self, what: Dropped) {
        self.drops.get_or_create(&DropLabel { what }).inc();
    }

    /// Returns how often `what` was dropped.
    #[must_use]
    pub fn dropped(&self, what: Dropped) -> u64 {
        self.drops.get_or_create(&DropLabel { what }).get()
    }

    /// Returns all metrics in the text format of OpenMetrics.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        match encode(&mut out, &self.registry) {
            Ok(()) => out,
            Err(error) => format!("# cannot encode the metrics: {error}\n"),
        }
    }
}
