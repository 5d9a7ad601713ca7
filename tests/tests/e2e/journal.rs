//! The journal: both implementations behave in the same way, and their records give the room.

use std::{collections::BTreeSet, path::Path, sync::Arc};

use tengen_server::{
    cluster::{MemoryBroker, NodeRun, Nodes, StreamJournal},
    config::{Durability, Limits},
    journal::{
        Append, Cause, Checkpoint, EventLog as _, FinishedGame, Journal, JournalError, Key, MemoryJournal,
        Old, OldKind, Players as _, Record, ServerIdentity, SqliteJournal, StoredKey, Summary, Version,
    },
    metrics::Metrics,
};
use tengen_shared::{
    game::{CommandId, Event, Millis, PlayerId, Room, RoomCode, RunId, Seat, Seq, Settings, Stamped},
    rules::Variant,
};
use tengen_tests::within;

/// Deletes the rooms of this kind without events since `before`, as upkeep does. Returns their number.
pub(crate) async fn delete_old(journal: &dyn Journal, kind: OldKind, before: Millis) -> usize {
    let (mut deleted, old) = (0, Old { kind, before });
    for room in journal.old_rooms(old, None, 10).await.unwrap() {
        deleted += usize::from(journal.delete_old(old, &room).await.unwrap());
    }
    deleted
}

/// Opens the journal in `folder` as a server does.
pub(crate) fn sqlite(folder: &Path) -> SqliteJournal {
    let file = folder.join("tengen.db");
    SqliteJournal::open(&file, Durability::Process, &Limits::default(), Arc::new(Metrics::new())).unwrap()
}

/// Opens the journal of the only node of a cluster, on this broker.
pub(crate) async fn stream(broker: &MemoryBroker) -> StreamJournal {
    let nodes = Arc::new(Nodes::new(NodeRun::begin("only".parse().unwrap())));
    let now = tokio::time::Instant::now();
    nodes.renewed(now, now);
    StreamJournal::open(Arc::new(broker.clone()), nodes, None).await.unwrap()
}

/// Runs the same behaviour against the journals of a single machine.
async fn on_one_machine<F: Future<Output = ()>>(behaviour: impl Fn(Arc<dyn Journal>) -> F) {
    within("the memory house", behaviour(Arc::new(MemoryJournal::new(ServerIdentity::random())))).await;
    let folder = tempfile::tempdir().unwrap();
    let house: Arc<dyn Journal> = Arc::new(sqlite(folder.path()));
    within("the SQLite house", behaviour(house.clone())).await;
    // It may already be closed.
    let _ = house.close().await;
}

/// Runs the same behaviour against all implementations.
pub(crate) async fn in_all_houses<F: Future<Output = ()>>(behaviour: impl Fn(Arc<dyn Journal>) -> F) {
    on_one_machine(&behaviour).await;
    let house = stream(&MemoryBroker::default()).await;
    within("the house on a broker", behaviour(Arc::new(house))).await;
}

pub(crate) fn code(text: &str) -> RoomCode {
    text.parse().unwrap()
}

pub(crate) fn cause(n: u32) -> Cause {
    Cause { player: PlayerId(1), id: CommandId(RunId(u64::MAX - 5), n) }
}

fn summary(playing: bool, time: Millis) -> Summary {
    Summary { playing, played: true, time }
}

/// Returns a record whose only event has the number `seq`.
pub(crate) fn record(seq: u32, n: Option<u32>) -> Record {
    let settings = Settings::new(Variant::TICTACTOE);
    let event = match seq {
        1 => Event::RoomOpened { settings, host: PlayerId(1), quick: false },
        _ => Event::SeatReady { seat: Seat::One },
    };
    Record::new(n.map(cause), vec![Stamped { seq: Seq(seq), time: 1_000 + u64::from(seq), event }])
}

/// Returns an append to `room` with the record number `seq`.
pub(crate) fn append(room: &str, after: Version, seq: u32) -> Append {
    Append {
        room: code(room),
        after,
        record: record(seq, Some(seq)).into(),
        summary: summary(false, 1_000 + u64::from(seq)),
        entry: None,
        finished: Vec::new(),
    }
}

/// Creates a room with records 1 to `last`, and returns its version.
pub(crate) async fn room_of(journal: &dyn Journal, room: &str, last: u32) -> Version {
    let mut version = Version::NEW;
    for seq in 1..=last {
        version = journal.append(append(room, version, seq)).await.unwrap();
    }
    version
}

#[tokio::test]
async fn what_is_appended_is_loaded_in_order_and_other_rooms_do_not_mix_in() {
    in_all_houses(|journal| async move {
        assert!(journal.load(&code("amber-fox-42")).await.unwrap().is_none());
        let version = room_of(&*journal, "amber-fox-42", 5).await;
        room_of(&*journal, "quiet-owl-17", 2).await;
        let stored = journal.load(&code("amber-fox-42")).await.unwrap().unwrap();
        assert_eq!(stored.records, (1..=5).map(|seq| record(seq, Some(seq))).collect::<Vec<_>>());
        assert_eq!((stored.version, stored.checkpoint), (version, None));
    })
    .await;
}

#[tokio::test]
async fn an_append_after_anything_but_the_end_is_a_conflict_and_writes_nothing() {
    in_all_houses(|journal| async move {
        let first = room_of(&*journal, "amber-fox-42", 1).await;
        let second = journal.append(append("amber-fox-42", first, 2)).await.unwrap();
        for (after, seq) in [(Version::NEW, 1), (first, 2), (first, 3)] {
            let refused = journal.append(append("amber-fox-42", after, seq)).await;
            assert!(matches!(refused, Err(JournalError::Conflict)), "{refused:?}");
        }
        let unknown = journal.append(append("quiet-owl-17", second, 3)).await;
        assert!(matches!(unknown, Err(JournalError::Conflict)), "{unknown:?}");
        assert!(journal.load(&code("quiet-owl-17")).await.unwrap().is_none());
        let stored = journal.load(&code("amber-fox-42")).await.unwrap().unwrap();
        assert_eq!((stored.records.len(), stored.version), (2, second));
    })
    .await;
}

#[tokio::test]
async fn of_many_appends_to_the_same_place_exactly_one_succeeds() {
    in_all_houses(|journal| async move {
        let end = room_of(&*journal, "amber-fox-42", 3).await;
        let tries = (0..32).map(|_| journal.append(append("amber-fox-42", end, 4)));
        let results = futures_util::future::join_all(tries).await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
        let stored = journal.load(&code("amber-fox-42")).await.unwrap().unwrap();
        assert_eq!(stored.records.len(), 4);
    })
    .await;
}

#[tokio::test]
async fn a_checkpoint_replaces_the_records_up_to_it_and_the_stream_goes_on_after_it() {
    in_all_houses(|journal| async move {
        let version = room_of(&*journal, "amber-fox-42", 4).await;
        let checkpoint = |seq, state: &str| Checkpoint { seq: Seq(seq), state: state.to_owned() };
        journal.checkpoint(&code("amber-fox-42"), checkpoint(2, "old")).await.unwrap();
        journal.checkpoint(&code("amber-fox-42"), checkpoint(3, "{\"a\":1}")).await.unwrap();
        let version = journal.append(append("amber-fox-42", version, 5)).await.unwrap();
        let stored = journal.load(&code("amber-fox-42")).await.unwrap().unwrap();
        assert_eq!(stored.checkpoint, Some(checkpoint(3, "{\"a\":1}")));
        assert_eq!(stored.records, [record(4, Some(4)), record(5, Some(5))]);
        assert_eq!(stored.version, version);
    })
    .await;
}

#[tokio::test]
async fn a_checkpoint_of_a_room_that_does_not_exist_leaves_nothing_behind() {
    in_all_houses(|journal| async move {
        let state = Checkpoint { seq: Seq(9), state: "left over".to_owned() };
        // It may return an error or not.
        let _ = journal.checkpoint(&code("amber-fox-42"), state).await;
        assert!(journal.load(&code("amber-fox-42")).await.unwrap().is_none());
        room_of(&*journal, "amber-fox-42", 2).await;
        let stored = journal.load(&code("amber-fox-42")).await.unwrap().unwrap();
        assert_eq!((stored.checkpoint, stored.records.len()), (None, 2));
    })
    .await;
}

#[tokio::test]
async fn a_deleted_room_is_gone_with_all_that_leads_to_it_and_its_code_is_free() {
    in_all_houses(|journal| async move {
        let entry = Append { entry: Some(BTreeSet::new()), ..append("amber-fox-42", Version::NEW, 1) };
        journal.append(entry).await.unwrap();
        journal
            .checkpoint(&code("amber-fox-42"), Checkpoint { seq: Seq(1), state: "s".to_owned() })
            .await
            .unwrap();
        journal.delete(&code("amber-fox-42")).await.unwrap();
        assert!(journal.load(&code("amber-fox-42")).await.unwrap().is_none());
        assert_eq!(journal.entered(cause(1)).await.unwrap(), None);
        room_of(&*journal, "amber-fox-42", 1).await;
        assert_eq!(journal.load(&code("amber-fox-42")).await.unwrap().unwrap().checkpoint, None);
        journal.delete(&code("never-was-10")).await.unwrap();
    })
    .await;
}

#[tokio::test]
async fn an_old_room_is_deleted_if_no_game_is_on() {
    in_all_houses(|journal| async move {
        let room = |room: &str, playing, time| Append {
            summary: summary(playing, time),
            entry: Some(BTreeSet::new()),
            ..append(room, Version::NEW, 1)
        };
        let old = Append { record: record(1, Some(11)).into(), ..room("old-room-10", false, 1_000) };
        let playing = Append { record: record(1, Some(12)).into(), ..room("old-game-11", true, 1_000) };
        let new = Append { record: record(1, Some(13)).into(), ..room("new-room-12", false, 2_000) };
        for append in [old, playing, new] {
            journal.append(append).await.unwrap();
        }
        assert_eq!(delete_old(&*journal, OldKind::Finished, 1_000).await, 0, "nothing is older");
        let later = Old { kind: OldKind::Finished, before: 1_001 };
        assert!(
            !journal.delete_old(later, &code("new-room-12")).await.unwrap(),
            "something has happened in it"
        );
        assert_eq!(delete_old(&*journal, OldKind::Finished, 2_000).await, 1);
        assert!(journal.load(&code("old-room-10")).await.unwrap().is_none());
        assert!(journal.load(&code("old-game-11")).await.unwrap().is_some());
        assert!(journal.load(&code("new-room-12")).await.unwrap().is_some());
        assert_eq!(journal.entered(cause(11)).await.unwrap(), None);
        assert_eq!(journal.entered(cause(13)).await.unwrap(), Some(code("new-room-12")));
    })
    .await;
}

#[tokio::test]
async fn a_game_that_nobody_has_touched_is_found_and_one_with_a_late_stone_is_not() {
    in_all_houses(|journal| async move {
        let begun = |room: &str, n| Append {
            summary: summary(true, 1_001),
            record: record(1, Some(n)).into(),
            ..append(room, Version::NEW, 1)
        };
        let version = journal.append(begun("amber-fox-42", 1)).await.unwrap();
        journal.append(begun("quiet-owl-17", 2)).await.unwrap();
        room_of(&*journal, "plain-bear-20", 1).await;
        let playing = |before| Old { kind: OldKind::Playing, before };
        let found = journal.old_rooms(playing(1_002), None, 10).await.unwrap();
        assert_eq!(found, [code("amber-fox-42"), code("quiet-owl-17")]);
        let behind = journal.old_rooms(playing(1_002), Some(code("amber-fox-42")), 10).await.unwrap();
        assert_eq!(behind, [code("quiet-owl-17")]);
        assert_eq!(journal.old_rooms(playing(1_002), None, 1).await.unwrap(), [code("amber-fox-42")]);
        assert_eq!(journal.old_rooms(playing(1_001), None, 10).await.unwrap(), []);
        journal
            .append(Append { summary: summary(true, 1_002), ..append("amber-fox-42", version, 2) })
            .await
            .unwrap();
        assert_eq!(journal.old_rooms(playing(1_002), None, 10).await.unwrap(), [code("quiet-owl-17")]);
    })
    .await;
}

#[tokio::test]
async fn a_room_that_only_its_host_has_seen_is_deleted_even_while_a_game_is_on_and_others_are_not() {
    in_all_houses(|journal| async move {
        let room = |room: &str, n| Append {
            summary: summary(true, 1_001),
            record: record(1, Some(n)).into(),
            ..append(room, Version::NEW, 1)
        };
        let played = FinishedGame {
            number: 1,
            players: vec![PlayerId(1)],
            ended: 1_001,
            listed: true,
            body: "{}".to_owned(),
        };
        journal.append(room("lonely-owl-10", 1)).await.unwrap();
        journal.append(room("busy-owl-11", 2)).await.unwrap();
        journal.append(Append { finished: vec![played], ..room("played-owl-12", 3) }).await.unwrap();
        journal.note_shared(&code("busy-owl-11")).await.unwrap();
        assert_eq!(delete_old(&*journal, OldKind::Unshared, 1_001).await, 0, "nothing is older");
        let unshared = Old { kind: OldKind::Unshared, before: 1_002 };
        assert!(!journal.delete_old(unshared, &code("busy-owl-11")).await.unwrap(), "it is shared");
        assert_eq!(delete_old(&*journal, OldKind::Unshared, 1_002).await, 1);
        let left = ["lonely-owl-10", "busy-owl-11", "played-owl-12"];
        for (room, is_left) in left.into_iter().zip([false, true, true]) {
            assert_eq!(journal.find_room(&code(room)).await.unwrap(), is_left, "{room}");
        }
    })
    .await;
}

#[tokio::test]
async fn age_is_counted_in_days_on_which_the_server_has_run() {
    in_all_houses(|journal| async move {
        const DAY: u64 = 24 * 60 * 60 * 1_000;
        assert_eq!(journal.note_day(100, [0, 1, 1]).await.unwrap(), [Some(100 * DAY), None, None]);
        // One start with a clock a year ahead makes nothing a year older.
        assert_eq!(journal.note_day(465, [1, 2, 2]).await.unwrap(), [Some(100 * DAY), None, None]);
        assert_eq!(journal.note_day(101, [1, 2, 0]).await.unwrap(), [Some(100 * DAY), None, Some(101 * DAY)]);
    })
    .await;
}

#[tokio::test]
async fn the_newest_event_is_known_where_there_is_one_clock() {
    on_one_machine(|journal| async move {
        assert_eq!(journal.newest().await.unwrap(), 0);
        let version = room_of(&*journal, "amber-fox-42", 1).await;
        journal
            .append(Append { summary: summary(true, 1_002), ..append("amber-fox-42", version, 2) })
            .await
            .unwrap();
        assert_eq!(journal.newest().await.unwrap(), 1_002);
    })
    .await;
}

#[tokio::test]
async fn the_codes_that_there_are_are_known() {
    in_all_houses(|journal| async move {
        let has = async |room: &str| journal.find_room(&code(room)).await.unwrap();
        assert!(!has("amber-fox-42").await);
        room_of(&*journal, "amber-fox-42", 1).await;
        assert!(has("amber-fox-42").await && !has("amber-fox-43").await);
        assert!(journal.has_room(&code("amber-fox-42")), "nor does the quick look deny it");
        journal.delete(&code("amber-fox-42")).await.unwrap();
        assert!(!has("amber-fox-42").await);
    })
    .await;
}

pub(crate) fn key(byte: u8) -> StoredKey {
    StoredKey { added: byte.into(), ..StoredKey::old(Key::Secret([byte; 32])) }
}

#[tokio::test]
async fn a_closed_journal_takes_no_more_and_says_so() {
    in_all_houses(|journal| async move {
        let version = room_of(&*journal, "amber-fox-42", 1).await;
        assert!(journal.is_healthy());
        journal.close().await.unwrap();
        let refused = journal.append(append("amber-fox-42", version, 2)).await;
        assert!(matches!(refused, Err(JournalError::Closed)), "{refused:?}");
    })
    .await;
}

#[tokio::test]
async fn what_was_answered_is_there_when_the_file_is_opened_again() {
    let folder = tempfile::tempdir().unwrap();
    let journal = sqlite(folder.path());
    let id = journal.identity().clone();
    let entry = Append {
        entry: Some(BTreeSet::new()),
        summary: summary(true, 5),
        ..append("amber-fox-42", Version::NEW, 1)
    };
    let version = journal.append(entry).await.unwrap();
    journal.append(Append { summary: summary(true, 6), ..append("amber-fox-42", version, 2) }).await.unwrap();
    let ann = journal.new_player().await.unwrap();
    journal.add_player(ann, "Ann".parse().unwrap(), key(1)).await.unwrap();
    let given = journal.new_player().await.unwrap();
    let before = journal.load(&code("amber-fox-42")).await.unwrap();
    // The first journal is not closed: the records are committed, not waiting in memory.
    let again = sqlite(folder.path());
    assert_eq!(again.load(&code("amber-fox-42")).await.unwrap(), before);
    assert!(again.has_room(&code("amber-fox-42")) && !again.has_room(&code("quiet-owl-17")));
    assert!(again.new_player().await.unwrap() > given, "no number is given twice, written down or not");
    assert_eq!(again.entered(cause(1)).await.unwrap(), Some(code("amber-fox-42")));
    assert_eq!(again.player(key(1).key).await.unwrap().unwrap().id, PlayerId(1));
    assert_eq!(again.identity(), &id, "the folder keeps its identity");
}

/// Applies `records` to a new room and returns it.
pub(crate) fn replay(code: &RoomCode, records: &[Record]) -> Room {
    let mut events = records.iter().flat_map(|record| &record.events);
    let mut room = Room::open(code.clone(), events.next().unwrap()).unwrap();
    for event in events {
        room.apply(event).unwrap();
    }
    room
}

#[tokio::test]
async fn the_broker_in_memory_does_what_a_broker_must() {
    tengen_tests::broker_behaviour::behaves(&MemoryBroker::default()).await;
}
