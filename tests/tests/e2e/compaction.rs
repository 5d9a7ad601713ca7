//! Checkpoints keep the journal small, and the room loaded from it equals the room before.

use std::path::Path;

use rusqlite::Connection;
use tengen_server::journal::{Checkpoint, EventLog as _, Version};
use tengen_shared::{
    game::{Command, RoomCode, Seat, SeatPlan, Seq},
    protocol::{Cmd, Codec},
    rules::Variant,
};
use tengen_tests::{Peer, TestServer, settings};

use super::journal::{append, code, in_all_houses, record, room_of, sqlite};

/// The number of records after which the server writes a checkpoint.
const EVERY: u32 = 256;
/// The maximum number of records that one checkpoint deletes.
const AT_ONCE: u32 = 512;

fn state(seq: u32) -> Checkpoint {
    Checkpoint { seq: Seq(seq), state: format!("{{\"at\":{seq}}}") }
}

/// Counts the rows of `room` directly in the database.
fn rows(folder: &Path, room: &RoomCode) -> u32 {
    let database = Connection::open(folder.join("tengen.db")).unwrap();
    let count = "SELECT count(*) FROM records WHERE room = ?1";
    database.query_row(count, [room.as_str()], |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn a_checkpoint_of_the_whole_stream_is_all_there_is_and_the_stream_goes_on() {
    in_all_houses(|journal| async move {
        let room = code("amber-fox-42");
        let version = room_of(&*journal, "amber-fox-42", 4).await;
        journal.checkpoint(&room, state(4)).await.unwrap();
        let stored = journal.load(&room).await.unwrap().unwrap();
        assert_eq!((stored.checkpoint, stored.records, stored.version), (Some(state(4)), vec![], version));
        let version = journal.append(append("amber-fox-42", version, 5)).await.unwrap();
        let stored = journal.load(&room).await.unwrap().unwrap();
        assert_eq!(stored.records, [record(5, Some(5))]);
        assert_eq!((stored.checkpoint, stored.version), (Some(state(4)), version));
    })
    .await;
}

#[tokio::test]
async fn a_checkpoint_from_a_copy_that_is_not_the_room_any_more_changes_nothing() {
    in_all_houses(|journal| async move {
        let room = code("amber-fox-42");
        room_of(&*journal, "amber-fox-42", 5).await;
        journal.checkpoint(&room, state(4)).await.unwrap();
        let before = journal.load(&room).await.unwrap();
        // An older checkpoint would leave a gap before the records; a newer one belongs to another stream.
        for seq in [3, 6] {
            // It may return an error or not.
            let _ = journal.checkpoint(&room, state(seq)).await;
            assert_eq!(journal.load(&room).await.unwrap(), before, "after a checkpoint at {seq}");
        }
    })
    .await;
}

#[tokio::test]
async fn one_checkpoint_deletes_no_more_than_it_may_and_the_next_ones_the_rest() {
    let folder = tempfile::tempdir().unwrap();
    let journal = sqlite(folder.path());
    let room = code("amber-fox-42");
    let mut last = 2 * AT_ONCE + 100;
    let mut version = room_of(&journal, "amber-fox-42", last).await;
    journal.checkpoint(&room, state(last)).await.unwrap();
    let mut left = rows(folder.path(), &room);
    assert_eq!(left, last - AT_ONCE);
    // The last record always stays.
    for _ in 0..30 {
        last += 1;
        version = journal.append(append("amber-fox-42", version, last)).await.unwrap();
        journal.checkpoint(&room, state(last)).await.unwrap();
        let stored = journal.load(&room).await.unwrap().unwrap();
        assert_eq!((stored.checkpoint, stored.records.len()), (Some(state(last)), 0));
        let now = rows(folder.path(), &room);
        assert!(now <= left + 1 && now + AT_ONCE >= left && now > 0, "{left} rows, then {now}");
        left = now;
    }
    assert_eq!(left, 1);
    journal.delete(&room).await.unwrap();
    assert_eq!(rows(folder.path(), &room), 0);
}

#[tokio::test]
async fn checkpoints_of_many_rooms_keep_the_file_from_growing_and_spare_who_has_none() {
    let folder = tempfile::tempdir().unwrap();
    let journal = sqlite(folder.path());
    room_of(&journal, "old-game-11", 5).await;
    let rooms = ["amber-fox-42", "quiet-owl-17", "plain-bear-20"];
    let mut versions = [Version::NEW; 3];
    let mut pages = Vec::new();
    for seq in 1..=4_000 {
        for (room, version) in rooms.iter().zip(&mut versions) {
            *version = journal.append(append(room, *version, seq)).await.unwrap();
            if seq % 100 == 0 {
                journal.checkpoint(&code(room), state(seq)).await.unwrap();
            }
        }
        if seq % 1_000 == 0 {
            let database = Connection::open(folder.path().join("tengen.db")).unwrap();
            let count: u32 = database.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
            pages.push(count);
        }
    }
    assert!(pages[3] <= pages[0] + 4, "pages after each thousand: {pages:?}");
    let left: u32 = rooms.iter().map(|room| rows(folder.path(), &code(room))).sum();
    assert!(left <= 600, "{left} of 12,000 records are left");
    let spared = journal.load(&code("old-game-11")).await.unwrap().unwrap();
    assert_eq!(spared.records, (1..=5).map(|seq| record(seq, Some(seq))).collect::<Vec<_>>());
}

/// The oldest records of a room may be deleted last, if compaction passed them before a checkpoint covered them.
#[tokio::test]
async fn records_that_nothing_points_at_any_more_are_swept_up_too() {
    let folder = tempfile::tempdir().unwrap();
    let journal = sqlite(folder.path());
    let (room, other) = (code("amber-fox-42"), code("quiet-owl-17"));
    let mut version = room_of(&journal, "amber-fox-42", 10).await;
    let mut busy = 1_000;
    let mut end = room_of(&journal, "quiet-owl-17", busy).await;
    journal.checkpoint(&other, state(busy)).await.unwrap();
    for seq in 11..=110 {
        version = journal.append(append("amber-fox-42", version, seq)).await.unwrap();
    }
    journal.checkpoint(&room, state(110)).await.unwrap();
    let mut rounds = 0;
    let mut sweep_until = async |left: u32| {
        while rows(folder.path(), &room) != left {
            rounds += 1;
            assert!(rounds < 50, "{} rows stay", rows(folder.path(), &room));
            busy += 1;
            end = journal.append(append("quiet-owl-17", end, busy)).await.unwrap();
            journal.checkpoint(&other, state(busy)).await.unwrap();
        }
    };
    sweep_until(11).await;
    let stored = journal.load(&room).await.unwrap().unwrap();
    assert_eq!((stored.checkpoint, stored.records.len(), stored.version), (Some(state(110)), 0, version));
    journal.delete(&room).await.unwrap();
    assert_eq!(rows(folder.path(), &room), 10, "what the last one does not lead to");
    sweep_until(0).await;
}

#[tokio::test]
async fn a_long_series_leaves_few_records_and_the_room_comes_back_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let guest = SeatPlan::Guest { name: "Bo".parse().unwrap() };
    let room = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, guest]).await;
    let mut most = 0;
    for game in 1..=60 {
        ann.place_for(&room, ann.room(&room).turn().unwrap(), "b2").await.unwrap();
        ann.ask(Some(&room), Command::Resign { seat: Seat::One, game }).await.unwrap();
        for seat in Seat::BOTH {
            let at = ann.room(&room).at();
            ann.ask(Some(&room), Command::Ready { seat, at }).await.unwrap();
        }
        most = most.max(rows(folder.path(), &room));
    }
    assert!(most <= 8, "{most} records of a room that has written 240");
    server.stopped().await;
    let server = TestServer::in_folder(folder.path()).await;
    let seen = ann.room(&room).clone();
    let mut ann = Peer::connect_as(server.addr, ann.me.new_run()).await;
    ann.join(&room).await.unwrap();
    assert_eq!(ann.room(&room), &seen);
    ann.place_for(&room, seen.turn().unwrap(), "b2").await.unwrap();
}

#[tokio::test]
async fn a_room_in_which_no_game_ends_is_checkpointed_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let room = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    bo.watch(&room).await.unwrap();
    let bo = bo.vanish();
    let sit = Cmd::Room(Command::Sit { seat: Seat::One, guest: None });
    for _ in 0..EVERY + 10 {
        ann.ask(Some(&room), Command::Stand { seat: Seat::One }).await.unwrap();
        ann.ask(Some(&room), sit.clone()).await.unwrap();
        let rows = rows(folder.path(), &room);
        assert!(rows <= EVERY + 1, "{rows} records");
    }
    let last = ann.ask(Some(&room), Command::Stand { seat: Seat::One }).await.unwrap();
    server.stopped().await;

    let server = TestServer::in_folder(folder.path()).await;
    let seen = ann.room(&room).clone();
    let ann = ann.reconnect(server.addr).await;
    assert_eq!((ann.room(&room), ann.room(&room).seq()), (&seen, last.seq));
    assert_eq!(ann.snapshots.get(&room), None, "she has missed nothing");
    // The journal no longer has the events that Bo has missed.
    let mut bo = bo.reconnect(server.addr).await;
    bo.wait_room(&room, "the present room", |room| room.seq() == last.seq).await;
    assert_eq!((bo.room(&room), bo.snapshots.get(&room)), (&seen, Some(&1)));
}

/// Returns the points of the larger board in an order in which nobody gets more than two in a row.
fn long_game() -> Vec<String> {
    let all = (0..19_u8).flat_map(|y| (0..19_u8).map(move |x| (x, y)));
    let (black, white): (Vec<_>, Vec<_>) = all.partition(|(x, y)| (x + 2 * y) % 4 < 2);
    let turns = black.into_iter().zip(white).flat_map(|(black, white)| [black, white]);
    turns.map(|(x, y)| format!("{}{}", char::from(b'a' + x), y + 1)).collect()
}

#[tokio::test]
async fn a_long_game_is_checkpointed_in_its_middle_and_goes_on_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let guest = SeatPlan::Guest { name: "Bo".parse().unwrap() };
    let room = ann.create(settings(Variant::GOMOKU19), [SeatPlan::Me {}, guest]).await;
    let points = long_game();
    for (point, number) in points[..300].iter().zip(1..) {
        ann.place_for(&room, ann.room(&room).turn().unwrap(), point).await.unwrap();
        assert!(rows(folder.path(), &room) <= EVERY, "after {number} stones");
        // Before, at and after the checkpoint. At these points, the last record may differ from the one in the
        // room's row.
        if [250, 255, 260].contains(&number) {
            server.stopped().await;
            server = TestServer::in_folder(folder.path()).await;
            let seen = ann.room(&room).clone();
            ann = Peer::connect_as(server.addr, ann.me.new_run()).await;
            ann.join(&room).await.unwrap();
            assert_eq!(ann.room(&room), &seen, "after {number} stones");
        }
    }
    assert_eq!(ann.moves(&room), points[..300].join(" "));
    assert!(rows(folder.path(), &room) < 60, "the records before the checkpoint are gone");
}
