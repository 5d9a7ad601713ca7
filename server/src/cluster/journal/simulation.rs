//! Histories of a room whose records several nodes write, with all faults of the broker, and nodes that wrongly believe that
//! another one is dead or that they own the room themselves.
//!
//! `TENGEN_SIM_SEED=n` plays one history again, and `TENGEN_SIM_HISTORIES=n` so many in the long run.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

use std::sync::Arc;

use rand::{RngExt as _, SeedableRng as _, rngs::SmallRng};
use tengen_shared::{
    game::{CommandId, Event, PlayerId, RoomCode, RunId, Seat, Seq, Settings, Stamped},
    rules::Variant,
};
use tokio::time::Instant;

use super::StreamJournal;
use crate::{
    cluster::{Duty, Fault, LAYOUT, Lease, MemoryBroker, NodeRun, Nodes},
    journal::{Append, Cause, Checkpoint, EventLog as _, JournalError, Record, Stored, Summary, Version},
};

/// Histories in the quick run and in the long one.
const HISTORIES: (u64, u64) = (2_000, 10_000);
/// Steps of a history.
const STEPS: usize = 60;

/// A node, and its copy of the room if it believes that it owns it.
struct Node {
    nodes: Arc<Nodes>,
    journal: StreamJournal,
    copy: Option<Copy>,
}

/// A room in memory: the numbers of the commands that were carried out, and where its records end.
struct Copy {
    done: Vec<u32>,
    version: Version,
}

struct World {
    rng: SmallRng,
    broker: MemoryBroker,
    nodes: Vec<Node>,
    room: RoomCode,
    last_command: u32,
    /// The commands that were accepted, in order.
    accepted: Vec<u32>,
    /// Those of which the journal could not say what has become of them.
    unknown: Vec<u32>,
    /// The highest epoch of which a node was told that it had taken the room over.
    epoch: u64,
}

fn cause(n: u32) -> Cause {
    Cause { player: PlayerId(1), id: CommandId(RunId(1), n) }
}

/// Returns the commands of a stored room: those in the checkpoint, and those of the records after it.
fn commands(stored: &Stored) -> Vec<u32> {
    let mut done: Vec<u32> = match &stored.checkpoint {
        Some(checkpoint) => serde_json::from_str(&checkpoint.state).unwrap(),
        None => Vec::new(),
    };
    done.extend(stored.records.iter().filter_map(|record| Some(record.cause?.id.n())));
    done
}

/// Returns a record with one event.
fn record(n: u32, seq: u32) -> Record {
    let event = match seq {
        1 => {
            Event::RoomOpened { settings: Settings::new(Variant::TICTACTOE), host: PlayerId(1), quick: false }
        }
        _ => Event::SeatReady { seat: Seat::One },
    };
    Record::new(Some(cause(n)), vec![Stamped { seq: Seq(seq), time: 1, event }])
}

impl World {
    async fn new(seed: u64) -> Self {
        let broker = MemoryBroker::default();
        let mut world = Self {
            rng: SmallRng::seed_from_u64(seed),
            broker: broker.clone(),
            nodes: Vec::new(),
            room: "amber-fox-42".parse().unwrap(),
            last_command: 0,
            accepted: Vec::new(),
            unknown: Vec::new(),
            epoch: 0,
        };
        for name in ["a", "b", "c"] {
            world.nodes.push(world.node(name).await);
        }
        let mut faults = SmallRng::seed_from_u64(seed ^ 0x5eed);
        broker.set_faults(move |_| match faults.random_range(0..40) {
            0 | 1 => Some(Fault::AnswerLost),
            2 => Some(Fault::Lost),
            3 | 4 => Some(Fault::Late),
            5 | 6 => Some(Fault::RefusedForNothing),
            _ => None,
        });
        world
    }

    async fn node(&self, name: &str) -> Node {
        let nodes = Arc::new(Nodes::new(NodeRun::begin(name.parse().unwrap())));
        nodes.renewed(Instant::now(), Instant::now());
        let journal = StreamJournal::open(Arc::new(self.broker.clone()), nodes.clone(), None).await.unwrap();
        Node { nodes, journal, copy: None }
    }

    async fn step(&mut self) {
        let number = self.rng.random_range(0..self.nodes.len());
        self.nodes[number].nodes.renewed(Instant::now(), Instant::now());
        match self.rng.random_range(0..10) {
            0 => self.look_around(number),
            1 | 2 => self.take_over(number).await,
            3 => self.checkpoint(number).await,
            _ => self.append(number).await,
        }
    }

    /// Lets a node believe something of the others, true or not.
    fn look_around(&mut self, number: usize) {
        let others: Vec<NodeRun> = self.nodes.iter().map(|node| node.nodes.me().clone()).collect();
        for NodeRun { name, run } in others {
            let duty = if self.rng.random_bool(0.5) { Duty::Serving } else { Duty::Gone };
            let lease =
                Lease { run, duty, layout: LAYOUT, address: None, free_threads: 0, taken: Vec::new() };
            self.nodes[number].nodes.observe(name, lease, Instant::now());
        }
    }

    async fn take_over(&mut self, number: usize) {
        let node = &mut self.nodes[number];
        match node.journal.load(&self.room).await {
            Ok(Some(stored)) => {
                self.epoch = self.epoch.max(stored.version.epoch);
                node.copy = Some(Copy { done: commands(&stored), version: stored.version });
            }
            Ok(None) | Err(JournalError::Elsewhere(_) | JournalError::Conflict | JournalError::Broker(_)) => {
                node.copy = None;
            }
            Err(error) => panic!("node {number} cannot load: {error}"),
        }
    }

    async fn append(&mut self, number: usize) {
        let node = &mut self.nodes[number];
        // Somebody has to make the room.
        let is_new = self.accepted.is_empty() && self.unknown.is_empty();
        if node.copy.is_none() && !is_new {
            return;
        }
        let copy = node.copy.take().unwrap_or(Copy { done: Vec::new(), version: Version::NEW });
        self.last_command += 1;
        let n = self.last_command;
        let seq = u32::try_from(copy.version.seq).unwrap() + 1;
        let summary = Summary { playing: false, played: false, time: 1 };
        let append = Append {
            room: self.room.clone(),
            after: copy.version,
            record: Arc::new(record(n, seq)),
            summary,
            entry: None,
            finished: Vec::new(),
        };
        let epoch = self.epoch;
        match node.journal.append(append).await {
            Ok(version) => {
                assert!(version.epoch >= epoch, "epoch {} was accepted after {epoch}", version.epoch);
                self.epoch = version.epoch;
                self.accepted.push(n);
                let mut done = copy.done;
                done.push(n);
                node.copy = Some(Copy { done, version });
            }
            Err(JournalError::Broker(_)) => self.unknown.push(n),
            // The room is another's. Its own record may be there all the same, before that of the other.
            Err(JournalError::Conflict) => self.unknown.push(n),
            Err(error) => panic!("node {number} cannot append: {error}"),
        }
    }

    async fn checkpoint(&mut self, number: usize) {
        let node = &self.nodes[number];
        let Some(copy) = &node.copy else { return };
        let state = serde_json::to_string(&copy.done).unwrap();
        let seq = Seq(u32::try_from(copy.version.seq).unwrap());
        // If it fails, only loading takes longer.
        let _ = node.journal.checkpoint(&self.room, Checkpoint { seq, state }).await;
    }

    /// Checks that what was accepted is there, once and in order, and nothing else but what may be.
    async fn check(&self) {
        self.broker.heal();
        let reader = self.node("reader").await;
        let Some(stored) = reader.journal.load(&self.room).await.unwrap() else {
            assert!(self.accepted.is_empty(), "{:?} were accepted", self.accepted);
            return;
        };
        let there = commands(&stored);
        let accepted: Vec<u32> = there.iter().copied().filter(|n| self.accepted.contains(n)).collect();
        assert_eq!(accepted, self.accepted, "what was accepted is there once and in order: {there:?}");
        let others = there.iter().filter(|n| !self.accepted.contains(n));
        assert!(others.clone().all(|n| self.unknown.contains(n)), "{there:?}");
        let mut distinct = there.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), there.len(), "nothing is there twice: {there:?}");
    }
}

fn play(seed: u64) {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build().unwrap();
    runtime.block_on(async {
        let mut world = World::new(seed).await;
        for _ in 0..STEPS {
            world.step().await;
        }
        world.check().await;
    });
}

fn play_all(histories: u64) {
    let one = std::env::var("TENGEN_SIM_SEED").ok().and_then(|seed| seed.parse().ok());
    for seed in one.map_or(0..histories, |seed: u64| seed..seed + 1) {
        let played = std::panic::catch_unwind(|| play(seed));
        assert!(played.is_ok(), "history {seed} breaks a promise: TENGEN_SIM_SEED={seed} plays it again");
    }
}

#[test]
fn what_a_node_accepts_is_there_once_and_in_order_whatever_the_broker_does() {
    play_all(HISTORIES.0);
}

#[test]
#[ignore = "long lane: 10,000 histories"]
fn what_a_node_accepts_is_there_once_and_in_order_in_the_long_run() {
    let wanted = std::env::var("TENGEN_SIM_HISTORIES").ok().and_then(|histories| histories.parse().ok());
    play_all(wanted.unwrap_or(HISTORIES.1));
}
