//! AI seats whose moves another node of a cluster seeks.

use tengen_shared::{
    game::{RoomCode, Seat, SeatPlan, Settings, ThinkTime},
    protocol::{Codec, ServerMessage},
    rules::{Bot, Level, Variant},
};
use tengen_tests::{Http, Peer, TestCluster, poll_until, settings};

/// Makes a room in which the AI thinks for so long about the stone that Ann places. Returns it, and whether the AI waits for a
/// thread.
async fn ai_thinks(ann: &mut Peer, ms: u16) -> (RoomCode, bool) {
    let think_time = ThinkTime::try_from(ms).unwrap();
    let settings = Settings { think_time, ..settings(Variant::GOMOKU15) };
    let master = SeatPlan::Ai { bot: Bot::Level(Level::Master) };
    let code = ann.create(settings, [SeatPlan::Me {}, master]).await;
    ann.place(&code, "h8").await.unwrap();
    let queued = ann.wait("the AI to think", |message| match message {
        ServerMessage::Thinking { room, queued, .. } if *room == code => Some(*queued),
        _ => None,
    });
    let queued = queued.await;
    (code, queued)
}

/// Keeps the only thread of Ann's node busy, and makes a room there for which another node thinks. Returns that room.
async fn think_elsewhere(cluster: &TestCluster, ann: &mut Peer, ms: u16) -> RoomCode {
    let addr = cluster.nodes[0].addr;
    let knows = async || Http::metric(addr, "tengen_cluster_free_threads").await > 0.0;
    poll_until("the other node to say that it has a free thread", knows).await;
    let (_, queued) = ai_thinks(ann, 5_000).await;
    assert!(!queued);
    let (code, queued) = ai_thinks(ann, ms).await;
    assert!(!queued, "it waits for no thread");
    code
}

#[tokio::test]
async fn a_node_with_a_free_thread_thinks_for_one_without() {
    let cluster = TestCluster::start(2).await;
    let mut ann = Peer::connect(cluster.nodes[0].addr, "Ann", Codec::Json).await;
    let code = think_elsewhere(&cluster, &mut ann, 500).await;
    ann.wait_room(&code, "the AI's stone", |room| room.turn() == Some(Seat::One)).await;
    let found = Http::metric(cluster.nodes[0].addr, "tengen_cluster_moves_elsewhere_total").await;
    assert!(found > 0.0, "the other node has found it");
}

#[tokio::test]
async fn a_move_is_sought_here_when_the_node_that_sought_it_stops() {
    let mut cluster = TestCluster::start(2).await;
    let mut ann = Peer::connect(cluster.nodes[0].addr, "Ann", Codec::Bincode).await;
    let code = think_elsewhere(&cluster, &mut ann, 5_000).await;
    let addr = cluster.nodes[1].addr;
    let seeks = async || Http::metric(addr, "tengen_cluster_moves_for_others_total").await > 0.0;
    poll_until("the other node to seek the move", seeks).await;
    cluster.nodes.remove(1).stopped().await;
    ann.wait_room(&code, "the AI's stone", |room| room.turn() == Some(Seat::One)).await;
}
