//! Frames that are too long, broken, unknown or of the wrong type, while another room plays on.

use tengen_shared::{
    game::{Command, CommandId, RejectCode, RunId},
    protocol::{Cmd, Codec, Frame, MAX_INBOUND, Request},
    rules::Variant,
};
use tengen_tests::{Bystanders, Identity, Peer, TestServer, masked_frame, person_room, within};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::Message;

/// Returns a ping of exactly `length` bytes. JSON allows trailing blanks.
fn padded_ping(peer: &mut Peer, length: usize) -> (CommandId, String) {
    let frame = peer.frame(None, Request::Ping {});
    let mut text = String::from_utf8(Codec::Json.encode_client(&frame)).unwrap();
    text.extend(std::iter::repeat_n(' ', length - text.len()));
    (frame.id, text)
}

#[tokio::test]
async fn a_frame_of_4096_bytes_is_taken_and_one_of_4097_closes_with_1009_and_a_reason() {
    let server = TestServer::memory().await;
    let bystanders = Bystanders::playing(server.addr, "long frames").await;
    let mut peer = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let (id, text) = padded_ping(&mut peer, MAX_INBOUND);
    peer.send_raw(Message::text(text)).await;
    peer.answer(id).await.unwrap();
    let (_, text) = padded_ping(&mut peer, MAX_INBOUND + 1);
    peer.send_raw(Message::text(text)).await;
    let (code, reason) = peer.closing().await;
    assert_eq!(code, 1009);
    assert!(reason.contains("4096"), "{reason}");
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn the_reason_arrives_although_far_more_was_sent_than_is_ever_read() {
    let server = TestServer::memory().await;
    for codec in Codec::ALL {
        let mut peer = Peer::connect(server.addr, "Ann", codec).await;
        let long = peer.message_of(vec![b' '; 300_000]);
        peer.send_raw(long).await;
        let (code, reason) = peer.closing().await;
        assert_eq!((code, reason.is_empty()), (1009, false));
    }
}

#[tokio::test]
async fn a_message_in_pieces_is_too_long_as_a_whole() {
    let server = TestServer::memory().await;
    let mut peer = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut piece = masked_frame(1, &[b' '; 3_000]);
    // A first fragment, followed by a continuation that is not the last one either.
    piece[0] = 0x01;
    let stream = peer.socket().get_mut();
    stream.write_all(&piece).await.unwrap();
    piece[0] = 0x00;
    stream.write_all(&piece).await.unwrap();
    assert_eq!(peer.closing().await.0, 1009);
}

#[tokio::test]
async fn truncated_trailing_and_random_bytes_are_refused_and_the_connection_goes_on() {
    let server = TestServer::limited(|limits| limits.strikes = 10_000).await;
    let bystanders = Bystanders::playing(server.addr, "broken frames").await;
    for codec in Codec::ALL {
        let mut peer = Peer::connect(server.addr, "Ann", codec).await;
        let good = Frame {
            id: CommandId(RunId(0x0123_4567_89ab_cdef), 7),
            room: Some("amber-fox-42".parse().unwrap()),
            cmd: Cmd::Room(Command::Place {
                seat: tengen_shared::game::Seat::One,
                point: "h8".parse().unwrap(),
                at: Default::default(),
            }),
        };
        let bytes = codec.encode_client(&good);
        let mut bad: Vec<Vec<u8>> = (0..bytes.len()).map(|length| bytes[..length].to_vec()).collect();
        bad.extend([b"x".as_slice(), b"}", b"\x00"].map(|trailing| [&bytes, trailing].concat()));
        bad.extend(random_bytes(codec, 200));
        for bytes in bad {
            let message = peer.message_of(bytes);
            peer.send_raw(message).await;
        }
        // The server answers in order, so the ping's answer comes last.
        peer.ask(None, Request::Ping {}).await.unwrap();
        let mut codes = Vec::new();
        for message in peer.unread() {
            if let tengen_shared::protocol::ServerMessage::Rejected { code, .. } = message {
                codes.push(*code);
            }
        }
        assert_eq!(codes.len(), bytes.len() + 3 + 200, "each bad frame gets one refusal");
        assert!(codes.contains(&RejectCode::Malformed), "{codes:?}");
    }
    bystanders.undisturbed().await;
}

/// Returns the same frames in every run: random bytes or, for JSON, random characters.
fn random_bytes(codec: Codec, count: usize) -> Vec<Vec<u8>> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state.to_be_bytes()[0]
    };
    let mut frame = || {
        let length = random() % 64;
        let bytes = (0..length).map(|_| match codec {
            Codec::Bincode => random(),
            // Characters of JSON syntax, so that the parser reads further than the first byte.
            Codec::Json => b"{}[]\":,0129truefalsnidcmpg \\u\x1b"[usize::from(random()) % 30],
        });
        bytes.collect()
    };
    (0..count).map(|_| frame()).collect()
}

#[tokio::test]
async fn a_frame_of_the_wrong_type_is_refused_and_many_of_them_close_with_1003() {
    let server = TestServer::limited(|limits| limits.strikes = 5).await;
    let bystanders = Bystanders::playing(server.addr, "frames of the wrong type").await;
    for codec in Codec::ALL {
        let mut peer = Peer::connect(server.addr, "Ann", codec).await;
        let frame = peer.frame(None, Request::Ping {});
        let wrong = || match codec {
            Codec::Json => Message::binary(Codec::Bincode.encode_client(&frame)),
            Codec::Bincode => Message::text(String::from_utf8(Codec::Json.encode_client(&frame)).unwrap()),
        };
        peer.send_raw(wrong()).await;
        let refused = peer.refusal_without_id().await;
        assert_eq!(refused.code, RejectCode::WrongFrame);
        assert!(refused.text.as_str().contains(codec.subprotocol()), "{}", refused.text);
        peer.ask(None, Request::Ping {}).await.unwrap();
        for _ in 0..5 {
            peer.send_raw(wrong()).await;
        }
        for _ in 0..5 {
            assert_eq!(peer.refusal_without_id().await.code, RejectCode::WrongFrame);
        }
        let (code, reason) = peer.closing().await;
        assert_eq!((code, reason.is_empty()), (1003, false));
    }
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn an_unknown_command_is_told_from_a_broken_one_and_refused_with_its_id() {
    let server = TestServer::memory().await;
    let bystanders = Bystanders::playing(server.addr, "unknown commands").await;
    let mut peer = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let id = peer.frame(None, Request::Ping {}).id;
    let text = serde_json::json!({ "id": id, "cmd": { "dance": { "with": "Bo" } } }).to_string();
    peer.send_raw(Message::text(text)).await;
    let refused = peer.answer(id).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::UnknownCommand);
    assert!(refused.text.as_str().contains("dance"), "{}", refused.text);

    let mut peer = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let frame = peer.frame(None, Request::Ping {});
    let mut bytes = Codec::Bincode.encode_client(&frame);
    *bytes.last_mut().unwrap() = 99;
    peer.send_raw(Message::binary(bytes)).await;
    assert_eq!(peer.answer(frame.id).await.unwrap_err().code, RejectCode::UnknownCommand);
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn text_that_is_no_text_and_frames_that_break_the_protocol_close_with_a_code() {
    let server = TestServer::memory().await;
    let bystanders = Bystanders::playing(server.addr, "protocol violations").await;
    let no_text = masked_frame(1, &[0xff, 0xfe]);
    let reserved = masked_frame(3, b"x");
    let unmasked = vec![0x81, 1, b'x'];
    let long_ping = masked_frame(9, &[0; 200]);
    for bytes in [no_text, reserved, unmasked, long_ping] {
        let mut peer = Peer::connect(server.addr, "Ann", Codec::Json).await;
        peer.socket().get_mut().write_all(&bytes).await.unwrap();
        let (code, reason) = peer.closing().await;
        assert!([1002, 1007].contains(&code) && !reason.is_empty(), "{code} {reason}");
    }
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn a_peer_that_vanishes_in_mid_frame_counts_as_away_and_its_half_move_is_ignored() {
    let server = TestServer::memory().await;
    let bystanders = Bystanders::playing(server.addr, "a vanishing peer").await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let cmd = ann.placing(&code, ann.seat(&code), "b2");
    let frame = ann.frame(Some(&code), cmd);
    let whole = masked_frame(1, &Codec::Json.encode_client(&frame));
    ann.socket().get_mut().write_all(&whole[..whole.len() / 2]).await.unwrap();
    let ann = ann.vanish();
    super::wait_seat_one(&mut bo, tengen_shared::protocol::Connected::Away).await;
    assert_eq!(bo.moves(&code), "", "half a move is none");
    let mut ann = ann.reconnect(server.addr).await;
    super::wait_seat_one(&mut bo, tengen_shared::protocol::Connected::Here).await;
    // The same command counts now, because it never arrived before.
    ann.repeat(&frame).await.unwrap();
    bo.wait_room(&code, "the move", |room| room.turn() == Some(tengen_shared::game::Seat::Two)).await;
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn a_hello_right_behind_the_handshake_is_heard() {
    use tengen_tests::{RawSocket, handshake_head};
    use tokio_tungstenite::{WebSocketStream, tungstenite::protocol::Role};
    let server = TestServer::memory().await;
    let me = Identity::new("Ann", Codec::Json);
    let cmd = Cmd::Request(Request::Hello {
        name: me.name.clone(),
        key: None,
        proof: None,
        resume: Default::default(),
        features: Default::default(),
    });
    let hello = Frame { id: CommandId(me.run, 1), room: None, cmd };
    let mut raw = RawSocket::connect(server.addr).await;
    let mut bytes = handshake_head(server.addr, "").into_bytes();
    bytes.extend(masked_frame(1, &Codec::Json.encode_client(&hello)));
    raw.send(bytes).await;
    assert_eq!(raw.read_head().await.status, 101);
    let socket = within("a socket", WebSocketStream::from_raw_socket(raw.0, Role::Client, None)).await;
    let mut ann = Peer::over(socket, me).await;
    ann.wait("the welcome", |message| {
        matches!(message, tengen_shared::protocol::ServerMessage::Welcome { .. }).then_some(())
    })
    .await;
}

#[tokio::test]
async fn a_flood_of_control_frames_closes_the_connection_and_a_few_do_not() {
    let server = TestServer::limited(|limits| {
        limits.control_frames = tengen_server::config::Rate { per_minute: 60, burst: 20 };
    })
    .await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    for _ in 0..10 {
        ann.send_raw(Message::Ping(Vec::new().into())).await;
    }
    ann.ask(None, Request::UnlistRooms {}).await.unwrap();
    for _ in 0..200 {
        // The server may have closed by now.
        if futures_util::SinkExt::send(ann.socket(), Message::Pong(Vec::new().into())).await.is_err() {
            break;
        }
    }
    let (code, reason) = ann.closing().await;
    assert!(code == 1008 && reason.contains("pings"), "{code} {reason}");
}
