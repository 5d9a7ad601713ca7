//! Nodes as processes of their own, over real brokers: one is killed, and the games go on.

use tengen_shared::{
    game::{Room, Seat},
    protocol::Codec,
    rules::Variant,
};
use tengen_tests::{Peer, ServerProcess, person_room, place_all};

use super::{Club, SERVER};

#[tokio::test]
async fn a_game_goes_on_after_the_node_that_owned_it_was_killed() {
    let mut club = Club::start().await;
    let mut ann = Peer::connect(club.nodes[0].addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(club.nodes[1].addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    place_all(&mut ann, &mut bo, &code, "b2 a1").await;
    let away = ann;
    club.nodes.remove(0).kill().await;
    let mut ann = away.reconnect(club.nodes[1].addr).await;
    ann.wait_room(&code, "the room", |room| room.turn() == Some(Seat::One)).await;
    place_all(&mut ann, &mut bo, &code, "b1 a2 b3").await;
    bo.wait_room(&code, "the end of the game", |room: &Room| !room.is_playing()).await;
    assert_eq!((ann.score(&code), bo.score(&code)), ([1, 0, 0], [0, 0, 1]));
    assert_eq!(ann.my_games().await.len(), 1);
}

#[tokio::test]
async fn a_cluster_whose_brokers_and_nodes_all_died_has_what_was_accepted() {
    let mut club = Club::start().await;
    let mut ann = Peer::connect(club.nodes[0].addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(club.nodes[1].addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    place_all(&mut ann, &mut bo, &code, "b2 a1 b1").await;
    let (ann, bo) = (ann.me.clone(), bo.me.clone());
    for node in club.nodes.drain(..) {
        node.kill().await;
    }
    for number in 0..tengen_tests::brokers::BROKERS {
        club.brokers.kill(number).unwrap();
    }
    for number in 0..tengen_tests::brokers::BROKERS {
        club.brokers.start_one(number).unwrap();
    }
    let node: ServerProcess = club.start_node("node-7", SERVER).await;
    let mut ann = Peer::connect_as(node.addr, ann.new_run()).await;
    ann.join(&code).await.unwrap();
    assert_eq!(ann.moves(&code), "b2 a1 b1");
    let mut bo = Peer::connect_as(node.addr, bo.new_run()).await;
    bo.join(&code).await.unwrap();
    place_all(&mut bo, &mut ann, &code, "a2 b3").await;
}
