//! A room by its code over HTTP: what a stranger may see, and how often; and the page for browsers.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tengen_server::config::Rate;
use tengen_shared::{
    game::{Access, Command, RoomCode, Settings, SpectatorRule},
    protocol::Codec,
    rules::Variant,
};
use tengen_tests::{Http, Peer, RawSocket, TestServer, place_all, poll_for, settings, within};
use tengen_web::route::Route;

async fn look_up(addr: SocketAddr, code: &str) -> (u16, Value) {
    let answer = Http::get(addr, &format!("/api/rooms/{code}")).await;
    assert!(answer.head.contains("content-type: application/json"), "{}", answer.head);
    (answer.status, serde_json::from_str(&answer.body).unwrap_or_else(|_| panic!("{}", answer.body)))
}

async fn list(addr: SocketAddr) -> Vec<Value> {
    serde_json::from_str(&Http::get(addr, "/api/rooms").await.body).unwrap()
}

/// Waits until `wanted` is true for the list, and returns the list.
async fn listed(addr: SocketAddr, wanted: impl Fn(&[Value]) -> bool) -> Vec<Value> {
    poll_for("the list as wanted", async || Some(list(addr).await).filter(|rooms| wanted(rooms))).await
}

fn with(access: Access, spectators: SpectatorRule) -> Settings {
    Settings { access, spectators, ..settings(Variant::TICTACTOE) }
}

/// Returns the public view of a room that may turn people away.
fn closed(code: &RoomCode, access: &str) -> Value {
    json!({ "room": code.as_str(), "access": access })
}

#[tokio::test]
async fn a_listed_room_is_found_by_its_code_as_it_stands_on_the_list() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let code = ann.open_table(with(Access::Listed, SpectatorRule::Never)).await;
    let on_list = listed(server.addr, |rooms| !rooms.is_empty()).await;
    assert_eq!(look_up(server.addr, code.as_str()).await, (200, on_list[0].clone()));
    assert_eq!(look_up(server.addr, &code.as_str().to_uppercase()).await, (200, on_list[0].clone()));
    let secret = ann.locked_table(with(Access::Passphrase, SpectatorRule::Allowed), "open sesame").await;
    let on_list = listed(server.addr, |rooms| rooms.len() == 2).await;
    let entry = on_list.iter().find(|room| room["room"] == secret.as_str()).unwrap();
    assert_eq!(look_up(server.addr, secret.as_str()).await, (200, entry.clone()));
    // Once everybody has left, the room is on no list, and only its access rule is public.
    ann.ask(Some(&secret), Command::Leave {}).await.unwrap();
    listed(server.addr, |rooms| rooms.len() == 1).await;
    assert_eq!(look_up(server.addr, secret.as_str()).await, (200, closed(&secret, "passphrase")));
}

#[tokio::test]
async fn of_an_unlisted_room_a_stranger_sees_what_they_would_see_inside() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    for (spectators, open) in
        [(SpectatorRule::Allowed, true), (SpectatorRule::ByConsent, false), (SpectatorRule::Never, false)]
    {
        let code = ann.open_table(with(Access::Unlisted, spectators)).await;
        let (status, room) = look_up(server.addr, code.as_str()).await;
        assert_eq!((status, &room["room"], &room["state"]), (200, &json!(code.as_str()), &json!("open")));
        assert_eq!(room["seats"][0]["person"]["name"], "Ann", "whoever sits down here reads that too");
        assert_eq!(room["access"], "unlisted");
        bo.join(&code).await.unwrap();
        let (status, room) = look_up(server.addr, code.as_str()).await;
        assert_eq!(status, 200);
        if open {
            assert_eq!(room["seats"][1]["person"]["name"], "Bo");
        } else {
            assert_eq!(room, closed(&code, "unlisted"), "{spectators:?}");
        }
        assert_eq!(list(server.addr).await, Vec::<Value>::new(), "it is on no list all the same");
    }
}

#[tokio::test]
async fn a_room_in_the_journal_is_found_and_stays_there() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::connect(server.addr, "Bo", Codec::Bincode).await;
    let hidden = ann.open_table(with(Access::Unlisted, SpectatorRule::Allowed)).await;
    let unplayed = ann.open_table(with(Access::Listed, SpectatorRule::Allowed)).await;
    bo.join(&hidden).await.unwrap();
    ann.wait_room(&hidden, "the game", tengen_shared::game::Room::is_playing).await;
    place_all(&mut ann, &mut bo, &hidden, "b2 a1 b1 a2 b3").await;
    server.stopped().await;

    let server = TestServer::in_folder(folder.path()).await;
    let (status, room) = look_up(server.addr, hidden.as_str()).await;
    assert_eq!((status, &room["games"], &room["watching"]), (200, &json!(1), &json!(0)));
    assert_eq!(room["seats"][1]["person"], json!({ "name": "Bo", "connected": "away" }));
    let (status, room) = look_up(server.addr, unplayed.as_str()).await;
    assert_eq!((status, &room["state"]), (200, &json!("open")));
    let in_memory = Http::metric(server.addr, "tengen_rooms").await;
    assert!(in_memory == 0.0, "looking brings no room into memory: {in_memory}");
}

#[tokio::test]
async fn what_is_no_room_is_told_with_advice() {
    let server = TestServer::memory().await;
    let (status, told) = look_up(server.addr, "amber-fox-42").await;
    assert_eq!((status, &told["code"]), (404, &json!("no_such_room")));
    assert!(told["text"].as_str().unwrap().contains("check the code"), "{told}");
    let (status, told) = look_up(server.addr, "%ff").await;
    assert_eq!((status, &told["code"]), (404, &json!("no_such_room")));
    for no_code in ["x", "%1b%5b2J-garbage", "4-fox", &"a".repeat(300)] {
        let (status, told) = look_up(server.addr, no_code).await;
        assert_eq!((status, &told["code"]), (404, &json!("no_such_room")), "{no_code}");
        assert!(told["text"].as_str().unwrap().contains("codes look like amber-fox-42"), "{told}");
        assert!(!told.to_string().contains('\u{1b}'), "{told}");
    }
    let mut socket = RawSocket::connect(server.addr).await;
    socket.send(format!("POST /api/rooms/amber-fox-42 HTTP/1.1\r\nHost: {}\r\n\r\n", server.addr)).await;
    assert_eq!(socket.read_head().await.status, 405);
}

#[tokio::test]
async fn codes_cannot_be_guessed_by_the_thousand_and_the_list_stays_open_meanwhile() {
    let server = TestServer::limited(|limits| {
        limits.per_address.unknown_codes = Rate { per_minute: 1, burst: 5 };
    })
    .await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let code = ann.open_table(with(Access::Listed, SpectatorRule::Allowed)).await;
    let hidden = ann.open_table(with(Access::Unlisted, SpectatorRule::Allowed)).await;
    listed(server.addr, |rooms| !rooms.is_empty()).await;
    let mut statuses = Vec::new();
    let told = within("too many look-ups", async {
        loop {
            let (status, told) = look_up(server.addr, &format!("amber-fox-{}", statuses.len())).await;
            statuses.push(status);
            if status != 404 {
                return told;
            }
        }
    })
    .await;
    assert!(statuses.len() > 5 && statuses.last() == Some(&429), "{statuses:?}");
    assert_eq!(told["code"], "rate_limited");
    assert_eq!(look_up(server.addr, code.as_str()).await.0, 200, "the list may be read at any rate");
    // A right code gets no faster answer than a wrong one.
    let refused = within("a refusal", async {
        loop {
            let (status, _) = look_up(server.addr, hidden.as_str()).await;
            if status != 200 {
                return status;
            }
        }
    })
    .await;
    assert_eq!(refused, 429);
    let metrics = Http::get(server.addr, "/metrics").await.body;
    assert!(metrics.lines().any(|line| line.contains("what=\"Code\"") && !line.ends_with(" 0")), "{metrics}");
}

#[tokio::test]
async fn a_browser_gets_the_page_and_no_markup_from_its_request() {
    let server = TestServer::memory().await;
    let page = Http::get(server.addr, "/").await;
    assert_eq!(page.status, 200);
    assert!(page.head.contains("content-type: text/html; charset=utf-8"), "{}", page.head);
    assert!(page.body.contains("<div id=\"page\""), "{}", page.body);
    for path in "/new /alone /board /tv /games /devices /game/7 /r/amber-fox-42 /watch/amber-fox-42 \
                 /r/amber-fox-42/games"
        .split_whitespace()
    {
        assert!(Route::of_path(path).is_some(), "{path}");
        assert_eq!(Http::get(server.addr, path).await.status, 200, "{path}");
    }
    for path in ["/learn", "/learn/000", "/learn/004", "/search", "/search?tree=(1,2)"] {
        let lessons = Http::get(server.addr, path).await;
        assert_eq!(lessons.status, 200, "{path}");
        assert!(lessons.body.contains("/assets/learn-"), "{path}: {}", lessons.body);
        assert!(lessons.head.contains("frame-ancestors 'none'"), "{path}: {}", lessons.head);
    }
    let code = Http::get(server.addr, "/r/amber-fox-42/qr.svg").await;
    assert!(code.head.contains("content-type: image/svg+xml"), "{}", code.head);
    assert!(code.body.contains("<svg"), "{}", code.body);
    assert_eq!(Http::get(server.addr, "/r/no%20code/qr.svg").await.status, 400);
    let mut socket = RawSocket::connect(server.addr).await;
    socket.send("GET / HTTP/1.1\r\nHost: <script>alert(1)</script>\r\nConnection: close\r\n\r\n").await;
    let answer = String::from_utf8(socket.read_to_end().await.unwrap()).unwrap();
    assert!(answer.starts_with("HTTP/1.1 400 ") && !answer.contains("script"), "{answer}");
}
