//! What the server counts, for `/metrics`.

use prometheus_client::{
    encoding::{EncodeLabelSet, EncodeLabelValue, text::encode},
    metrics::{counter::Counter, family::Family, gauge::Gauge},
    registry::Registry,
};

/// What was dropped or refused to keep the server healthy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
pub enum Dropped {
    /// A connection beyond the limit.
    Connection,
    /// An HTTP request that may not be answered, or came too soon after others of its address.
    Request,
    /// A handshake that was wrong or too slow.
    Handshake,
    /// A frame that could not be read.
    Frame,
    /// A command beyond the rate.
    Rate,
    /// A command for a room whose mailbox was full.
    Mailbox,
    /// An event for a peer whose outbox was full; a snapshot follows.
    Outbox,
    /// A connection whose peer took nothing for too long.
    Stalled,
    /// A connection whose peer was silent for too long.
    Dead,
    /// A job for which no thinking thread was free.
    BotQueue,
    /// A passphrase for which there was no place in the queue.
    Hash,
    /// A room code that was not looked at, from an address that had tried too many unknown ones.
    Code,
    /// A room code that does not exist.
    UnknownCode,
    /// A passphrase that was wrong.
    WrongPassphrase,
    /// A passphrase that came too soon after others.
    Passphrase,
    /// A new player or room, or a place before `hello`, beyond what one address may take.
    Quota,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct DropLabel {
    what: Dropped,
}

/// All counters; the registry is a value, so several servers fit into one process.
#[derive(Debug, Default)]
pub struct Metrics {
    registry: Registry,
    /// Open WebSocket connections.
    pub connections: Gauge,
    /// Rooms in memory.
    pub rooms: Gauge,
    /// Commands that rooms accepted.
    pub accepted: Counter,
    /// Commands that were refused.
    pub rejected: Counter,
    /// Moves that AI seats made.
    pub ai_moves: Counter,
    /// Those of them for which the time was cut short.
    pub ai_shortened: Counter,
    /// Snapshots sent to peers that had fallen behind.
    pub resyncs: Counter,
    /// Records committed to the journal.
    pub journal_records: Counter,
    /// Commits of the journal; records divided by commits is the mean batch.
    pub journal_commits: Counter,
    /// Commits that failed.
    pub journal_failures: Counter,
    /// Rounds of upkeep that have looked at every old room.
    pub upkeep_rounds: Counter,
    drops: Family<DropLabel, Counter>,
}

impl Metrics {
    /// All counters at zero.
    #[must_use]
    pub fn new() -> Self {
        let mut all = Self::default();
        let registry = &mut all.registry;
        registry.register("tengen_connections", "Open WebSocket connections", all.connections.clone());
        registry.register("tengen_rooms", "Rooms in memory", all.rooms.clone());
        registry.register("tengen_commands_accepted", "Commands that rooms accepted", all.accepted.clone());
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

    /// Counts one drop.
    pub fn drop_one(&self, what: Dropped) {
        self.drops.get_or_create(&DropLabel { what }).inc();
    }

    /// How often `what` was dropped.
    #[must_use]
    pub fn dropped(&self, what: Dropped) -> u64 {
        self.drops.get_or_create(&DropLabel { what }).get()
    }

    /// Everything in the text format of Prometheus.
    #[must_use]
    pub fn text(&self) -> String {
        let mut out = String::new();
        match encode(&mut out, &self.registry) {
            Ok(()) => out,
            Err(error) => format!("# cannot encode the metrics: {error}\n"),
        }
    }
}
