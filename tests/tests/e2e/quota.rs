//! The limits for one address, and that everybody else can still connect.

use std::net::SocketAddr;

use tengen_server::{
    Config,
    config::{Data, PerAddress, Rate},
};
use tengen_shared::{
    game::{Access, Command, PerSeat, RejectCode, Room, RoomCode, SeatPlan, Seq, Settings},
    protocol::{Cmd, Codec, Request, SeenRoom},
    rules::Variant,
};
use tengen_tests::{
    Http, Identity, Peer, RawSocket, TestServer, handshake_head, person_room, place_all, settings,
    test_config,
};

const EVE: [u8; 4] = [127, 0, 0, 66];
const OPEN: [SeatPlan; 2] = [SeatPlan::Me {}, SeatPlan::Open {}];

fn create() -> Cmd {
    Cmd::Request(Request::Create {
        settings: settings(Variant::TICTACTOE),
        seats: PerSeat(OPEN),
        passphrase: None,
    })
}

async fn with(change: impl FnOnce(&mut PerAddress)) -> TestServer {
    TestServer::limited(|limits| change(&mut limits.per_address)).await
}

/// Returns the status of a handshake from an address of this machine, with its socket.
async fn handshake_from(addr: SocketAddr, from: [u8; 4], further: &str) -> (u16, RawSocket) {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind((from, 0).into()).unwrap();
    let mut raw = RawSocket(socket.connect(addr).await.unwrap());
    // The server may have refused before it has read the request.
    let _ = tokio::io::AsyncWriteExt::write_all(&mut raw.0, handshake_head(addr, further).as_bytes()).await;
    (raw.read_head().await.status, raw)
}

#[tokio::test]
async fn one_address_takes_no_more_than_its_connections_and_others_come_in() {
    let server = with(|own| own.connections = 5).await;
    let mut held = Vec::new();
    for n in 0..5 {
        held.push(Peer::connect_from(server.addr, EVE, &format!("Eve {n}")).await);
    }
    for _ in 0..20 {
        assert_eq!(handshake_from(server.addr, EVE, "").await.0, 429);
    }
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    ann.create(settings(Variant::TICTACTOE), OPEN).await;
}

#[tokio::test]
async fn places_before_hello_are_counted_apart_and_hello_frees_them() {
    let server = with(|own| own.before_hello = 2).await;
    let silent = [handshake_from(server.addr, EVE, "").await, handshake_from(server.addr, EVE, "").await];
    assert!(silent.iter().all(|(status, _)| *status == 101));
    assert_eq!(handshake_from(server.addr, EVE, "").await.0, 429);
    let mut others = Vec::new();
    for n in 0..6 {
        others.push(Peer::connect(server.addr, &format!("Pupil {n}"), Codec::Json).await);
    }
}

#[tokio::test]
async fn a_proxy_names_the_addresses_that_count_and_nobody_else_does() {
    let mut config = test_config();
    config.trusted_proxies = vec!["127.0.0.9".parse().unwrap()];
    config.limits.per_address.connections = 1;
    let server = TestServer::start(config).await;
    let proxy = [127, 0, 0, 9];
    let via = async |address: &str| {
        handshake_from(server.addr, proxy, &format!("X-Forwarded-For: 10.0.0.1, {address}\r\n")).await
    };
    let (first, _held) = via("203.0.113.1").await;
    assert_eq!(first, 101);
    assert_eq!(via("203.0.113.1").await.0, 429);
    let (second, _held_too) = via("203.0.113.2").await;
    assert_eq!(second, 101);
    assert_eq!(handshake_from(server.addr, proxy, "").await.0, 400, "the proxy must say who asks");
    // The server ignores claims of other addresses than the proxy's.
    let claim = "X-Forwarded-For: 203.0.113.77\r\n";
    let (status, _held_as_well) = handshake_from(server.addr, EVE, claim).await;
    assert_eq!(status, 101);
    assert_eq!(handshake_from(server.addr, EVE, "X-Forwarded-For: 203.0.113.78\r\n").await.0, 429);
}

#[tokio::test]
async fn too_many_requests_are_refused_and_health_is_asked_for_at_any_rate() {
    let server = with(|own| own.requests = Rate { per_minute: 1, burst: 5 }).await;
    let mut statuses = Vec::new();
    for _ in 0..8 {
        statuses.push(Http::get(server.addr, "/api/rooms").await.status);
    }
    assert_eq!(statuses, [200, 200, 200, 200, 200, 429, 429, 429]);
    for _ in 0..20 {
        assert_eq!(Http::get(server.addr, "/healthz").await.status, 200);
    }
    assert_eq!(handshake_from(server.addr, EVE, "").await.0, 101, "another address has its own");
}

#[tokio::test]
async fn a_full_server_still_tells_its_health() {
    let server = TestServer::limited(|limits| limits.connections = 3).await;
    let mut held = Vec::new();
    for n in 0..3 {
        held.push(Peer::connect(server.addr, &format!("Peer {n}"), Codec::Json).await);
    }
    assert_eq!(Http::get(server.addr, "/healthz").await.status, 200);
    assert_eq!(Http::get(server.addr, "/readyz").await.status, 200);
    assert_eq!(Http::get(server.addr, "/api/rooms").await.status, 503);
    assert_eq!(Http::handshake(server.addr, "").await.status, 503);
}

#[tokio::test]
async fn one_address_makes_no_more_rooms_than_it_may_and_others_make_theirs() {
    let server = TestServer::limited(|limits| {
        limits.per_address.rooms = 20;
        limits.rooms = 60;
    })
    .await;
    let mut held = Vec::new();
    let mut made = 0;
    for n in 0..4 {
        let mut eve = Peer::connect_from(server.addr, EVE, &format!("Eve {n}")).await;
        for _ in 0..16 {
            match eve.ask(None, create()).await {
                Ok(_) => made += 1,
                Err(refused) => assert_eq!(refused.code, RejectCode::TooMany),
            }
        }
        held.push(eve);
    }
    assert_eq!(made, 20);
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    ann.create(settings(Variant::TICTACTOE), OPEN).await;
}

#[tokio::test]
async fn new_rooms_and_new_players_come_no_faster_than_one_address_may() {
    let server = with(|own| {
        own.new_rooms = Rate { per_minute: 1, burst: 3 };
        own.new_players = Rate { per_minute: 1, burst: 2 };
    })
    .await;
    let mut eve = Peer::connect_from(server.addr, EVE, "Eve").await;
    for _ in 0..3 {
        eve.ask(None, create()).await.unwrap();
    }
    assert_eq!(eve.ask(None, create()).await.unwrap_err().code, RejectCode::RateLimited);
    Peer::connect_from(server.addr, EVE, "Eva").await;
    let mut third = Peer::open_from(server.addr, EVE, Identity::new("Evi", Codec::Json)).await;
    let hello = Cmd::Request(Request::Hello {
        name: "Evi".parse().unwrap(),
        key: None,
        proof: None,
        resume: Vec::new().try_into().unwrap(),
        features: Default::default(),
    });
    assert_eq!(third.ask(None, hello).await.unwrap_err().code, RejectCode::RateLimited);
    // A known player still comes back.
    let mut eve = Peer::open_from(server.addr, EVE, eve.me.new_run()).await;
    eve.hello().await;
    Peer::connect(server.addr, "Ann", Codec::Json).await;
}

#[tokio::test]
async fn the_last_places_for_rooms_are_for_those_who_have_played_before() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config { data: Data::Folder(folder.path().to_owned()), ..test_config() };
    config.limits.rooms = 12;
    config.limits.reserved_rooms = 2;
    config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()];
    let server = TestServer::start(config.clone()).await;
    let from = async |address: &str, me: Identity| {
        let (_, raw) = proxied(server.addr, address).await;
        let mut peer = Peer::over(raw, me).await;
        peer.hello().await;
        peer
    };
    let mut ann = from("203.0.113.1", Identity::new("Ann", Codec::Json)).await;
    ann.create(settings(Variant::TICTACTOE), OPEN).await;
    let mut eve = from("203.0.113.66", Identity::new("Eve", Codec::Json)).await;
    for _ in 0..9 {
        eve.ask(None, create()).await.unwrap();
    }
    assert_eq!(eve.ask(None, create()).await.unwrap_err().code, RejectCode::TooMany);
    // Ann has created a room before, and shows her key.
    let mut ann = from("203.0.113.1", ann.me.new_run()).await;
    ann.create(settings(Variant::TICTACTOE), OPEN).await;
}

type WebSocket = tokio_tungstenite::WebSocketStream<tokio::net::TcpStream>;

/// Opens a WebSocket for which the proxy 127.0.0.1 claims the source `address`.
async fn proxied(addr: SocketAddr, address: &str) -> (u16, WebSocket) {
    use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
    let stream = tokio::net::TcpStream::connect(addr).await.unwrap();
    let mut request = format!("ws://{addr}/ws").into_client_request().unwrap();
    request.headers_mut().insert("x-forwarded-for", address.parse().unwrap());
    request.headers_mut().insert("sec-websocket-protocol", Codec::Json.subprotocol().parse().unwrap());
    let (socket, response) = tokio_tungstenite::client_async(request, stream).await.unwrap();
    (response.status().as_u16(), socket)
}

#[tokio::test]
async fn rooms_that_nobody_is_in_make_room_for_those_that_somebody_wants() {
    let folder = tempfile::tempdir().unwrap();
    let mut config = Config { data: Data::Folder(folder.path().to_owned()), ..test_config() };
    config.limits.rooms = 4;
    let server = TestServer::start(config).await;
    let (mut ann, mut bo) = (
        Peer::connect(server.addr, "Ann", Codec::Json).await,
        Peer::connect(server.addr, "Bo", Codec::Bincode).await,
    );
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    place_all(&mut ann, &mut bo, &code, "b2 a1").await;
    let (ann, bo) = (ann.vanish(), bo.vanish());
    // Many more rooms with a game than fit into memory, one after another, each left at once.
    for n in 0..12 {
        let mut eve = Peer::connect(server.addr, &format!("Eve {n}"), Codec::Json).await;
        let guest = SeatPlan::Guest { name: "Guest".parse().unwrap() };
        let room = eve.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, guest]).await;
        eve.ask(Some(&room), Command::Leave {}).await.unwrap();
    }
    let (mut ann, mut bo) = (ann.reconnect(server.addr).await, bo.reconnect(server.addr).await);
    ann.ask(Some(&code), Request::Snapshot {}).await.unwrap();
    place_all(&mut ann, &mut bo, &code, "b1").await;
}

async fn refusal_to_watch(peer: &mut Peer, code: &str) -> RejectCode {
    let code: RoomCode = code.parse().unwrap();
    peer.watch(&code).await.unwrap_err().code
}

#[tokio::test]
async fn unknown_codes_have_one_budget_whatever_the_way_and_a_right_code_costs_nothing() {
    let server = with(|own| own.unknown_codes = Rate { per_minute: 1, burst: 6 }).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let hidden = Settings { access: Access::Unlisted, ..settings(Variant::TICTACTOE) };
    let code = ann.open_table(hidden).await;
    let own = ann.open_table(hidden).await;
    assert_eq!(code.as_str().split('-').count(), 4, "three words and a number: {code}");
    let mut eve = Peer::connect_from(server.addr, EVE, "Eve").await;
    let eves = eve.open_table(hidden).await;
    // Two guesses by watching, two by joining, two by resuming.
    for n in 10..12 {
        assert_eq!(refusal_to_watch(&mut eve, &format!("amber-fox-{n}")).await, RejectCode::NoSuchRoom);
        let unknown: RoomCode = format!("amber-fox-{n}").parse().unwrap();
        assert_eq!(eve.join(&unknown).await.unwrap_err().code, RejectCode::NoSuchRoom);
    }
    let resume = |codes: &[&str]| {
        let seen = |code: &&str| SeenRoom { room: code.parse().unwrap(), seq: Seq(0) };
        codes.iter().map(seen).collect::<Vec<_>>()
    };
    let mut eva = Peer::open_from(server.addr, EVE, Identity::new("Eva", Codec::Json)).await;
    eva.hello_with(resume(&["amber-fox-14", "amber-fox-15", code.as_str()])).await;
    for wanted in [RejectCode::NoSuchRoom, RejectCode::NoSuchRoom, RejectCode::RateLimited] {
        assert_eq!(eva.refusal_without_id().await.code, wanted, "a guess that is right is not told");
    }
    // From now on, neither connection learns anything about unlisted rooms.
    assert_eq!(refusal_to_watch(&mut eve, "amber-fox-16").await, RejectCode::RateLimited);
    assert_eq!(refusal_to_watch(&mut eve, code.as_str()).await, RejectCode::RateLimited);
    let rooms = Http::metric(server.addr, "tengen_rooms").await;
    assert!((rooms - 3.0).abs() < f64::EPSILON, "a miss brings nothing into memory: {rooms}");
    // Eve can still enter her own room, even on a connection with wrong guesses.
    let mut back = Peer::open_from(server.addr, EVE, eve.me.new_run()).await;
    back.hello_with(resume(&["amber-fox-17", eves.as_str()])).await;
    back.wait_room(&eves, "her own room", |_| true).await;
    // A person with the right code can enter, from the same address or another.
    let mut friend = Peer::connect_from(server.addr, EVE, "Friend").await;
    friend.join(&code).await.unwrap();
    let mut other = Peer::connect(server.addr, "Other", Codec::Json).await;
    other.join(&own).await.unwrap();
    other.wait_room(&own, "the game", Room::is_playing).await;
}

#[tokio::test]
async fn who_comes_and_does_nothing_is_not_written_down_and_who_makes_a_room_is() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let players = || {
        let database = rusqlite::Connection::open(folder.path().join("tengen.db")).unwrap();
        database.query_row("SELECT count(*) FROM players", [], |row| row.get::<_, u32>(0)).unwrap()
    };
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let code = ann.create(settings(Variant::TICTACTOE), OPEN).await;
    let mut seen = std::collections::BTreeSet::from([ann.player]);
    for n in 0..50 {
        let mut eve = Peer::connect(server.addr, &format!("Eve {n}"), Codec::Json).await;
        eve.watch(&code).await.unwrap();
        assert!(seen.insert(eve.player), "each has a number of their own");
    }
    assert_eq!(players(), 1);
    // Until the server stops, a stranger who comes back with the key is the same player.
    let cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    let number = cy.player;
    let mut cy = Peer::connect_as(server.addr, cy.me.new_run()).await;
    assert_eq!(cy.player, number);
    cy.join(&code).await.unwrap();
    assert_eq!(players(), 2);
    server.stopped().await;
    let server = TestServer::in_folder(folder.path()).await;
    let cy = Peer::connect_as(server.addr, cy.me.new_run()).await;
    assert_eq!(cy.player, number, "and afterwards too");
    let new = Peer::connect(server.addr, "New", Codec::Json).await;
    assert!(!seen.contains(&new.player) && new.player != number, "no number is given a second time");
}

#[tokio::test]
async fn a_spectator_who_becomes_the_host_is_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Json).await;
    let mut eve = Peer::connect(server.addr, "Eve", Codec::Json).await;
    let code = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    place_all(&mut ann, &mut bo, &code, "b2 a1 b1 a2 b3").await;
    eve.watch(&code).await.unwrap();
    ann.ask(Some(&code), Command::Leave {}).await.unwrap();
    bo.ask(Some(&code), Command::Leave {}).await.unwrap();
    let heir = eve.player;
    eve.wait_room(&code, "another host", |room| room.host() == heir).await;
    server.stopped().await;
    let server = TestServer::in_folder(folder.path()).await;
    let eve = Peer::connect_as(server.addr, eve.me.new_run()).await;
    assert_eq!(eve.player, heir);
}
