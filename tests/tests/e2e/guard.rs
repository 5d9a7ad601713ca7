//! The guards of HTTP: its version, the host name, requests from other pages, and access to metrics.

use std::net::SocketAddr;

use tengen_server::Config;
use tengen_tests::{Http, RawSocket, TestServer, handshake_head, test_config};

/// Returns the status of a request with this head, which ends before the empty line.
async fn status(addr: SocketAddr, head: &str) -> u16 {
    let mut socket = RawSocket::connect(addr).await;
    socket.send(format!("{head}\r\nConnection: close\r\n\r\n")).await;
    socket.read_head().await.status
}

async fn get(addr: SocketAddr, path: &str, headers: &str) -> u16 {
    status(addr, &format!("GET {path} HTTP/1.1\r\nHost: {addr}{headers}")).await
}

#[tokio::test]
async fn http_2_is_not_spoken() {
    let server = TestServer::memory().await;
    let mut socket = RawSocket::connect(server.addr).await;
    // The preface of HTTP/2 and an empty SETTINGS frame.
    socket.send(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00").await;
    // A reset is as good as an end. No HTTP/2 frame may come.
    let answer = socket.read_to_end().await.unwrap_or_default();
    assert!(answer.is_empty() || answer.starts_with(b"HTTP/1.1 4"), "{:?}", String::from_utf8_lossy(&answer));
}

#[tokio::test]
async fn a_request_without_a_host_or_with_two_is_refused() {
    let server = TestServer::memory().await;
    for head in [
        "GET / HTTP/1.1",
        "GET /api/rooms HTTP/1.0",
        "GET /healthz HTTP/1.1",
        "GET / HTTP/1.1\r\nHost: a\r\nHost: b",
    ] {
        assert_eq!(status(server.addr, head).await, 400, "{head}");
    }
}

#[tokio::test]
async fn only_names_that_nobody_else_can_have_are_answered_to_and_those_that_the_operator_names() {
    let config = Config {
        hosts: vec!["Games.Example".to_owned()],
        origins: vec!["https://club.example".to_owned()],
        ..test_config()
    };
    let server = TestServer::start(config).await;
    let port = server.addr.port();
    let named =
        async |host: &str| status(server.addr, &format!("GET /api/rooms HTTP/1.1\r\nHost: {host}")).await;
    for own in [
        "127.0.0.1",
        "192.0.2.7",
        "[2001:db8::7]",
        "localhost",
        "LOCALHOST",
        "attic.local",
        "games.example",
        "club.example",
    ] {
        assert_eq!(named(own).await, 200, "{own}");
        assert_eq!(named(&format!("{own}:{port}")).await, 200, "{own} with a port");
    }
    for foreign in
        ["evil.example", "local", "127.0.0.1.evil.example", "games.example.evil", "attic.local.evil.example"]
    {
        assert_eq!(named(foreign).await, 421, "{foreign}");
        // A page under such a name may not open a WebSocket either; a program may.
        let own_origin = format!("Origin: http://{foreign}\r\n");
        let head = handshake_head(server.addr, &own_origin);
        let rebound = head.replace(&format!("Host: {}", server.addr), &format!("Host: {foreign}"));
        let mut socket = RawSocket::connect(server.addr).await;
        socket.send(&rebound).await;
        assert_eq!(socket.read_head().await.status, 421, "{foreign}");
        let mut socket = RawSocket::connect(server.addr).await;
        socket.send(rebound.replace(&own_origin, "")).await;
        assert_eq!(socket.read_head().await.status, 101, "{foreign}");
    }
    assert_eq!(status(server.addr, "GET /healthz HTTP/1.1\r\nHost: tengen-7f9c").await, 200);
}

#[tokio::test]
async fn pages_of_other_sites_may_not_ask_for_rooms_and_every_answer_says_what_a_page_may_do() {
    let server = TestServer::memory().await;
    for path in ["/api/rooms", "/api/rooms/amber-fox-42"] {
        assert_eq!(get(server.addr, path, "\r\nSec-Fetch-Site: cross-site").await, 403, "{path}");
        assert_ne!(get(server.addr, path, "\r\nSec-Fetch-Site: same-origin").await, 403, "{path}");
    }
    assert_eq!(get(server.addr, "/", "\r\nSec-Fetch-Site: cross-site").await, 200, "a link may lead here");
    for path in ["/", "/api/rooms", "/healthz", "/nowhere", "/metrics"] {
        let head = Http::get(server.addr, path).await.head;
        for wanted in [
            "content-security-policy: default-src 'none'",
            "frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
        ] {
            assert!(head.contains(wanted), "{path}: {head}");
        }
    }
}

#[tokio::test]
async fn metrics_are_for_this_machine_and_for_whoever_shows_the_token() {
    let token = "a-long-enough-token";
    let config = Config {
        metrics_token: Some(token.parse().unwrap()),
        trusted_proxies: vec!["127.0.0.9".parse().unwrap()],
        ..test_config()
    };
    let server = TestServer::start(config).await;
    assert_eq!(get(server.addr, "/metrics", "").await, 200);
    // Forwarded from elsewhere, whether the server knows of the proxy or not.
    let afar = "\r\nX-Forwarded-For: 203.0.113.7";
    assert_eq!(get(server.addr, "/metrics", afar).await, 403);
    for proxied in
        ["X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1", "Via: 1.1 proxy", "X-Real-IP: 127.0.0.1"]
    {
        assert_eq!(get(server.addr, "/metrics", &format!("\r\n{proxied}")).await, 403, "{proxied}");
    }
    assert_eq!(get(server.addr, "/metrics", &format!("{afar}\r\nAuthorization: Bearer {token}")).await, 200);
    for wrong in ["Bearer a-long-enough-tokem", "Bearer ", "Basic a-long-enough-token"] {
        assert_eq!(get(server.addr, "/metrics", &format!("{afar}\r\nAuthorization: {wrong}")).await, 403);
    }
}
