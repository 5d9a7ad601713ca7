//! The data folder gives exactly the rooms that people saw, whichever version wrote it.

use std::{fs, path::Path};

use tengen_server::{
    Config,
    config::Data,
    journal::{Archive as _, EventLog as _, Journal as _, Players as _, Record, WhichGames, read_record},
};
use tengen_session::KeyOrigin;
use tengen_shared::{
    game::{Command, GameId, PlayerId, Room, RoomCode, RunId, Seat, SeatPlan},
    protocol::{Cmd, Codec, SecretKey},
    rules::{Bot, Level, Variant},
};
use tengen_tests::{Identity, Peer, TestServer, person_room, place_all, settings, test_config};

use super::journal::{replay, sqlite};

/// Makes the database keep the records that checkpoints delete.
fn keep_all_records(folder: &Path) {
    let database = rusqlite::Connection::open(folder.join("tengen.db")).unwrap();
    let keep = "CREATE TABLE kept (room TEXT, seq INTEGER, body);
        CREATE TRIGGER keep BEFORE DELETE ON records
        BEGIN INSERT INTO kept VALUES (old.room, old.seq, old.body); END;";
    database.execute_batch(keep).unwrap();
}

/// Returns every record of a room, including those that checkpoints have deleted.
fn all_records(folder: &Path, room: &RoomCode) -> Vec<Record> {
    let database = rusqlite::Connection::open(folder.join("tengen.db")).unwrap();
    let every = "SELECT body, seq FROM records WHERE room = ?1
        UNION ALL SELECT body, seq FROM kept WHERE room = ?1 ORDER BY seq";
    let mut all = database.prepare(every).unwrap();
    let records = all.query_map([room.as_str()], |row| Ok(read_record(row.get_ref(0)?))).unwrap();
    records.map(|record| record.unwrap().unwrap()).collect()
}

#[tokio::test]
async fn the_records_of_a_room_give_the_room_that_the_players_saw() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    keep_all_records(folder.path());
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let ai = ann
        .create(
            settings(Variant::GOMOKU15),
            [SeatPlan::Me {}, SeatPlan::Ai { bot: Bot::Level(Level::Medium) }],
        )
        .await;
    place_all(&mut ann, &mut bo, &code, "b2 a1 b1 a2 b3").await;
    ann.ready(&code).await.unwrap();
    bo.ready(&code).await.unwrap();
    ann.wait_room(&code, "game two", Room::is_playing).await;
    place_all(&mut ann, &mut bo, &code, "a1 b2 c3").await;
    for point in ["h8", "a1", "o15"] {
        let free = ann.room(&ai).game().unwrap().position().check(point.parse().unwrap()).is_ok();
        assert!(free, "the AI has taken {point}");
        ann.place(&ai, point).await.unwrap();
        ann.wait_room(&ai, "the AI's move", |room| room.turn() == Some(Seat::One)).await;
    }
    server.stopped().await;

    for room in [&code, &ai] {
        let seen = ann.room(room);
        let records = all_records(folder.path(), room);
        assert_eq!(&replay(room, &records), seen, "from the very first record");
        let seqs: Vec<u32> =
            records.iter().flat_map(|record| &record.events).map(|event| event.seq.0).collect();
        assert_eq!(seqs, (1..=seen.seq().0).collect::<Vec<_>>(), "numbers without a hole");
    }
    // The same from the last checkpoint and the records after it, as a server loads them.
    let stored = sqlite(folder.path()).load(&code).await.unwrap().unwrap();
    let checkpoint = stored.checkpoint.expect("a finished game leaves a checkpoint");
    let state: serde_json::Value = serde_json::from_str(&checkpoint.state).unwrap();
    let mut room: Room = serde_json::from_value(state["room"].clone()).unwrap();
    assert_eq!(room.seq(), checkpoint.seq);
    for event in stored.records.iter().flat_map(|record| &record.events) {
        room.apply(event).unwrap();
    }
    assert_eq!(&room, ann.room(&code));
}

#[tokio::test]
async fn a_player_key_is_nowhere_in_the_data_folder() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    ann.open_table(settings(Variant::TICTACTOE)).await;
    server.stopped().await;
    let key = ann.me.key.clone();
    let holds = |bytes: &[u8], part: &[u8]| bytes.windows(part.len()).any(|window| window == part);
    let mut whole = Vec::new();
    for entry in fs::read_dir(folder.path()).unwrap() {
        whole.extend(fs::read(entry.unwrap().path()).unwrap());
    }
    assert!(holds(&whole, b"Ann"), "her name is there");
    assert!(!holds(&whole, key.expose_bytes()) && !holds(&whole, key.expose_text().as_bytes()));
}

/// The key of Ann, player 1 of the released database.
const ANNS_KEY: &str = "00112233445566778899aabbccddeeff";
const BOS_KEY: &str = "ffeeddccbbaa99887766554433221100";

fn identity(name: &str, key: &str) -> Identity {
    // A run that is not in the released databases.
    let run = RunId(rand::random());
    Identity { origin: KeyOrigin::Secret(key.parse().unwrap()), run, ..Identity::new(name, Codec::Json) }
}

/// Returns the dump of a layout. With `TENGEN_BLESS=1`, it first writes a missing dump of the present layout.
pub(crate) async fn fixture(layout: u32) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("fixtures/layout-{layout}.sql"));
    let bless = std::env::var_os("TENGEN_BLESS").is_some_and(|value| value == "1");
    if layout == PRESENT && bless && !file.exists() {
        super::dump::write(&file).await;
    }
    fs::read_to_string(file).expect("the dump of a layout")
}

const PRESENT: u32 = 5;

#[tokio::test]
async fn a_database_of_layout_1_opens_with_its_players_rooms_and_scores() {
    let folder = tempfile::tempdir().unwrap();
    opens_with_all(folder.path(), 1).await;
    assert_eq!(sqlite(folder.path()).game(GameId(1)).await.unwrap(), None);
}

#[tokio::test]
async fn a_database_of_layout_2_opens_with_its_players_rooms_scores_and_games() {
    let folder = tempfile::tempdir().unwrap();
    opens_with_all(folder.path(), 2).await;
    let journal = sqlite(folder.path());
    let game = journal.game(GameId(1)).await.unwrap().expect("game 1");
    assert_eq!((game.room.as_str(), game.listed), ("amber-fox-42", true));
    for player in [PlayerId(1), PlayerId(2)] {
        let games = journal.games_of_player(player, None, 10, WhichGames::Listed).await.unwrap();
        assert_eq!(games, std::slice::from_ref(&game));
    }
}

#[tokio::test]
async fn a_database_of_layout_3_opens_and_its_rooms_count_as_seen_by_others() {
    let folder = tempfile::tempdir().unwrap();
    opens_with_all(folder.path(), 3).await;
    let database = rusqlite::Connection::open(folder.path().join("tengen.db")).unwrap();
    let shared: u32 = database
        .query_row("SELECT shared FROM rooms WHERE room = 'amber-fox-42'", [], |row| row.get(0))
        .unwrap();
    assert_eq!(shared, 1);
}

#[tokio::test]
async fn a_database_of_layout_4_opens_with_its_chain_of_records() {
    let folder = tempfile::tempdir().unwrap();
    opens_with_all(folder.path(), 4).await;
    let database = rusqlite::Connection::open(folder.path().join("tengen.db")).unwrap();
    let forms: (u32, u32) = database
        .query_row("SELECT count(*), sum(typeof(body) = 'blob') FROM records", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .unwrap();
    assert!(forms.0 > 0 && forms.0 == forms.1, "{forms:?}");
}

#[tokio::test]
async fn a_database_of_layout_5_opens_with_its_keys() {
    let folder = tempfile::tempdir().unwrap();
    opens_with_all(folder.path(), 5).await;
    let journal = sqlite(folder.path());
    assert_eq!(journal.identity().key, SecretKey::from_bytes([0; 32]));
    // The key that she had, and the key pair that took its place.
    assert_eq!(journal.keys(PlayerId(1)).await.unwrap().len(), 2);
}

async fn opens_with_all(folder: &Path, layout: u32) {
    let dump = fixture(layout).await;
    rusqlite::Connection::open(folder.join("tengen.db")).unwrap().execute_batch(&dump).unwrap();
    // Nothing in the dump is deleted for its age, however old it is by now.
    let config = Config { keep_days: u32::MAX, data: Data::Folder(folder.to_owned()), ..test_config() };
    let server = TestServer::start(config).await;
    let mut ann = Peer::connect_as(server.addr, identity("Ann", ANNS_KEY)).await;
    let mut bo = Peer::connect_as(server.addr, identity("Bo", BOS_KEY)).await;
    assert_eq!((ann.player, bo.player), (PlayerId(1), PlayerId(2)));
    assert_eq!(ann.server.to_string(), "0123456789abcdef");
    // In one room, a game is on after a finished one. The other room has only been opened.
    let code: RoomCode = "amber-fox-42".parse().unwrap();
    ann.join(&code).await.unwrap();
    bo.join(&code).await.unwrap();
    assert_eq!((ann.score(&code), bo.score(&code)), ([1, 0, 0], [0, 0, 1]));
    assert_eq!((ann.game_number(&code), ann.moves(&code).as_str()), (2, "a1 b2 c3"));
    place_all(&mut ann, &mut bo, &code, "b3").await;
    let open: RoomCode = "quiet-owl-17".parse().unwrap();
    bo.join(&open).await.unwrap();
    assert_eq!(bo.seat(&open), Seat::Two);
    assert!(bo.room(&open).is_playing());
    let guess =
        Cmd::Room(Command::Place { seat: Seat::Two, point: "b2".parse().unwrap(), at: bo.room(&open).at() });
    bo.ask(Some(&open), guess).await.expect_err("seat one begins");
    server.stopped().await;
}
