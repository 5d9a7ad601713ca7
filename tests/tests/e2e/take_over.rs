//! Two nodes of a cluster and the records of a room: who may write, and what a broker's faults change about it.

use std::sync::Arc;

use tengen_server::{
    cluster::{Duty, Fault, LAYOUT, Lease, MemoryBroker, NodeRun, Nodes, StreamJournal},
    journal::{EventLog as _, JournalError, Players as _, Version},
};
use tokio::time::Instant;

use super::journal::{append, code, room_of};

const ROOM: &str = "amber-fox-42";

/// A node of a cluster, and its journal.
struct Node {
    nodes: Arc<Nodes>,
    journal: StreamJournal,
}

impl Node {
    async fn new(name: &str, broker: &MemoryBroker) -> Self {
        let nodes = Arc::new(Nodes::new(NodeRun::begin(name.parse().unwrap())));
        nodes.renewed(Instant::now(), Instant::now());
        let journal = StreamJournal::open(Arc::new(broker.clone()), nodes.clone(), None).await.unwrap();
        Self { nodes, journal }
    }

    /// Lets this node see another one.
    fn sees(&self, other: &Self, duty: Duty) {
        let NodeRun { name, run } = other.nodes.me().clone();
        self.nodes.observe(
            name,
            Lease { run, duty, layout: LAYOUT, address: None, free_threads: 0, taken: Vec::new() },
            Instant::now(),
        );
    }

    async fn append(&self, after: Version, seq: u32) -> Result<Version, JournalError> {
        self.journal.append(append(ROOM, after, seq)).await
    }

    /// Loads the room, and returns the numbers of its events and where it ends.
    async fn load(&self) -> Result<(Vec<u32>, Version), JournalError> {
        let stored = self.journal.load(&code(ROOM)).await?.unwrap();
        let events = stored.records.iter().flat_map(|record| &record.events);
        Ok((events.map(|event| event.seq.0).collect(), stored.version))
    }
}

#[tokio::test]
async fn after_a_take_over_the_former_owner_gets_nothing_accepted() {
    let broker = MemoryBroker::default();
    let (a, b) = (Node::new("a", &broker).await, Node::new("b", &broker).await);
    let end = room_of(&a.journal, ROOM, 3).await;
    // To b, a is dead.
    let (events, taken) = b.load().await.unwrap();
    assert_eq!(events, [1, 2, 3]);
    let refused = a.append(end, 4).await;
    assert!(matches!(refused, Err(JournalError::Conflict)), "{refused:?}");
    let end = b.append(taken, 4).await.unwrap();
    assert_eq!(a.load().await.unwrap().0, [1, 2, 3, 4]);
    let refused = b.append(end, 5).await;
    assert!(matches!(refused, Err(JournalError::Conflict)), "a has it again: {refused:?}");
}

#[tokio::test]
async fn a_living_owner_keeps_its_rooms_until_it_drains() {
    let broker = MemoryBroker::default();
    let (a, b) = (Node::new("a", &broker).await, Node::new("b", &broker).await);
    room_of(&a.journal, ROOM, 3).await;
    b.sees(&a, Duty::Serving);
    let elsewhere = b.load().await;
    assert!(
        matches!(&elsewhere, Err(JournalError::Elsewhere(owner)) if owner == a.nodes.me()),
        "{elsewhere:?}"
    );
    let elsewhere = b.journal.delete(&code(ROOM)).await;
    assert!(matches!(elsewhere, Err(JournalError::Elsewhere(_))), "{elsewhere:?}");
    b.sees(&a, Duty::Draining);
    assert_eq!(b.load().await.unwrap().0, [1, 2, 3]);
}

#[tokio::test]
async fn without_a_lease_nothing_is_written() {
    let broker = MemoryBroker::default();
    let nodes = Arc::new(Nodes::new(NodeRun::begin("a".parse().unwrap())));
    let journal = StreamJournal::open(Arc::new(broker), nodes, None).await.unwrap();
    let refused = journal.append(append(ROOM, Version::NEW, 1)).await;
    assert!(matches!(refused, Err(JournalError::NoLease)), "{refused:?}");
    assert!(!journal.is_healthy());
}

#[tokio::test]
async fn a_fault_of_the_broker_neither_loses_nor_doubles_a_record() {
    for fault in [Fault::AnswerLost, Fault::Lost, Fault::Late, Fault::RefusedForNothing] {
        let broker = MemoryBroker::default();
        let a = Node::new("a", &broker).await;
        let end = room_of(&a.journal, ROOM, 2).await;
        let mut faults = [fault].into_iter();
        broker.set_faults(move |_| faults.next());
        let end = a.append(end, 3).await.unwrap_or_else(|error| panic!("{fault:?}: {error}"));
        a.append(end, 4).await.unwrap_or_else(|error| panic!("{fault:?}: {error}"));
        assert_eq!(a.load().await.unwrap().0, [1, 2, 3, 4], "{fault:?}");
    }
}

#[tokio::test]
async fn two_nodes_never_give_the_same_number_to_two_players() {
    let broker = MemoryBroker::default();
    let (a, b) = (Node::new("a", &broker).await, Node::new("b", &broker).await);
    let mut numbers = Vec::new();
    for _ in 0..150 {
        let (first, second) = tokio::join!(a.journal.new_player(), b.journal.new_player());
        numbers.extend([first.unwrap(), second.unwrap()]);
    }
    numbers.sort();
    numbers.dedup();
    assert_eq!(numbers.len(), 300);
}
