//! Engines of earlier versions: a database with all of them in its seats opens, keeps their names and plays on.

use std::{collections::BTreeSet, path::Path};

use tengen_server::{Config, config::Data};
use tengen_shared::{
    game::{Room, RoomCode, RunId, Seat, SeatPlan},
    protocol::{Codec, SecretKey},
    rules::{Bot, FormerEngine, FormerEngineName, Variant},
};
use tengen_tests::{Identity, Peer, TestServer, settings, test_config};

/// The key of Ann, player 1 of the released databases.
const ANNS_KEY: &str = "00112233445566778899aabbccddeeff";

fn ann() -> Identity {
    Identity {
        origin: tengen_session::KeyOrigin::Secret(ANNS_KEY.parse().unwrap()),
        key: SecretKey::from_bytes([1; 32]),
        run: RunId(rand::random()),
        ..Identity::new("Ann", Codec::Json)
    }
}

/// Returns every former engine at every depth.
fn everybody() -> BTreeSet<String> {
    let depths = || FormerEngineName::DEPTHS.map(Some).chain([None]);
    let engines = FormerEngineName::ALL.into_iter().flat_map(|name| depths().map(move |depth| (name, depth)));
    engines.map(|(name, depth)| Bot::Former(FormerEngine::new(name, depth).unwrap()).to_string()).collect()
}

#[tokio::test]
async fn a_database_that_seats_every_former_engine_opens_and_plays_on() {
    let folder = tempfile::tempdir().unwrap();
    let dump = include_str!("../../fixtures/former-bots.sql");
    let database = rusqlite::Connection::open(folder.path().join("tengen.db")).unwrap();
    database.execute_batch(dump).unwrap();
    let mut query = database.prepare("SELECT room FROM rooms").unwrap();
    let codes: Vec<String> = query.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    drop(query);
    let mut seated = BTreeSet::new();
    let server = TestServer::start(config(folder.path())).await;
    for code in codes {
        let code: RoomCode = code.parse().unwrap();
        let mut ann = Peer::connect_as(server.addr, ann()).await;
        ann.join(&code).await.unwrap();
        let bot = ann.room(&code).seats().bot(Seat::Two).unwrap();
        let was = format!("\"bot\":\"{bot}\"");
        assert!(serde_json::to_string(ann.room(&code)).unwrap().contains(&was), "{bot} keeps its name");
        assert_eq!(ann.moves(&code).split(' ').count(), 2);
        let point = ann.room(&code).game().unwrap().position().legal_points().next().unwrap();
        ann.place(&code, &point.to_string()).await.unwrap();
        ann.wait_room(&code, "the AI's stone", |room| room.game().unwrap().ply() == 4).await;
        seated.insert(bot.to_string());
    }
    server.stopped().await;
    assert_eq!(seated, everybody());
}

fn config(folder: &Path) -> Config {
    // Nothing in the dump is deleted for its age, however old it is by now.
    Config { keep_days: u32::MAX, data: Data::Folder(folder.to_owned()), ..test_config() }
}

#[tokio::test]
async fn whoever_asks_for_a_former_engine_gets_it_under_its_name() {
    let server = TestServer::memory().await;
    for codec in Codec::ALL {
        let mut ann = Peer::connect(server.addr, "Ann", codec).await;
        let ai = SeatPlan::Ai { bot: "domain:2".parse().unwrap() };
        let code = ann.create(settings(Variant::GOMOKU15), [SeatPlan::Me {}, ai]).await;
        assert_eq!(ann.room(&code).seats().bot(Seat::Two).unwrap().to_string(), "domain:2");
        ann.wait_room(&code, "the game", Room::is_playing).await;
        ann.place(&code, "h8").await.unwrap();
        ann.wait_room(&code, "the AI's stone", |room| room.game().unwrap().ply() == 2).await;
    }
}
