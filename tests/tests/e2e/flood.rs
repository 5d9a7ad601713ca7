//! Floods of commands, rooms and connections.

use std::{collections::BTreeSet, net::SocketAddr};

use futures_util::{SinkExt, StreamExt};
use tengen_server::config::Rate;
use tengen_shared::{
    game::{Command, PerSeat, RejectCode, RoomCode, Seat, SeatPlan},
    protocol::{Cmd, Codec, Request, ServerFrame, ServerMessage},
    rules::Variant,
};
use tengen_tests::{
    Bystanders, Http, Peer, RawSocket, TestServer, handshake_head, person_room, poll_until, settings, within,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::{Message, protocol::CloseFrame};

const OPEN: [SeatPlan; 2] = [SeatPlan::Me {}, SeatPlan::Open {}];

/// Sends all messages while it reads the answers, until there are `enough` of them or the server closes.
async fn pour(peer: Peer, messages: Vec<Message>, enough: usize) -> (Vec<ServerMessage>, Option<CloseFrame>) {
    let codec = peer.me.codec();
    let (mut sink, mut stream) = peer.into_socket().split();
    let send = async {
        for message in messages {
            // At some point the server may no longer read.
            if sink.feed(message).await.is_err() {
                return;
            }
        }
        let _ = sink.flush().await;
    };
    let hear = async {
        let mut answers = Vec::new();
        while answers.len() < enough {
            let message = stream.next().await.expect("a Close frame").expect("a Close frame");
            if let Message::Close(frame) = message {
                return (answers, frame);
            }
            if message.is_ping() {
                continue;
            }
            let ServerFrame::Known(message) = codec.decode_server(&message.into_data()).unwrap() else {
                panic!("an unknown message");
            };
            if matches!(*message, ServerMessage::Pong { .. } | ServerMessage::Rejected { .. }) {
                answers.push(*message);
            }
        }
        (answers, None)
    };
    within("the flood to end", async { tokio::join!(send, hear).1 }).await
}

#[tokio::test]
async fn ten_thousand_commands_at_once_are_refused_with_their_ids_and_then_the_door_is_shut() {
    // Enough for the bystanders, far too little for the flood.
    let server = TestServer::limited(|limits| {
        limits.commands_per_second = 200;
        limits.command_burst = 1_000;
        limits.strikes = 20;
    })
    .await;
    let bystanders = Bystanders::playing(server.addr, "10,000 commands at once").await;
    for codec in Codec::ALL {
        let mut peer = Peer::connect(server.addr, "Ann", codec).await;
        let pings: Vec<_> = (0..10_000).map(|_| peer.frame(None, Request::Ping {})).collect();
        let messages = pings.iter().map(|frame| peer.message_of(codec.encode_client(frame))).collect();
        let (answers, close) = pour(peer, messages, 10_000).await;
        let (mut pongs, mut refused) = (0, 0);
        // One answer each, in order.
        for (frame, answer) in pings.iter().zip(&answers) {
            match answer {
                ServerMessage::Pong { id, .. } => {
                    assert_eq!(*id, frame.id);
                    pongs += 1;
                }
                ServerMessage::Rejected { id, code, .. } => {
                    assert_eq!((*id, *code), (Some(frame.id), RejectCode::RateLimited));
                    refused += 1;
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(pongs >= 990 && refused >= 20, "{pongs} were served and {refused} refused");
        let close = close.expect("a reason");
        assert_eq!(u16::from(close.code), 1008);
        assert!(close.reason.contains("slow down"), "{}", close.reason);
    }
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn a_flood_of_commands_to_one_room_is_answered_one_by_one_and_disturbs_no_other_room() {
    let server = TestServer::limited(|limits| limits.room_mailbox = 16).await;
    let bystanders = Bystanders::playing(server.addr, "10,000 commands to one room").await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let mut messages = Vec::new();
    let first = bo.frame(None, Request::Ping {}).id.n() + 1;
    for _ in 0..10_000 {
        let illegal = bo.placing(&code, Seat::Two, "a1");
        let frame = bo.frame(Some(&code), illegal);
        messages.push(bo.message_of(Codec::Bincode.encode_client(&frame)));
    }
    let (answers, close) = pour(bo, messages, 10_000).await;
    assert_eq!(close, None, "it is no fault to be quick");
    let mut answered = BTreeSet::new();
    for answer in answers {
        let ServerMessage::Rejected { id: Some(id), code, .. } = answer else { panic!("{answer:?}") };
        assert!([RejectCode::NotYourTurn, RejectCode::Busy].contains(&code), "{id:?}: {code:?}");
        assert!(answered.insert(id.n()), "{id:?} was answered twice");
    }
    assert_eq!(answered, (first..first + 10_000).collect());
    ann.place(&code, "b2").await.unwrap();
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn a_connection_follows_sixteen_rooms_and_no_more() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let other = bo.create(settings(Variant::TICTACTOE), OPEN).await;
    let mut rooms = Vec::new();
    for _ in 0..16 {
        rooms.push(ann.create(settings(Variant::TICTACTOE), OPEN).await);
    }
    let create = || {
        Cmd::Request(Request::Create {
            settings: settings(Variant::TICTACTOE),
            seats: PerSeat(OPEN),
            passphrase: None,
        })
    };
    assert_eq!(ann.ask(None, create()).await.unwrap_err().code, RejectCode::TooMany);
    let quick = Cmd::Request(Request::QuickMatch { variant: Variant::TICTACTOE });
    assert_eq!(ann.ask(None, quick).await.unwrap_err().code, RejectCode::TooMany);
    assert_eq!(ann.join(&other).await.unwrap_err().code, RejectCode::TooMany);
    assert_eq!(ann.watch(&other).await.unwrap_err().code, RejectCode::TooMany);
    assert_eq!(bo.room(&other).seats().first_empty(), Some(Seat::Two), "nobody has sat down");
    ann.ask(Some(&rooms[0]), Command::Leave {}).await.unwrap();
    ann.forget(&rooms[0]);
    ann.join(&other).await.unwrap();
    // All sixteen rooms are resumed.
    let mut ann = ann.reconnect(server.addr).await;
    for room in &rooms[1..] {
        ann.ask(Some(room), Request::Snapshot {}).await.unwrap();
    }
}

/// Sends `count` creates without waiting, and returns the codes of the rooms that were created.
async fn create_at_once(ann: &mut Peer, count: usize) -> Vec<RoomCode> {
    let mut ids = Vec::new();
    for _ in 0..count {
        let cmd = Cmd::Request(Request::Create {
            settings: settings(Variant::TICTACTOE),
            seats: PerSeat(OPEN),
            passphrase: None,
        });
        ids.push(ann.send(None, cmd).await);
    }
    let mut made = Vec::new();
    for id in ids {
        match ann.answer(id).await {
            Ok(accepted) => made.push(accepted.room.unwrap()),
            Err(refused) => assert_eq!(refused.code, RejectCode::TooMany),
        }
    }
    made
}

#[tokio::test]
async fn creates_that_are_sent_at_once_pass_no_limit_and_what_is_refused_is_not_made() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    assert_eq!(create_at_once(&mut ann, 24).await.len(), 16);
    let rooms = Http::metric(server.addr, "tengen_rooms").await;
    assert!((rooms - 16.0).abs() < f64::EPSILON, "{rooms} rooms are in memory");
}

#[tokio::test]
async fn a_player_makes_as_many_rooms_as_one_may_and_no_more_even_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = tengen_tests::test_config();
    config.data = tengen_server::config::Data::Folder(folder.path().to_owned());
    config.limits.rooms_per_player = 3;
    let server = TestServer::start(config).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    assert_eq!(create_at_once(&mut ann, 10).await.len(), 3);
    let mut also_ann = Peer::connect_as(server.addr, ann.me.new_run()).await;
    assert!(create_at_once(&mut also_ann, 3).await.is_empty(), "another connection is no other player");
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    bo.create(settings(Variant::TICTACTOE), OPEN).await;
}

#[tokio::test]
async fn a_full_server_answers_503_whole_and_lets_the_next_one_in_when_there_is_room() {
    let server = TestServer::limited(|limits| limits.connections = 3).await;
    let bystanders = Bystanders::playing(server.addr, "too many connections").await;
    let third = Peer::connect(server.addr, "Ann", Codec::Json).await;
    for _ in 0..50 {
        let mut raw = RawSocket::connect(server.addr).await;
        // The server may reset the connection before the request is sent. Only the answer matters.
        let _ = raw.0.write_all(handshake_head(server.addr, "").as_bytes()).await;
        let answer = raw.read_to_end().await.expect("no reset before the answer is read");
        let answer = String::from_utf8(answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 503 ") && answer.ends_with("later\n"), "{answer:?}");
    }
    drop(third);
    poll_until("a free place", async || handshake_status(server.addr).await == 101).await;
    bystanders.undisturbed().await;
}

/// Returns the status of a handshake; 0 without an answer.
async fn handshake_status(addr: SocketAddr) -> u16 {
    let mut raw = RawSocket::connect(addr).await;
    let _ = raw.0.write_all(handshake_head(addr, "").as_bytes()).await;
    let mut head = [0; 12];
    match raw.0.read_exact(&mut head).await {
        Ok(_) => String::from_utf8_lossy(&head[9..]).parse().unwrap_or(0),
        Err(_) => 0,
    }
}

/// Returns every room on the list, page by page. While the list changes, a page may repeat rooms of the previous
/// one.
async fn all_listed(addr: SocketAddr) -> BTreeSet<String> {
    let (mut rooms, mut next) = (BTreeSet::new(), Some("/api/rooms".to_owned()));
    while let Some(page) = next {
        let answer = Http::get(addr, &page).await;
        let listed: Vec<serde_json::Value> = serde_json::from_str(&answer.body).unwrap();
        assert!(listed.len() <= 200, "{} rooms in one answer", listed.len());
        rooms.extend(listed.iter().map(|room| room["room"].as_str().unwrap().to_owned()));
        let link = answer.head.lines().find_map(|line| line.strip_prefix("link: <"));
        next = link.and_then(|link| Some(link.split_once(">; rel=\"next\"")?.0.to_owned()));
    }
    rooms
}

#[tokio::test]
async fn a_room_list_that_is_longer_than_an_outbox_arrives_whole() {
    const ROOMS: usize = 450;
    let server = TestServer::limited(|limits| {
        limits.outbox_bytes = 40 * 1024;
        limits.rooms_per_player = ROOMS;
        limits.rooms_followed = 16;
        limits.per_address.new_rooms = Rate { per_minute: u32::MAX, burst: u32::MAX };
    })
    .await;
    let mut makers = Vec::new();
    while makers.len() * 16 < ROOMS {
        let mut ann = Peer::connect(server.addr, "A maker with a long name", Codec::Json).await;
        assert_eq!(create_at_once(&mut ann, 16).await.len(), 16);
        ann.clear();
        makers.push(ann);
    }
    let total = makers.len() * 16;
    poll_until("all rooms on the list", async || all_listed(server.addr).await.len() == total).await;
    for codec in Codec::ALL {
        let mut cy = Peer::connect(server.addr, "Cy", codec).await;
        cy.ask(None, Request::ListRooms {}).await.unwrap();
        let mut list = super::watch::List::new();
        super::watch::wait_list(&mut cy, &mut list, |list| list.len() == total).await;
    }
}
