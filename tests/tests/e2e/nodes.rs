//! Several servers as one: people on different nodes are in the same room, and it goes on when a node goes.

use std::net::SocketAddr;

use tengen_session::KeyOrigin;
use tengen_shared::{
    game::{Access, PerSeat, RejectCode, Room, RoomCode, Seat, SeatPlan, Seq, Settings},
    protocol::{CLOSE_REMOVED, Codec, Request, SeenRoom},
    rules::Variant,
};
use tengen_tests::{
    Http, Identity, LineClient, Peer, TestCluster, person_room, place_all, poll_until, settings,
};

use super::keys::{id_of, pairing_code};
use crate::CLIENT;

/// Returns whether a node lists a room.
async fn listed(node: SocketAddr, room: &RoomCode) -> bool {
    Http::get(node, "/api/rooms").await.body.contains(room.as_str())
}

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
    assert_eq!(refused.code, RejectCode::NoGame);
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
async fn a_client_goes_on_at_another_node_when_its_own_one_has_gone() {
    let mut cluster = TestCluster::start(3).await;
    let home = tempfile::tempdir().unwrap();
    let [first, second] = [0, 1].map(|node| cluster.nodes[node].addr.to_string());
    let mut ann = LineClient::start(CLIENT, home.path(), &["join", &first, "--name", "Ann"]).await;
    ann.write("new tictactoe").await;
    let line = ann.wait("room ").await;
    let code: RoomCode = line.split([' ', ':']).nth(1).unwrap().parse().unwrap();
    let mut bo = Peer::connect(cluster.nodes[2].addr, "Bo", Codec::Bincode).await;
    bo.join(&code).await.unwrap();
    // Nobody has told Ann's client of the others but her server.
    cluster.nodes.remove(0).stopped().await;
    bo.wait_room(&code, "the game", Room::is_playing).await;
    ann.write("wait turn\nb2").await;
    bo.wait_room(&code, "Ann's move", |room| room.turn() == Some(Seat::Two)).await;
    drop(ann);
    // One address may be dead from the start.
    let (home, both) = (tempfile::tempdir().unwrap(), format!("{first},{second}"));
    let mut cy = LineClient::start(CLIENT, home.path(), &["join", &both, "--name", "Cy"]).await;
    cy.wait(&format!("connected to {second}")).await;
}

#[tokio::test]
async fn a_page_may_go_from_one_node_to_another_but_no_other_page_may() {
    let cluster = TestCluster::start(2).await;
    let [a, b] = [0, 1].map(|node| cluster.nodes[node].addr);
    let named = format!(" ws://{b} ");
    poll_until("the other node in the policy", async || Http::get(a, "/").await.head.contains(&named)).await;
    for (origin, status) in [(a.to_string(), 101), ("elsewhere.example".to_owned(), 403)] {
        let answer = Http::handshake(b, &format!("Origin: http://{origin}\r\n")).await;
        assert_eq!(answer.status, status, "{origin}");
    }
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

#[tokio::test]
async fn every_node_lists_the_rooms_of_all_and_those_of_a_stopped_node_go() {
    let cluster = TestCluster::start(2).await;
    let mut ann = Peer::connect(cluster.nodes[0].addr, "Ann", Codec::Json).await;
    let code = ann.open_table(settings(Variant::TICTACTOE)).await;
    let late = cluster.start_node("late").await;
    for addr in [cluster.nodes[1].addr, late.addr] {
        poll_until("Ann's room", async || listed(addr, &code).await).await;
    }
    drop(ann);
    for addr in [cluster.nodes[1].addr, late.addr] {
        poll_until("no room", async || !listed(addr, &code).await).await;
    }
}

#[tokio::test]
async fn two_people_on_two_nodes_find_each_other_in_a_quick_match() {
    let cluster = TestCluster::start(2).await;
    let mut ann = Peer::connect(cluster.nodes[0].addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(cluster.nodes[1].addr, "Bo", Codec::Bincode).await;
    // Both at once: neither may wait in a room of their own for ever.
    const QUICK: Request = Request::QuickMatch { variant: Variant::TICTACTOE };
    let (first, second) = tokio::join!(ann.ask(None, QUICK), bo.ask(None, QUICK));
    let (first, second) = (first.unwrap().room.unwrap(), second.unwrap().room.unwrap());
    assert_eq!(first, second, "the same room");
    ann.wait_room(&first, "the game", Room::is_playing).await;
}

#[tokio::test]
async fn a_device_is_brought_in_on_one_node_with_a_code_from_another_and_removed_again() {
    let cluster = TestCluster::start(2).await;
    let mut ann = Peer::connect(cluster.nodes[0].addr, "Ann", Codec::Json).await;
    let code = pairing_code(&mut ann).await;
    let origin = KeyOrigin::Paired(code);
    // The other node hears of the room after it has heard of the code.
    let table = ann.open_table(settings(Variant::TICTACTOE)).await;
    poll_until("Ann's room", async || listed(cluster.nodes[1].addr, &table).await).await;
    let me = Identity { origin, ..Identity::new("Phone", Codec::Json) };
    let mut phone = Peer::connect_as(cluster.nodes[1].addr, me).await;
    assert_eq!(phone.player, ann.player);
    ann.ask(None, Request::RevokeKey { key: id_of(&phone.me.key) }).await.unwrap();
    assert_eq!(phone.closing().await.0, CLOSE_REMOVED);
}

#[tokio::test]
async fn a_room_with_a_passphrase_is_entered_from_another_node() {
    let cluster = TestCluster::start(2).await;
    let mut ann = Peer::connect(cluster.nodes[0].addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(cluster.nodes[1].addr, "Bo", Codec::Bincode).await;
    let locked = Settings { access: Access::Passphrase, ..settings(Variant::TICTACTOE) };
    let code = ann.locked_table(locked, "open sesame").await;
    assert_eq!(bo.join_with(&code, "open barley").await.unwrap_err().code, RejectCode::Passphrase);
    bo.join_with(&code, "open sesame").await.unwrap();
    ann.wait_room(&code, "the game", Room::is_playing).await;
    place_all(&mut ann, &mut bo, &code, "b2 a1").await;
}

#[tokio::test]
async fn an_unlisted_room_on_another_node_is_looked_up() {
    let cluster = TestCluster::start(2).await;
    let mut ann = Peer::connect(cluster.nodes[0].addr, "Ann", Codec::Json).await;
    let hidden = Settings { access: Access::Unlisted, ..settings(Variant::TICTACTOE) };
    let code = ann.open_table(hidden).await;
    let mut eve = Peer::connect(cluster.nodes[1].addr, "Eve", Codec::Json).await;
    eve.watch(&code).await.unwrap();
    let found = Http::get(cluster.nodes[1].addr, &format!("/api/rooms/{}", code.as_str())).await;
    assert_eq!(found.status, 200, "{}", found.body);
}

#[tokio::test]
async fn a_crowd_on_one_node_follows_a_room_that_another_node_takes_over() {
    const CROWD: usize = 300;
    let mut cluster = TestCluster::start(2).await;
    let mut ann = Peer::connect(cluster.nodes[0].addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(cluster.nodes[1].addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let mut crowd = Vec::new();
    for _ in 0..CROWD {
        let mut eve = Peer::connect(cluster.nodes[1].addr, "Eve", Codec::Bincode).await;
        eve.watch(&code).await.unwrap();
        crowd.push(eve);
    }
    let ((), _) = tokio::join!(cluster.nodes.remove(0).stopped(), ann.closing());
    let mut ann = ann.reconnect(cluster.nodes[0].addr).await;
    place_all(&mut ann, &mut bo, &code, "b2 a1 b1").await;
    for eve in &mut crowd {
        let stones = |room: &Room| room.game().map_or(0, |game| game.position().moves().len());
        eve.wait_room(&code, "the third stone", |room| stones(room) == 3).await;
        assert_eq!(eve.moves(&code), "b2 a1 b1");
    }
}

#[tokio::test]
async fn who_says_that_they_have_seen_more_than_there_is_gets_the_room_as_it_is() {
    let cluster = TestCluster::start(2).await;
    let mut ann = Peer::connect(cluster.nodes[0].addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(cluster.nodes[1].addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let mut eve = Peer::open(cluster.nodes[1].addr, ann.me.new_run()).await;
    eve.hello_with(vec![SeenRoom { room: code.clone(), seq: Seq(4_000_000_000) }]).await;
    eve.wait_room(&code, "the room as it is", Room::is_playing).await;
    place_all(&mut ann, &mut bo, &code, "b2 a1").await;
}

#[tokio::test]
async fn a_player_may_not_make_more_rooms_by_going_to_another_node() {
    let mut cluster = TestCluster::default();
    cluster.limits.rooms_per_player = 2;
    cluster.start_more(2).await;
    let mut ann = Peer::connect(cluster.nodes[0].addr, "Ann", Codec::Json).await;
    let seats = PerSeat([SeatPlan::Me {}, SeatPlan::Open {}]);
    let settings = settings(Variant::TICTACTOE);
    let create = || Request::Create { settings, seats: seats.clone(), passphrase: None };
    ann.ask(None, create()).await.unwrap();
    let mut also = Peer::connect_as(cluster.nodes[1].addr, ann.me.new_run()).await;
    assert_eq!(ann.player, also.player);
    let second = ann.ask(None, create()).await.unwrap().room.unwrap();
    poll_until("Ann's rooms", async || listed(cluster.nodes[1].addr, &second).await).await;
    assert_eq!(also.ask(None, create()).await.unwrap_err().code, RejectCode::TooMany);
    let text = Http::get(cluster.nodes[1].addr, "/metrics").await.body;
    for line in ["nodes 2", "lease 1", "lapses_total 0"] {
        assert!(text.contains(&format!("tengen_cluster_{line}\n")), "{line}: {text}");
    }
    for name in ["stored_total", "failures_total", "sent_messages_total", "sent_bytes_total", "waiting_bytes"]
    {
        assert!(text.contains(&format!("\ntengen_cluster_{name} ")), "{name}: {text}");
    }
    assert!(!text.contains("tengen_cluster_sent_frames_total 0\n"), "{text}");
    // The rooms of a node that has gone do not count any more.
    cluster.nodes.remove(0).stopped().await;
    poll_until("a free place", async || also.ask(None, create()).await.is_ok()).await;
}
