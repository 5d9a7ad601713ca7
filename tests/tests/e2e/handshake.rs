//! The handshake: origins, subprotocols of older and newer clients, and invalid requests.

use tengen_server::Config;
use tengen_shared::{protocol::Codec, rules::Variant};
use tengen_tests::{Http, Identity, Peer, TestServer, person_room, place_all, test_config, within};
use tokio::net::TcpStream;
use tokio_tungstenite::{client_async, tungstenite::client::IntoClientRequest};

#[tokio::test]
async fn a_strange_origin_is_refused_and_the_servers_own_and_a_named_one_are_let_in() {
    let config = Config { origins: vec!["https://games.example".to_owned()], ..test_config() };
    let server = TestServer::start(config).await;
    let own = format!("Origin: http://{}\r\n", server.addr);
    let secure = format!("Origin: https://{}\r\n", server.addr);
    for good in ["", &own, &secure, "Origin: https://games.example\r\n"] {
        assert_eq!(Http::handshake(server.addr, good).await.status, 101, "{good}");
    }
    let port = server.addr.port();
    let bad = [
        "Origin: http://evil.example\r\n".to_owned(),
        "Origin: null\r\n".to_owned(),
        "Origin: \r\n".to_owned(),
        format!("Origin: http://127.0.0.1:{}\r\n", port.wrapping_add(1)),
        format!("Origin: http://evil.example/http://{}\r\n", server.addr),
        format!("Origin: http://{}.evil.example\r\n", server.addr),
        "Origin: http://games.example\r\n".to_owned(),
        format!("Origin: http://127.0.0.1:{port}\u{e9}\r\n"),
    ];
    for bad in bad {
        let answer = Http::handshake(server.addr, &bad).await;
        assert_eq!(answer.status, 403, "{bad}");
    }
}

/// Offers the subprotocols `offers`, and returns the status and the chosen subprotocol.
async fn offered(server: &TestServer, offers: &str) -> (u16, Option<String>) {
    let further = format!("Sec-WebSocket-Protocol: {offers}\r\n");
    let answer = Http::handshake(server.addr, &further).await;
    let given = answer.head.lines().find_map(|line| line.strip_prefix("sec-websocket-protocol: "));
    (answer.status, given.map(str::to_owned))
}

#[tokio::test]
async fn the_first_subprotocol_that_is_known_is_taken_and_unknown_ones_alone_are_refused() {
    let server = TestServer::memory().await;
    let json = Some("tengen.v1.json".to_owned());
    let binary = Some("tengen.bincode.8".to_owned());
    assert_eq!(offered(&server, "tengen.bincode.8, tengen.v1.json").await, (101, binary.clone()));
    assert_eq!(offered(&server, "tengen.v1.json,tengen.bincode.8").await, (101, json.clone()));
    assert_eq!(offered(&server, "tengen.bincode.0, tengen.v1.json").await, (101, json.clone()));
    assert_eq!(offered(&server, "tengen.bincode.9, tengen.v1.json").await, (101, json.clone()));
    assert_eq!(offered(&server, "chat, tengen.bincode.8").await, (101, binary));
    let twice = "chat\r\nSec-WebSocket-Protocol: tengen.v1.json";
    assert_eq!(offered(&server, twice).await, (101, json));
    assert_eq!(offered(&server, "tengen.bincode.9").await, (400, None));
    assert_eq!(offered(&server, "chat, soap").await, (400, None));
    let plain = Http::handshake(server.addr, "").await;
    assert!(plain.status == 101 && !plain.head.contains("sec-websocket-protocol"), "{}", plain.head);
}

/// Connects as an older or newer client program, which offers its own layout, followed by JSON.
async fn of_another_age(server: &TestServer, layout: u32, name: &str) -> Peer {
    let mut request = format!("ws://{}/ws", server.addr).into_client_request().unwrap();
    let offer = format!("tengen.bincode.{layout}, tengen.v1.json");
    request.headers_mut().insert("sec-websocket-protocol", offer.parse().unwrap());
    let stream = TcpStream::connect(server.addr).await.unwrap();
    let (socket, _) = within("the handshake", client_async(request, stream)).await.unwrap();
    let mut peer = Peer::over(socket, Identity::new(name, Codec::Json)).await;
    peer.hello().await;
    peer
}

#[tokio::test]
async fn an_older_and_a_newer_client_play_each_other_in_json() {
    let server = TestServer::memory().await;
    let mut older = of_another_age(&server, 0, "Ann").await;
    let mut newer = of_another_age(&server, 9, "Bo").await;
    let code = person_room(&mut older, &mut newer, Variant::TICTACTOE).await;
    place_all(&mut older, &mut newer, &code, "b2 a1 b1 a2 b3").await;
    assert_eq!((older.score(&code), newer.score(&code)), ([1, 0, 0], [0, 0, 1]));
}

#[tokio::test]
async fn a_plain_websocket_tool_that_offers_nothing_speaks_json() {
    let server = TestServer::memory().await;
    let mut plain =
        Peer::connect_as(server.addr, Identity { offer: None, ..Identity::new("Ann", Codec::Json) }).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let code = person_room(&mut plain, &mut bo, Variant::TICTACTOE).await;
    place_all(&mut plain, &mut bo, &code, "b2 a1").await;
}

#[tokio::test]
async fn requests_that_are_no_handshake_get_an_answer_that_says_so() {
    let server = TestServer::memory().await;
    let host = format!("Host: {}\r\n", server.addr);
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
    let key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let cases = [
        (format!("GET /ws HTTP/1.1\r\n{host}\r\n"), 426),
        (format!("GET /ws HTTP/1.1\r\n{host}{upgrade}{key}\r\n"), 400),
        (format!("GET /ws HTTP/1.1\r\n{host}{upgrade}{key}Sec-WebSocket-Version: 8\r\n\r\n"), 400),
        (format!("GET /ws HTTP/1.1\r\n{host}{upgrade}Sec-WebSocket-Version: 13\r\n\r\n"), 400),
        (
            format!(
                "POST /ws HTTP/1.1\r\n{host}{upgrade}{key}Sec-WebSocket-Version: 13\r\nContent-Length: 0\r\n\r\n"
            ),
            405,
        ),
        (format!("GET /nowhere HTTP/1.1\r\n{host}\r\n"), 404),
        (format!("DELETE /api/rooms HTTP/1.1\r\n{host}\r\n"), 405),
        ("complete nonsense\r\n\r\n".to_owned(), 400),
        (format!("GET /{} HTTP/1.1\r\n{host}\r\n", "x".repeat(20_000)), 414),
    ];
    for (request, status) in cases {
        let mut raw = tengen_tests::RawSocket::connect(server.addr).await;
        // A server that has read enough may stop reading.
        let _ = tokio::io::AsyncWriteExt::write_all(&mut raw.0, request.as_bytes()).await;
        let answer = raw.read_head().await;
        let shown = &request[..request.len().min(60)];
        let fits = answer.status == status || (status == 414 && answer.status == 431);
        assert!(fits, "{shown}: {}", answer.head);
    }
}
