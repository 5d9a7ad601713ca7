//! Several servers as one: people on different nodes are in the same room, and it goes on when a node goes.

use tengen_shared::{
    game::{Room, Seat},
    protocol::Codec,
    rules::Variant,
};
use tengen_tests::{Peer, TestCluster, person_room, place_all};

#[tokio::test]
async fn two_people_on_two_nodes_play_in_the_same_room_and_a_third_watches() {
    let cluster = TestCluster::start(3).await;
    let mut ann = Peer::connect(cluster.nodes[0].addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(cluster.nodes[1].addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let mut eve = Peer::connect(cluster.nodes[2].addr, "Eve", Codec::Bincode).await;
    eve.watch(&code).await.unwrap();
    place_all(&mut ann, &mut bo, &code, "b2 a1 b1 a2").await;
    ann.place(&code, "b3").await.unwrap();
    for peer in [&mut ann, &mut bo, &mut eve] {
        peer.wait_room(&code, "the end of the game", |room| !room.is_playing()).await;
    }
    assert_eq!((ann.score(&code), bo.score(&code)), ([1, 0, 0], [0, 0, 1]));
    let refused = bo.place(&code, "c3").await.unwrap_err();
    assert_eq!(refused.code, tengen_shared::game::RejectCode::NoGame);
}

#[tokio::test]
async fn a_node_that_stops_hands_its_rooms_over_and_nobody_on_another_node_notices() {
    let mut cluster = TestCluster::start(3).await;
    let mut ann = Peer::connect(cluster.nodes[0].addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(cluster.nodes[1].addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    place_all(&mut ann, &mut bo, &code, "b2").await;
    // The room is on Ann's node, because she made it.
    let ((), goodbye) = tokio::join!(cluster.nodes.remove(0).stopped(), ann.closing());
    assert_eq!(goodbye.0, 1012, "{goodbye:?}");
    bo.place(&code, "a1").await.unwrap();
    let mut ann = ann.reconnect(cluster.nodes[1].addr).await;
    ann.wait_room(&code, "Bo's move", |room| room.turn() == Some(Seat::One)).await;
    place_all(&mut ann, &mut bo, &code, "b1 a2 b3").await;
    bo.wait_room(&code, "the end of the game", |room| !room.is_playing()).await;
    assert_eq!(bo.score(&code), [0, 0, 1]);
}

#[tokio::test]
async fn a_player_is_the_same_on_every_node_and_finds_their_games_there() {
    let cluster = TestCluster::start(2).await;
    let mut ann = Peer::connect(cluster.nodes[0].addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(cluster.nodes[0].addr, "Bo", Codec::Json).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    place_all(&mut ann, &mut bo, &code, "b2 a1 b1 a2 b3").await;
    ann.wait_room(&code, "the end of the game", |room: &Room| !room.is_playing()).await;
    let mut again = Peer::connect_as(cluster.nodes[1].addr, ann.me.new_run()).await;
    assert_eq!((again.player, again.server), (ann.player, ann.server));
    assert_eq!(again.my_games().await.len(), 1);
}
