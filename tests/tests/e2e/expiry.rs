//! The server deletes old data by itself, and a wrong clock makes it delete nothing.

use std::{path::Path, time::UNIX_EPOCH};

use rusqlite::{Connection, Row};
use tengen_server::{
    Config,
    config::Data,
    journal::{Record, read_record},
};
use tengen_shared::{
    game::{Command, EndReason, Room, RoomCode, SeatPlan},
    protocol::{Codec, Request},
    rules::Variant,
};
use tengen_tests::{Http, Peer, TestServer, person_room, place_all, poll_until, settings, test_config};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// Starts a server that checks its rooms all the time.
async fn tidy_server(folder: &Path) -> TestServer {
    let mut config = Config { data: Data::Folder(folder.to_owned()), keep_days: 90, ..test_config() };
    config.limits.upkeep_ms = 20;
    config.limits.room_idle_ms = 20;
    TestServer::start(config).await
}

/// Makes everything in the folder's database older by this many days, and records that the server has run on each
/// of them.
fn let_days_pass(folder: &Path, days: i64) {
    let_time_pass(folder, days);
    let database = Connection::open(folder.join("tengen.db")).unwrap();
    let today = i64::try_from(UNIX_EPOCH.elapsed().unwrap().as_secs() / 86_400).unwrap();
    for day in today - days..today {
        database.execute("INSERT OR IGNORE INTO days (day) VALUES (?1)", [day]).unwrap();
    }
}

/// Makes everything in the folder's database older by this many days, as a wrong clock would.
fn let_time_pass(folder: &Path, days: i64) {
    let mut database = Connection::open(folder.join("tengen.db")).unwrap();
    let transaction = database.transaction().unwrap();
    let by = days * DAY_MS;
    let records: Vec<(i64, Record)> = {
        let mut all = transaction.prepare("SELECT id, body FROM records").unwrap();
        let read = |row: &Row<'_>| Ok((row.get(0)?, read_record(row.get_ref(1)?).unwrap()));
        all.query_map([], read).unwrap().map(Result::unwrap).collect()
    };
    for (id, mut record) in records {
        for event in &mut record.events {
            event.time -= u64::try_from(by).unwrap();
        }
        // In the form of older layouts, which has no checksums.
        let body = serde_json::to_string(&record).unwrap();
        transaction.execute("UPDATE records SET body = ?2 WHERE id = ?1", (id, body)).unwrap();
    }
    transaction.execute("UPDATE rooms SET time = time - ?1", [by]).unwrap();
    transaction.commit().unwrap();
}

fn rooms(folder: &Path) -> Vec<String> {
    let database = Connection::open(folder.join("tengen.db")).unwrap();
    let mut all = database.prepare("SELECT room FROM rooms ORDER BY room").unwrap();
    all.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
}

async fn wait_until_gone(folder: &Path, room: &RoomCode) {
    poll_until("an old room to go", async || !rooms(folder).contains(&room.to_string())).await;
}

/// Waits until the server has checked every old room once more.
async fn wait_for_a_round(server: &TestServer) {
    let rounds = async || Http::metric(server.addr, "tengen_upkeep_rounds_total").await;
    let before = rounds().await;
    // The current round may have begun before the test's change.
    poll_until("two rounds of upkeep", async || rounds().await >= before + 2.0).await;
}

/// Ann's and Bo's game with two stones, a game that they have finished, and one that Ann plays with a guest at her
/// keyboard.
async fn three_rooms(folder: &Path) -> ([RoomCode; 3], Peer) {
    let server = TestServer::in_folder(folder).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let played = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    place_all(&mut ann, &mut bo, &played, "b2 a1").await;
    let finished = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    place_all(&mut ann, &mut bo, &finished, "b2 a1 b1 a2 b3").await;
    let guest = SeatPlan::Guest { name: "Guest".parse().unwrap() };
    let alone = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, guest]).await;
    server.stopped().await;
    ([played, finished, alone], ann)
}

#[tokio::test]
async fn a_room_that_only_its_maker_has_seen_goes_after_three_days_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let ([played, finished, alone], _ann) = three_rooms(folder.path()).await;
    let_days_pass(folder.path(), 4);
    let server = tidy_server(folder.path()).await;
    wait_until_gone(folder.path(), &alone).await;
    wait_for_a_round(&server).await;
    server.stopped().await;
    let mut left = [played.to_string(), finished.to_string()];
    left.sort();
    assert_eq!(rooms(folder.path()), left);
}

#[tokio::test]
async fn a_game_that_nobody_touches_for_a_month_ends_as_aborted_and_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let ([played, ..], ann) = three_rooms(folder.path()).await;
    let_days_pass(folder.path(), 31);
    let server = tidy_server(folder.path()).await;
    let mut ann = Peer::connect_as(server.addr, ann.me.new_run()).await;
    poll_until("the old game to end", async || {
        ann.watch(&played).await.unwrap();
        let is_over = !ann.room(&played).is_playing();
        if !is_over {
            ann.ask(Some(&played), Command::Leave {}).await.unwrap();
            ann.forget(&played);
        }
        is_over
    })
    .await;
    let end = ann.room(&played).game().unwrap().end().unwrap().clone();
    assert_eq!((end.reason, end.winner), (EndReason::Aborted, None));
    assert_eq!(ann.score(&played), [0, 0, 0], "it counts for nothing");
}

#[tokio::test]
async fn a_room_in_which_somebody_is_stays_and_its_game_goes_on_however_old_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let ([played, finished, alone], ann) = three_rooms(folder.path()).await;
    let_days_pass(folder.path(), 91);
    let folder_of = Data::Folder(folder.path().to_owned());
    let mut config = Config { data: folder_of, keep_days: 90, ..test_config() };
    // Time to connect before the first round.
    config.limits.upkeep_ms = 3_000;
    let server = TestServer::start(config).await;
    let mut ann = Peer::connect_as(server.addr, ann.me.new_run()).await;
    for room in [&played, &finished, &alone] {
        ann.watch(room).await.unwrap();
    }
    let kept = rooms(folder.path());
    let rounds = async || Http::metric(server.addr, "tengen_upkeep_rounds_total").await;
    poll_until("a round of upkeep", async || rounds().await >= 1.0).await;
    assert_eq!(rooms(folder.path()), kept);
    for (room, playing) in [(&played, true), (&finished, false), (&alone, true)] {
        ann.ask(Some(room), Request::Snapshot {}).await.unwrap();
        assert_eq!(Room::is_playing(ann.room(room)), playing);
    }
}

#[tokio::test]
async fn old_rooms_go_while_the_server_runs_and_a_clock_that_was_wrong_for_a_day_deletes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let ([_, finished, _], _ann) = three_rooms(folder.path()).await;
    // One start with a clock a year ahead adds only one day on which the server has run.
    let_time_pass(folder.path(), 365);
    let server = tidy_server(folder.path()).await;
    wait_for_a_round(&server).await;
    server.stopped().await;
    assert!(rooms(folder.path()).contains(&finished.to_string()), "it is old by the clock alone");
    // Ninety days on which the server has run are a different case.
    let folder = tempfile::tempdir().unwrap();
    let ([_, finished, _], _ann) = three_rooms(folder.path()).await;
    let_days_pass(folder.path(), 91);
    let server = tidy_server(folder.path()).await;
    wait_until_gone(folder.path(), &finished).await;
    server.stopped().await;
}

#[tokio::test]
async fn time_begins_no_earlier_than_the_newest_event() {
    let folder = tempfile::tempdir().unwrap();
    let (_, ann) = three_rooms(folder.path()).await;
    let database = Connection::open(folder.path().join("tengen.db")).unwrap();
    database.execute("UPDATE rooms SET time = time + ?1", [DAY_MS]).unwrap();
    let newest: i64 = database.query_row("SELECT max(time) FROM rooms", [], |row| row.get(0)).unwrap();
    drop(database);
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect_as(server.addr, ann.me.new_run()).await;
    assert!(
        ann.server_time().await >= u64::try_from(newest).unwrap(),
        "the system's clock is a day behind the newest event"
    );
    assert_eq!(Http::get(server.addr, "/readyz").await.status, 200);
}
