//! AI seats whose moves another node of a cluster seeks.

use tengen_shared::{
    game::{Command, RoomCode, Seat, SeatPlan, Settings, ThinkTime},
    protocol::Codec,
    rules::{Bot, Level, Variant},
};
use tengen_tests::{Http, Peer, TestCluster, poll_until, settings};

const ASKED: &str = "tengen_cluster_moves_elsewhere_total";

/// Makes a room in which the AI thinks for so long about the stone that Ann places.
async fn ai_thinks(ann: &mut Peer, ms: u16) -> RoomCode {
    let think_time = ThinkTime::try_from(ms).unwrap();
    let settings = Settings { think_time, ..settings(Variant::GOMOKU15) };
    let master = SeatPlan::Ai { bot: Bot::Level(Level::Master) };
    let code = ann.create(settings, [SeatPlan::Me {}, master]).await;
    ann.place(&code, "h8").await.unwrap();
    code
}

/// Keeps the only thread of Ann's node busy, and makes rooms there until another node thinks for one. Returns that room.
async fn think_elsewhere(cluster: &TestCluster, ann: &mut Peer, ms: u16) -> RoomCode {
    let addr = cluster.nodes[0].addr;
    ai_thinks(ann, 5_000).await;
    let mut last = None;
    // The other node says twice a second whether it has a free thread.
    poll_until("another node to be asked", async || {
        if let Some(before) = last.replace(ai_thinks(ann, ms).await) {
            ann.ask(Some(&before), Command::Leave {}).await.unwrap();
        }
        Http::metric(addr, ASKED).await > 0.0
    })
    .await;
    last.unwrap()
}

#[tokio::test]
async fn a_node_with_a_free_thread_thinks_for_one_without() {
    let cluster = TestCluster::start(2).await;
    let mut ann = Peer::connect(cluster.nodes[0].addr, "Ann", Codec::Json).await;
    let code = think_elsewhere(&cluster, &mut ann, 500).await;
    ann.wait_room(&code, "the AI's stone", |room| room.turn() == Some(Seat::One)).await;
}

#[tokio::test]
async fn a_move_is_sought_here_when_the_node_that_sought_it_stops() {
    let mut cluster = TestCluster::start(2).await;
    let mut ann = Peer::connect(cluster.nodes[0].addr, "Ann", Codec::Bincode).await;
    let code = think_elsewhere(&cluster, &mut ann, 5_000).await;
    cluster.nodes.remove(1).stopped().await;
    ann.wait_room(&code, "the AI's stone", |room| room.turn() == Some(Seat::One)).await;
}
