//! Export and import: another server continues with the data of the first.

use std::{fs, path::Path};

use rusqlite::Connection;
use tengen_server::journal::{Archive as _, Journal, WhichGames};
use tengen_shared::{
    game::{Command, GameId, GameRecord, PerSeat, Room, Seat, SeatPlan},
    protocol::{Codec, Request},
    rules::Variant,
};
use tengen_tests::{Output, Peer, ServerProcess, TestServer, person_room, place_all, run_to_end, settings};

use super::{journal::sqlite, replay::fixture};
use crate::SERVER;

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

pub(crate) async fn run(task: &str, data: &Path, file: &Path) -> Output {
    run_to_end(SERVER, &[task, "--data", text(data), text(file)], &[]).await
}

/// Runs an export or import that must succeed, and returns its output.
pub(crate) async fn succeeds(task: &str, data: &Path, file: &Path) -> String {
    let Output { code, stdout, stderr } = run(task, data, file).await;
    assert_eq!((code, stdout.as_str()), (Some(0), ""), "{stderr}");
    stderr
}

/// Returns everything in the database of `data`, as the lines of an export.
pub(crate) async fn exported(data: &Path) -> String {
    let Output { code, stdout, stderr } = run_to_end(SERVER, &["export", "--data", text(data)], &[]).await;
    assert_eq!(code, Some(0), "{stderr}");
    stdout
}

/// Adds a finished game of players 1 and 2 in a room.
pub(crate) fn put_game(data: &Path, room: &str, number: u32, listed: bool) {
    let database = Connection::open(data.join("tengen.db")).unwrap();
    let game = "INSERT INTO games (room, number, ended, listed, body) VALUES (?1, ?2, 7, ?3, ?4)";
    let body = "{\"a\":\n[1, \"ä\\n\"]}";
    // These numbers are above those of the games that were played.
    database.execute(game, rusqlite::params![room, number + 100, listed, body]).unwrap();
    let id = database.last_insert_rowid();
    database.execute("INSERT INTO game_players VALUES (1, ?1), (2, ?1)", [id]).unwrap();
}

#[tokio::test]
async fn another_server_goes_on_with_what_was_exported_while_the_first_one_ran() {
    let folder = tempfile::tempdir().unwrap();
    let [data, copy, file] = ["data", "copy", "backup.jsonl"].map(|name| folder.path().join(name));
    let server = ServerProcess::in_folder(SERVER, &data).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let seats = [SeatPlan::Me {}, SeatPlan::Open {}];
    let create = ann.frame(
        None,
        Request::Create { settings: settings(Variant::TICTACTOE), seats: PerSeat(seats), passphrase: None },
    );
    let open = ann.repeat(&create).await.unwrap().room.unwrap();
    let room = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    place_all(&mut ann, &mut bo, &room, "b2 a1 b1 a2 b3").await;
    ann.ready(&room).await.unwrap();
    bo.ready(&room).await.unwrap();
    ann.wait_room(&room, "game two", Room::is_playing).await;
    // After the checkpoint, while the room's row is behind its records.
    place_all(&mut ann, &mut bo, &room, "a1 b2 c3").await;
    put_game(&data, room.as_str(), 1, true);
    let told = succeeds("export", &data, &file).await;
    assert!(told.contains("exported players: 2, rooms: 2, finished games: 2"), "{told}");
    let seen = ann.room(&room).clone();
    // This move comes after the export, so the copy does not have it.
    place_all(&mut ann, &mut bo, &room, "a2").await;
    server.kill().await;

    let told = succeeds("import", &copy, &file).await;
    assert!(told.contains("imported players: 2, rooms: 2, finished games: 2"), "{told}");
    assert!(told.contains("the server has a new key"), "{told}");
    let server = ServerProcess::in_folder(SERVER, &copy).await;
    let (old, ann_then, bo_then) = (ann.server, ann.player, bo.player);
    let mut ann = Peer::connect_as(server.addr, ann.me.new_run()).await;
    let mut bo = Peer::connect_as(server.addr, bo.me.new_run()).await;
    assert_eq!((ann.server, ann.player, bo.player), (old, ann_then, bo_then), "known again by their keys");
    ann.join(&room).await.unwrap();
    bo.join(&room).await.unwrap();
    assert_eq!(ann.room(&room), &seen);
    assert_eq!((ann.score(&room), bo.score(&room)), ([1, 0, 0], [0, 0, 1]));
    place_all(&mut ann, &mut bo, &room, "b3").await;
    // A command from before leads to the room that it created.
    assert_eq!(ann.repeat(&create).await.unwrap().room.as_ref(), Some(&open));
    let new = Peer::connect(server.addr, "Cy", Codec::Json).await.player.0;
    assert!(new > 1_000, "{new} may have been given to somebody who is not stored and whom a room names");
    server.kill().await;
    let journal = sqlite(&copy);
    let games = journal.games_of_player(bo.player, None, 10, WhichGames::Listed).await.unwrap();
    assert_eq!((games.len(), games[0].id, &games[0].room), (2, GameId(2), &room));
    assert_eq!(games[0].body, "{\"a\": [1, \"ä\\n\"]}", "on one line");
    let played: GameRecord = serde_json::from_str(&games[1].body).unwrap();
    assert_eq!((played.number, played.moves.len(), played.end.winner), (1, 5, Some(Seat::One)));
}

#[tokio::test]
async fn what_was_imported_is_exported_alike_also_through_a_pipe() {
    let folder = tempfile::tempdir().unwrap();
    let [data, copy] = ["data", "copy"].map(|name| folder.path().join(name));
    let server = TestServer::in_folder(&data).await;
    let mut ann = Peer::connect(server.addr, "Änn", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    for variant in [Variant::TICTACTOE, Variant::GOMOKU15] {
        let room = person_room(&mut ann, &mut bo, variant).await;
        place_all(&mut ann, &mut bo, &room, "b2 a1 b1").await;
        let other = ann.create(settings(variant), [SeatPlan::Me {}, SeatPlan::Open {}]).await;
        ann.resign(&room).await.unwrap();
        for number in 1..=2 {
            put_game(&data, room.as_str(), number, number == 1);
        }
        ann.ask(Some(&other), Command::Leave {}).await.unwrap();
    }
    server.stopped().await;
    let pipe =
        format!("'{SERVER}' export --data '{}' | '{SERVER}' import --data '{}' -", text(&data), text(&copy));
    let output = run_to_end("sh", &["-c", &pipe], &[]).await;
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let lines = exported(&data).await;
    assert!(lines.lines().count() > 15, "{lines}");
    assert_eq!(exported(&copy).await, lines);
}

#[tokio::test]
async fn a_database_of_an_older_layout_is_exported_without_being_changed() {
    let folder = tempfile::tempdir().unwrap();
    let [data, copy, file] = ["data", "copy", "backup.jsonl"].map(|name| folder.path().join(name));
    fs::create_dir(&data).unwrap();
    Connection::open(data.join("tengen.db")).unwrap().execute_batch(&fixture(1).await).unwrap();
    let before = fs::read(data.join("tengen.db")).unwrap();
    let told = succeeds("export", &data, &file).await;
    assert!(told.contains("players: 2, rooms: 2, finished games: 0"), "{told}");
    assert_eq!(fs::read(data.join("tengen.db")).unwrap(), before);
    succeeds("import", &copy, &file).await;
    let whole = exported(&copy).await;
    assert_eq!(whole, fs::read_to_string(&file).unwrap());
}

#[tokio::test]
async fn an_export_of_the_first_format_is_imported_with_the_only_key_of_each_player() {
    let folder = tempfile::tempdir().unwrap();
    let [data, copy, file] = ["data", "copy", "backup.jsonl"].map(|name| folder.path().join(name));
    fs::create_dir(&data).unwrap();
    Connection::open(data.join("tengen.db")).unwrap().execute_batch(&fixture(1).await).unwrap();
    let whole = exported(&data).await;
    let first = whole
        .replace("\"format\":2", "\"format\":1")
        .replace("\"keys\":[{\"kind\":\"secret\",\"key\":", "\"key_hash\":")
        .replace(",\"device\":\"\",\"added\":0,\"used\":0}]", "");
    assert_eq!((first.matches("key_hash").count(), first.matches("keys").count()), (2, 0), "{first}");
    fs::write(&file, first).unwrap();
    succeeds("import", &copy, &file).await;
    assert_eq!(exported(&copy).await, whole);
}

#[tokio::test]
async fn only_an_export_with_the_identity_makes_the_import_the_same_server() {
    let folder = tempfile::tempdir().unwrap();
    let [data, file] = ["data", "backup.jsonl"].map(|name| folder.path().join(name));
    let server = TestServer::in_folder(&data).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    server.stopped().await;
    let identity = Journal::identity(&sqlite(&data)).clone();
    for (copy, flag, same) in [("with", Some("--with-identity"), true), ("without", None, false)] {
        let copy = folder.path().join(copy);
        let args = ["export", "--data", text(&data)].into_iter().chain(flag).chain([text(&file)]);
        let output = run_to_end(SERVER, &args.collect::<Vec<_>>(), &[]).await;
        assert_eq!(output.code, Some(0), "{}", output.stderr);
        assert_eq!(fs::read_to_string(&file).unwrap().contains(&identity.key.expose_text()), same);
        succeeds("import", &copy, &file).await;
        let imported = Journal::identity(&sqlite(&copy)).clone();
        assert_eq!((imported.id, imported.key == identity.key), (identity.id, same));
        // Either way, she is the same player.
        let server = TestServer::in_folder(&copy).await;
        assert_eq!(Peer::connect_as(server.addr, ann.me.new_run()).await.player, ann.player);
        server.stopped().await;
    }
}

#[tokio::test]
async fn a_damaged_room_is_left_out_and_told_of_and_the_rest_can_be_imported() {
    let folder = tempfile::tempdir().unwrap();
    let [data, copy, file] = ["data", "copy", "backup.jsonl"].map(|name| folder.path().join(name));
    let server = TestServer::in_folder(&data).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let sound = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let damaged = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    server.stopped().await;
    for room in [&sound, &damaged] {
        put_game(&data, room.as_str(), 1, true);
    }
    let database = Connection::open(data.join("tengen.db")).unwrap();
    database.execute("UPDATE records SET body = '{}' WHERE room = ?1", [damaged.as_str()]).unwrap();
    let output = run("export", &data, &file).await;
    assert_eq!(output.code, Some(1), "{}", output.stderr);
    assert!(output.stderr.contains(&format!("left out room {damaged}")), "{}", output.stderr);
    assert!(output.stderr.contains("error: rooms that are damaged"), "{}", output.stderr);
    let told = succeeds("import", &copy, &file).await;
    assert!(told.contains("players: 2, rooms: 1, finished games: 1"), "{told}");
    assert!(!fs::read_to_string(&file).unwrap().contains(damaged.as_str()));
}
