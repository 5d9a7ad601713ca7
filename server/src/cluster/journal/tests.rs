//! Long waits for a broker, in time that is not real.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use tengen_shared::{
    game::{CommandId, Event, PlayerId, RoomCode, RunId, Seat, Seq, Settings, Stamped},
    rules::Variant,
};
use tokio::time::Instant;

use super::StreamJournal;
use crate::{
    cluster::{Fault, MemoryBroker, NodeRun, Nodes, Publish},
    journal::{
        Append, Archive as _, Cause, EventLog as _, FinishedGame, JournalError, Record, Summary, Version,
    },
};

/// A node with a lease that never ends by itself.
struct Node {
    nodes: Arc<Nodes>,
    journal: StreamJournal,
}

fn room() -> RoomCode {
    "amber-fox-42".parse().unwrap()
}

impl Node {
    async fn new(name: &str, broker: &MemoryBroker) -> Self {
        let nodes = Arc::new(Nodes::new(NodeRun::begin(name.parse().unwrap())));
        let journal = StreamJournal::open(Arc::new(broker.clone()), nodes.clone(), None).await.unwrap();
        Self { nodes, journal }
    }

    /// Appends a record with event `seq`, and these games.
    async fn append(
        &self,
        after: Version,
        seq: u32,
        finished: Vec<FinishedGame>,
    ) -> Result<Version, JournalError> {
        self.nodes.renewed(Instant::now(), Instant::now());
        let settings = Settings::new(Variant::TICTACTOE);
        let event = match seq {
            1 => Event::RoomOpened { settings, host: PlayerId(1), quick: false },
            _ => Event::SeatReady { seat: Seat::One },
        };
        let events = vec![Stamped { seq: Seq(seq), time: u64::from(seq), event }];
        let summary = Summary { playing: false, played: true, time: u64::from(seq) };
        let record = Arc::new(Record::new(None, events));
        self.journal.append(Append { room: room(), after, record, summary, entry: None, finished }).await
    }

    /// Returns the numbers of the room's events and where it ends.
    async fn load(&self) -> (Vec<u32>, Version) {
        self.nodes.renewed(Instant::now(), Instant::now());
        let stored = self.journal.load(&room()).await.unwrap().unwrap();
        let events = stored.records.iter().flat_map(|record| &record.events);
        (events.map(|event| event.seq.0).collect(), stored.version)
    }
}

#[tokio::test(start_paused = true)]
async fn a_broker_that_is_away_is_an_error_in_the_end_and_the_room_goes_on_after_it() {
    let broker = MemoryBroker::default();
    let a = Node::new("a", &broker).await;
    let end = a.append(Version::NEW, 1, Vec::new()).await.unwrap();
    broker.set_faults(|_| Some(Fault::Away));
    let failed = a.append(end, 2, Vec::new()).await;
    assert!(matches!(failed, Err(JournalError::Broker(_))), "{failed:?}");
    assert!(!a.journal.is_healthy());
    broker.heal();
    a.append(end, 2, Vec::new()).await.unwrap();
    assert!(a.journal.is_healthy());
    assert_eq!(a.load().await.0, [1, 2]);
}

#[tokio::test(start_paused = true)]
async fn a_record_that_comes_late_is_found_before_anything_follows_it() {
    let broker = MemoryBroker::default();
    let a = Node::new("a", &broker).await;
    let end = a.append(Version::NEW, 1, Vec::new()).await.unwrap();
    // The record is lost on its way for long, and arrives when the room has given up.
    broker.set_faults(|_| Some(Fault::Late));
    let failed = a.append(end, 2, Vec::new()).await;
    broker.heal();
    let again = a.append(end, 2, Vec::new()).await;
    assert!(failed.is_ok() || matches!(again, Err(JournalError::Conflict)), "{failed:?}, {again:?}");
    assert_eq!(a.load().await.0, [1, 2]);
}

#[tokio::test(start_paused = true)]
async fn one_command_makes_one_room_even_if_the_first_record_of_another_is_still_on_its_way() {
    let broker = MemoryBroker::default();
    let (a, b) = (Node::new("a", &broker).await, Node::new("b", &broker).await);
    let make = |node: &Node, room: &str| {
        node.nodes.renewed(Instant::now(), Instant::now());
        let settings = Settings::new(Variant::TICTACTOE);
        let event = Event::RoomOpened { settings, host: PlayerId(1), quick: false };
        let cause = Cause { player: PlayerId(1), id: CommandId(RunId(1), 1) };
        let record = Arc::new(Record::new(Some(cause), vec![Stamped { seq: Seq(1), time: 1, event }]));
        let summary = Summary { playing: false, played: false, time: 1 };
        let room = room.parse().unwrap();
        let (after, finished) = (Version::NEW, Vec::new());
        node.journal.append(Append { room, after, record, summary, entry: Some(BTreeSet::new()), finished })
    };
    // The first record of a's room does not get through before b has made another one.
    let is_first = |subject: &str| subject.contains(".log.amber-fox-42");
    let lost = move |publish: &Publish| !publish.body.is_empty() && is_first(&publish.subject.to_string());
    broker.set_faults(move |publish| lost(publish).then_some(Fault::Lost));
    let first = tokio::spawn(make(&a, "amber-fox-42"));
    tokio::time::sleep(Duration::from_millis(10)).await;
    let second = make(&b, "quiet-owl-17").await;
    broker.heal();
    let first = first.await.unwrap();
    let rooms = ["amber-fox-42", "quiet-owl-17"].map(|room| room.parse::<RoomCode>().unwrap());
    let mut made = 0;
    for room in &rooms {
        made += usize::from(b.journal.find_room(room).await.unwrap());
    }
    assert_eq!(made, 1, "{first:?}, {second:?}");
}

#[tokio::test(start_paused = true)]
async fn a_game_whose_end_is_stored_is_listed_even_if_its_owner_died_before_it_could() {
    let broker = MemoryBroker::default();
    let (a, b) = (Node::new("a", &broker).await, Node::new("b", &broker).await);
    let end = a.append(Version::NEW, 1, Vec::new()).await.unwrap();
    // The record arrives; the entry in the list of games does not.
    let is_game = |subject: &str| subject.starts_with("tengen.game.");
    broker.set_faults(move |publish| is_game(&publish.subject.to_string()).then_some(Fault::Lost));
    let finished = vec![FinishedGame {
        number: 1,
        players: vec![PlayerId(1)],
        ended: 5,
        listed: true,
        body: "{}".to_owned(),
    }];
    a.append(end, 2, finished).await.unwrap();
    drop(a);
    broker.heal();
    assert!(b.journal.games_of_room(&room(), None, 9).await.unwrap().is_empty());
    b.load().await;
    assert_eq!(b.journal.games_of_room(&room(), None, 9).await.unwrap().len(), 1);
}
