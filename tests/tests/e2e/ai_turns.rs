//! AIs of several rooms share the thinking threads fairly.

use tengen_shared::{
    game::{Room, SeatPlan, Settings, ThinkTime},
    protocol::Codec,
    rules::{Bot, Level, Variant},
};
use tengen_tests::{Peer, TestServer, test_config};

fn thinking(variant: Variant, ms: u16) -> Settings {
    Settings { think_time: ThinkTime::try_from(ms).unwrap(), ..Settings::new(variant) }
}

fn stones(room: &Room) -> usize {
    room.game().map_or(0, |game| game.position().moves().len())
}

/// Starts a server with one thinking thread, and a room in which `master` thinks for five seconds.
async fn busy_server() -> (TestServer, Peer, tengen_shared::game::RoomCode) {
    let mut config = test_config();
    config.bot_threads = 1;
    let server = TestServer::start(config).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let master = SeatPlan::Ai { bot: Bot::Level(Level::Master) };
    let slow = ann.create(thinking(Variant::GOMOKU15, 5_000), [SeatPlan::Me {}, master]).await;
    ann.place(&slow, "h8").await.unwrap();
    (server, ann, slow)
}

#[tokio::test]
async fn an_easy_move_does_not_wait_for_the_master_of_another_room() {
    let (server, ann, slow) = busy_server().await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let easy = SeatPlan::Ai { bot: Bot::Level(Level::Easy) };
    let quick = bo.create(thinking(Variant::TICTACTOE, 0), [easy, SeatPlan::Me {}]).await;
    bo.wait_room(&quick, "the AI's stone", |room| stones(room) == 1).await;
    assert_eq!(stones(ann.room(&slow)), 1, "the master still thinks");
}

#[tokio::test]
async fn a_slow_engine_gets_its_turn_while_another_one_has_time_left() {
    let (server, mut ann, slow) = busy_server().await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let pvs = SeatPlan::Ai { bot: "pvs".parse().unwrap() };
    let other = bo.create(thinking(Variant::GOMOKU15, 0), [SeatPlan::Me {}, pvs]).await;
    bo.place(&other, "h8").await.unwrap();
    bo.wait_room(&other, "the AI's stone", |room| stones(room) == 2).await;
    assert_eq!(stones(ann.room(&slow)), 1, "the master's move is not due yet");
    ann.wait_room(&slow, "the master's stone", |room| stones(room) == 2).await;
}
