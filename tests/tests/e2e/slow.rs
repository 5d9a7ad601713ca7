//! Peers that read nothing, send nothing or stop half-way.

use std::net::SocketAddr;

use tengen_shared::{
    game::{Command, RoomCode, Seat, SeatPlan},
    protocol::{Codec, Connected, Request, ServerMessage},
    rules::Variant,
};
use tengen_tests::{
    Bystanders, Http, Identity, Peer, RawSocket, TestServer, handshake_head, person_room, poll_until,
    settings, within,
};
use tokio::{io::AsyncReadExt, net::TcpSocket};

/// Connects with the smallest possible kernel buffer, as a peer that does not read.
async fn narrow(addr: SocketAddr, codec: Codec) -> Peer {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(2 * 1024).unwrap();
    let stream = socket.connect(addr).await.unwrap();
    let mut peer = Peer::open_on(stream, Identity::new("Slow", codec)).await;
    peer.hello().await;
    peer
}

/// Ann plays both sides of a game and gets ready for the next.
async fn play_a_game(ann: &mut Peer, code: &RoomCode) {
    for point in ["b2", "a1", "b1", "a2", "b3"] {
        let seat = tengen_tests::seat_to_move(ann, code);
        ann.place_for(code, seat, point).await.unwrap();
    }
    for seat in Seat::BOTH {
        let at = ann.room(code).at();
        ann.ask(Some(code), Command::Ready { seat, at }).await.unwrap();
    }
    ann.clear();
}

async fn busy_room(addr: SocketAddr) -> (Peer, RoomCode) {
    let mut ann = Peer::connect(addr, "Ann", Codec::Bincode).await;
    let guest = SeatPlan::Guest { name: "Bo".parse().unwrap() };
    let code = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, guest]).await;
    (ann, code)
}

async fn dropped(addr: SocketAddr, what: &str) -> u32 {
    let text = Http::get(addr, "/metrics").await.body;
    let name = format!("tengen_drops_total{{what=\"{what}\"}} ");
    text.lines().find_map(|line| line.strip_prefix(&name)?.parse().ok()).unwrap_or(0)
}

#[tokio::test]
async fn a_spectator_that_does_not_read_falls_behind_and_gets_one_snapshot_when_it_reads_again() {
    let server = TestServer::limited(|limits| {
        limits.outbox_bytes = 8 * 1024;
        limits.socket_send_buffer = 4 * 1024;
    })
    .await;
    let bystanders = Bystanders::playing(server.addr, "a peer that does not read").await;
    for codec in Codec::ALL {
        let (mut ann, code) = busy_room(server.addr).await;
        let mut slow = narrow(server.addr, codec).await;
        slow.watch(&code).await.unwrap();
        let before = dropped(server.addr, "Outbox").await;
        within("the spectator to fall behind", async {
            while dropped(server.addr, "Outbox").await == before {
                for _ in 0..10 {
                    play_a_game(&mut ann, &code).await;
                }
            }
        })
        .await;
        play_a_game(&mut ann, &code).await;
        // Now the peer reads again: first the messages on their way, then one snapshot, and then every event.
        let seq = ann.room(&code).seq();
        slow.wait_room(&code, "the room as it is", |room| room.seq() == seq).await;
        assert_eq!(slow.room(&code), ann.room(&code));
        assert_eq!(slow.snapshots[&code], 2, "the first when it came, and one more");
        play_a_game(&mut ann, &code).await;
        let seq = ann.room(&code).seq();
        slow.wait_room(&code, "the next game", |room| room.seq() == seq).await;
        assert_eq!((slow.room(&code), slow.snapshots[&code]), (ann.room(&code), 2));
        assert_eq!(dropped(server.addr, "Outbox").await, before + 1, "the bystanders lost nothing");
    }
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn a_peer_that_takes_nothing_for_too_long_is_let_go() {
    let server = TestServer::limited(|limits| {
        limits.outbox_bytes = 8 * 1024;
        limits.socket_send_buffer = 4 * 1024;
        limits.write_stall_ms = 300;
    })
    .await;
    let bystanders = Bystanders::playing(server.addr, "a peer that never reads").await;
    let (mut ann, code) = busy_room(server.addr).await;
    let mut slow = narrow(server.addr, Codec::Json).await;
    slow.watch(&code).await.unwrap();
    within("the peer to be let go", async {
        while dropped(server.addr, "Stalled").await == 0 {
            play_a_game(&mut ann, &code).await;
        }
    })
    .await;
    ann.wait("the news that nobody watches any more", |message| match message {
        ServerMessage::Presence { spectators, .. } => (spectators.count == 0).then_some(()),
        _ => None,
    })
    .await;
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn a_half_open_connection_is_dropped_its_seat_shows_away_and_its_owner_may_come_back() {
    let server = TestServer::limited(|limits| limits.heartbeat_ms = 300).await;
    let bystanders = Bystanders::playing(server.addr, "a half-open connection").await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let connections = Http::metric(server.addr, "tengen_connections").await;
    // From here on, nobody reads Ann's socket, so it answers no ping; there is no FIN either.
    super::wait_seat_one(&mut bo, Connected::Away).await;
    assert!(bo.room(&code).is_playing(), "the seat is kept");
    poll_until("the connection to be dropped", async || {
        // Bo reads in the meantime, and so answers pings.
        bo.ask(None, Request::Ping {}).await.unwrap();
        Http::metric(server.addr, "tengen_connections").await < connections
    })
    .await;
    // Read bytes: a WebSocket would first answer the pings, on a closed connection.
    let mut bytes = Vec::new();
    within("the server to close", ann.socket().get_mut().read_to_end(&mut bytes)).await.unwrap();
    let reason = [&1008_u16.to_be_bytes()[..], b"no frame arrived"].concat();
    assert!(bytes.windows(reason.len()).any(|window| window == reason), "{bytes:?}");
    let mut ann = ann.reconnect(server.addr).await;
    super::wait_seat_one(&mut bo, Connected::Here).await;
    ann.place(&code, "b2").await.unwrap();
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn a_silent_peer_that_answers_pings_stays() {
    let server = TestServer::limited(|limits| limits.heartbeat_ms = 100).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    // A quiet period of several times the limit after which the server drops a dead peer.
    let quiet = std::time::Duration::from_millis(900);
    let news = tokio::time::timeout(quiet, ann.wait("nothing at all", |_| None::<()>)).await;
    assert!(news.is_err(), "she reads and answers pings until the stretch is over");
    ann.ask(None, Request::Ping {}).await.unwrap();
}

#[tokio::test]
async fn a_handshake_that_stops_half_way_is_dropped() {
    let server = TestServer::limited(|limits| limits.header_ms = 200).await;
    let bystanders = Bystanders::playing(server.addr, "half a handshake").await;
    let whole = handshake_head(server.addr, "");
    for sent in ["", "G", &whole[..whole.len() / 2], &whole[..whole.len() - 2]] {
        let mut raw = RawSocket::connect(server.addr).await;
        raw.send(sent).await;
        let said = raw.read_to_end().await.unwrap();
        let said = String::from_utf8_lossy(&said);
        assert!(said.is_empty() || said.starts_with("HTTP/1.1 4"), "{said}");
    }
    // Sending one byte at a time does not help.
    let mut raw = RawSocket::connect(server.addr).await;
    let mut drip = tokio::time::interval(std::time::Duration::from_millis(10));
    within("a dripping handshake to be dropped", async {
        use tokio::io::AsyncWriteExt;
        for byte in whole.bytes().cycle() {
            drip.tick().await;
            if raw.0.write_all(&[byte.max(b'a')]).await.is_err() {
                break;
            }
        }
    })
    .await;
    // Nor does a request that is answered and followed by nothing.
    let mut raw = RawSocket::connect(server.addr).await;
    raw.send(format!("GET /healthz HTTP/1.1\r\nHost: {}\r\n\r\n", server.addr)).await;
    let said = raw.read_to_end().await.unwrap();
    assert!(said.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&said));
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn who_never_says_hello_is_closed_with_a_reason() {
    let server = TestServer::limited(|limits| limits.hello_ms = 200).await;
    let bystanders = Bystanders::playing(server.addr, "no hello").await;
    let mut quiet = Peer::open(server.addr, Identity::new("Ann", Codec::Json)).await;
    let (code, reason) = quiet.closing().await;
    assert!(code == 1008 && reason.contains("hello"), "{code} {reason}");
    // Other commands do not count as hello.
    let mut talker = Peer::open(server.addr, Identity::new("Ann", Codec::Bincode)).await;
    let closed = within("the talker to be closed", async {
        let mut pace = tokio::time::interval(std::time::Duration::from_millis(5));
        loop {
            pace.tick().await;
            let ping = talker.frame(None, Request::Ping {});
            let message = talker.message_of(Codec::Bincode.encode_client(&ping));
            if futures_util::SinkExt::send(talker.socket(), message).await.is_err() {
                break true;
            }
            use futures_util::StreamExt;
            match talker.socket().next().await {
                Some(Ok(tokio_tungstenite::tungstenite::Message::Close(Some(frame)))) => {
                    break u16::from(frame.code) == 1008;
                }
                Some(Ok(_)) => {}
                _ => break false,
            }
        }
    })
    .await;
    assert!(closed);
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn who_missed_hundreds_of_events_is_brought_up_to_date_in_frames_of_the_promised_size() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, &"\u{1f600}".repeat(24), Codec::Json).await;
    let code = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    for codec in Codec::ALL {
        let mut bo = Peer::connect(server.addr, "Bo", codec).await;
        bo.watch(&code).await.unwrap();
        for _ in 0..250 {
            ann.ask(Some(&code), Command::Stand { seat: Seat::One }).await.unwrap();
            ann.ask(Some(&code), Command::Sit { seat: Seat::One, guest: None }).await.unwrap();
        }
        let seq = ann.room(&code).seq();
        // The server missed these events for Bo, because he did not read. The peer checks the length of every
        // frame.
        let mut bo = bo.reconnect(server.addr).await;
        bo.wait_room(&code, "all that was missed", |room| room.seq() == seq).await;
        assert_eq!(bo.room(&code), ann.room(&code));
    }
}
