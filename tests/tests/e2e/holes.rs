//! The peer that all other tests use: a gap in the event numbers of a room fails its test.

use futures_util::{SinkExt as _, StreamExt as _};
use tengen_shared::{
    game::{PlayerId, Room, RoomCode, SeatPlan, Stamped},
    protocol::{Challenge, Cmd, Codec, HexBytes, Limits, Nonce, Request, SecretKey, ServerId, ServerMessage},
    rules::Variant,
};
use tengen_tests::{Identity, Peer, TestServer, settings};
use tokio::net::TcpListener;
use tokio_tungstenite::{accept_async, tungstenite::Message};

/// Returns a room, and the three events that follow.
async fn room_and_events() -> (Room, Vec<Stamped>) {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let seats = [SeatPlan::Me {}, SeatPlan::Open {}];
    let code: RoomCode = ann.create(settings(Variant::TICTACTOE), seats).await;
    let room = ann.room(&code).clone();
    let mut events = Vec::new();
    for line in ["one", "two", "three"] {
        events.extend(ann.say(&code, line).await.unwrap().events);
    }
    assert_eq!(events.len(), 3);
    (room, events)
}

/// Runs a server that welcomes one client, sends it a snapshot of `room`, and then sends `events`.
async fn tell(listener: TcpListener, room: Room, events: Vec<Stamped>) {
    let mut socket = accept_async(listener.accept().await.unwrap().0).await.unwrap();
    let limits = Limits {
        frame_bytes: 4_096,
        rooms: 16,
        commands_per_second: 20,
        command_burst: 60,
        heartbeat_ms: 10_000,
    };
    let said = |message: &ServerMessage| {
        Message::text(String::from_utf8(Codec::Json.encode_server(message)).unwrap())
    };
    let house = SecretKey::from_bytes([5; 32]);
    let challenge = Challenge { public_key: house.public(), nonce: Nonce(HexBytes([3; 16])) };
    let first = ServerMessage::Server {
        id: ServerId(1),
        version: "test".into(),
        limits,
        identity: Some(challenge),
        addresses: Vec::new(),
    };
    socket.send(said(&first)).await.unwrap();
    let hello = socket.next().await.unwrap().unwrap().into_data();
    let hello = Codec::Json.decode_client(&hello).unwrap();
    let Cmd::Request(Request::Hello { name, proof: Some(proof), .. }) = hello.cmd else {
        panic!("{hello:?}")
    };
    let signature = Some(proof.meeting(challenge).sign_as_server(&house));
    let code = room.code().clone();
    for message in [
        ServerMessage::Welcome { id: hello.id, player: PlayerId(1), key: None, name, now: 1, signature },
        ServerMessage::Snapshot { room: Box::new(room) },
        ServerMessage::Events { room: code, events },
    ] {
        socket.send(said(&message)).await.unwrap();
    }
    // Wait until the client disconnects.
    while socket.next().await.is_some_and(|message| message.is_ok()) {}
}

/// Returns whether a peer accepts all of these events.
async fn takes(room: Room, events: Vec<Stamped>) -> bool {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let addr = listener.local_addr().unwrap();
    let (code, last) = (room.code().clone(), events.last().unwrap().seq);
    let server = tokio::spawn(tell(listener, room, events));
    let client = tokio::spawn(async move {
        let me = Identity { offer: None, ..Identity::new("Ann", Codec::Json) };
        let mut peer = Peer::connect_as(addr, me).await;
        peer.wait_room(&code, "the last event", |room| room.seq() == last).await;
    });
    let taken = client.await;
    server.await.unwrap();
    taken.is_ok()
}

#[tokio::test]
async fn a_peer_takes_all_events_and_fails_where_one_is_missing() {
    let (room, events) = room_and_events().await;
    assert!(takes(room.clone(), events.clone()).await);
    let without = |index: usize| {
        let mut left = events.clone();
        left.remove(index);
        left
    };
    assert!(!takes(room.clone(), without(0)).await);
    assert!(!takes(room, without(1)).await);
}
