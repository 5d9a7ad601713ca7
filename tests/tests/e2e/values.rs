//! Values that are not allowed: names, room options and seat plans, in JSON as a hostile program writes them.

use serde_json::{Value, json};
use tengen_shared::{
    game::{PerSeat, PlayerId, RejectCode, SeatPlan},
    protocol::{Cmd, Codec, Frame, PlayerKey, Request, ServerMessage},
    rules::{Bot, Level, Variant},
};
use tengen_tests::{Answer, Bystanders, Identity, Peer, TestServer, settings};
use tokio_tungstenite::tungstenite::Message;

/// Sends a JSON command of any form and waits for its answer.
async fn ask_json(peer: &mut Peer, cmd: Value) -> Answer {
    let id = peer.frame(None, Request::Ping {}).id;
    let frame = json!({ "id": id, "cmd": cmd });
    peer.send_raw(Message::text(frame.to_string())).await;
    peer.answer(id).await
}

/// Says a JSON hello and returns the player and the secret key of the welcome.
async fn welcome_json(peer: &mut Peer, hello: Value) -> (PlayerId, PlayerKey) {
    let id = peer.frame(None, Request::Ping {}).id;
    peer.send_raw(Message::text(json!({ "id": id, "cmd": hello }).to_string())).await;
    let welcome = |message: &ServerMessage| match message {
        ServerMessage::Welcome { player, key, .. } => Some((*player, key.expect("a secret key"))),
        _ => None,
    };
    peer.wait("the welcome", welcome).await
}

#[tokio::test]
async fn bad_names_are_refused_with_advice_and_a_good_one_is_taken_after_them() {
    let server = TestServer::memory().await;
    let bystanders = Bystanders::playing(server.addr, "bad names").await;
    let mut peer = Peer::open(server.addr, Identity::new("Ann", Codec::Json)).await;
    let long = "x".repeat(25);
    let bad = [
        "",
        "   ",
        &long,
        "a\nb",
        "a\u{7}b",
        "\u{1b}[2J",
        "\u{1b}]0;title\u{7}",
        "a\u{202e}b",
        "a\u{200b}b",
        "\u{9b}31m",
        "a\0b",
        "a\u{2028}b",
    ];
    for name in bad {
        let refused = ask_json(&mut peer, json!({ "hello": { "name": name } })).await.unwrap_err();
        assert_eq!(refused.code, RejectCode::BadValue, "{name:?}");
        assert!(refused.text.as_str().contains("name"), "{}", refused.text);
        assert!(!refused.text.as_str().chars().any(char::is_control), "{:?}", refused.text);
    }
    peer.hello().await;
    let guest = json!({ "sit": { "seat": 1, "guest": "\u{1b}[31mred" } });
    assert_eq!(ask_json(&mut peer, guest).await.unwrap_err().code, RejectCode::BadValue);
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn bad_names_are_refused_in_bincode_too() {
    let server = TestServer::memory().await;
    for name in ["", "\u{1b}[2J", "xxxxxxxxxxxxxxxxxxxxxxxxx"] {
        let mut peer = Peer::open(server.addr, Identity::new("Placeholder", Codec::Bincode)).await;
        let cmd = Cmd::Request(Request::Hello {
            name: "Placeholder".parse().unwrap(),
            key: None,
            proof: None,
            resume: Default::default(),
            features: Default::default(),
        });
        let frame = peer.frame(None, cmd);
        let good = Codec::Bincode.encode_client(&frame);
        // The name is a length and its bytes; the test replaces both.
        let at = good.windows(11).position(|window| window == b"Placeholder").unwrap();
        let mut bad = good[..at - 1].to_vec();
        bad.push(u8::try_from(name.len()).unwrap());
        bad.extend(name.as_bytes());
        bad.extend(&good[at + 11..]);
        let message = peer.message_of(bad);
        peer.send_raw(message).await;
        assert_eq!(peer.answer(frame.id).await.unwrap_err().code, RejectCode::BadValue, "{name:?}");
        peer.hello().await;
    }
}

#[tokio::test]
async fn room_options_out_of_range_are_refused_and_make_no_room() {
    let server = TestServer::memory().await;
    let bystanders = Bystanders::playing(server.addr, "bad room options").await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let create = |width: i64, height: i64, win_length: i64, think: i64| {
        let variant =
            json!({ "width": width, "height": height, "win_length": win_length, "runs": "at_least" });
        let settings = json!({ "variant": variant, "first_move": "alternate", "think_time": think });
        json!({ "create": { "settings": settings, "seats": [{ "me": {} }, { "open": {} }] } })
    };
    let bad = [
        (2, 3, 3, 0),
        (3, 2, 3, 0),
        (27, 15, 5, 0),
        (15, 27, 5, 0),
        (15, 15, 2, 0),
        (15, 15, 16, 0),
        (3, 3, 4, 0),
        (0, 0, 0, 0),
        (-3, 3, 3, 0),
        (256, 3, 3, 0),
        (3, 3, 3, 5_001),
        (3, 3, 3, -1),
        (3, 3, 3, 65_536),
        (i64::MAX, 3, 3, 0),
    ];
    for (width, height, win_length, think) in bad {
        let refused = ask_json(&mut ann, create(width, height, win_length, think)).await.unwrap_err();
        assert_eq!(refused.code, RejectCode::BadValue, "{width}x{height}k{win_length} {think}");
    }
    let runs = json!({ "width": 3, "height": 3, "win_length": 3, "runs": "sometimes" });
    let refused = ask_json(&mut ann, json!({ "quick_match": { "variant": runs } })).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::BadValue);
    for seat in [0, 3, 255, -1] {
        let refused = ask_json(&mut ann, json!({ "stand": { "seat": seat } })).await.unwrap_err();
        assert_eq!(refused.code, RejectCode::BadValue);
    }
    for good in [(3, 3, 3, 0), (26, 26, 26, 5_000), (3, 26, 26, 0)] {
        ask_json(&mut ann, create(good.0, good.1, good.2, good.3)).await.unwrap();
    }
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn seat_plans_that_make_no_sense_are_refused() {
    let server = TestServer::memory().await;
    let bystanders = Bystanders::playing(server.addr, "bad seat plans").await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let (me, open) = (SeatPlan::Me {}, SeatPlan::Open {});
    let guest = SeatPlan::Guest { name: "Bo".parse().unwrap() };
    let ai = SeatPlan::Ai { bot: Bot::Level(Level::Hard) };
    let bad = [
        [me.clone(), me.clone()],
        [guest.clone(), open.clone()],
        [open.clone(), guest.clone()],
        [guest.clone(), guest.clone()],
        [guest.clone(), ai.clone()],
    ];
    for seats in bad {
        let shown = format!("{seats:?}");
        let cmd = Cmd::Request(Request::Create {
            settings: settings(Variant::TICTACTOE),
            seats: PerSeat(seats),
            passphrase: None,
        });
        let refused = ann.ask(None, cmd).await.expect_err(&shown);
        assert_eq!(refused.code, RejectCode::BadSeats, "{shown}");
    }
    for seats in [[open.clone(), open.clone()], [guest, me.clone()], [ai.clone(), open], [ai.clone(), ai]] {
        ann.create(settings(Variant::TICTACTOE), seats).await;
    }
    bystanders.undisturbed().await;
}

#[tokio::test]
async fn a_key_that_nobody_has_makes_a_new_player_and_a_wrong_one_is_refused() {
    let server = TestServer::memory().await;
    let ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let mut bo = Peer::open(server.addr, Identity::new("Bo", Codec::Json)).await;
    let nobodys = "00112233445566778899aabbccddeeff";
    let hello = json!({ "hello": { "name": "Bo", "key": nobodys } });
    let (player, key) = welcome_json(&mut bo, hello).await;
    assert_ne!(player, ann.player);
    assert_ne!(key, nobodys.parse().unwrap(), "the server gives a key of its own making");
    let mut peer = Peer::open(server.addr, Identity::new("Cy", Codec::Json)).await;
    for key in ["", "12", "zz112233445566778899aabbccddeeff", "+0112233445566778899aabbccddeeff"] {
        let refused =
            ask_json(&mut peer, json!({ "hello": { "name": "Cy", "key": key } })).await.unwrap_err();
        assert_eq!(refused.code, RejectCode::BadValue);
    }
    let rooms: Vec<Value> = (0..17).map(|n| json!({ "room": format!("room-{n}"), "seq": 0 })).collect();
    let hello = json!({ "hello": { "name": "Cy", "resume": rooms } });
    assert_eq!(ask_json(&mut peer, hello).await.unwrap_err().code, RejectCode::BadValue);
}

#[tokio::test]
async fn hello_comes_first_and_once() {
    let server = TestServer::memory().await;
    let mut peer = Peer::open(server.addr, Identity::new("Ann", Codec::Bincode)).await;
    assert!(peer.ask(None, Request::Ping {}).await.is_ok(), "a ping is always answered");
    assert_eq!(peer.ask(None, Request::ListRooms {}).await.unwrap_err().code, RejectCode::BadHello);
    peer.hello().await;
    let again = Cmd::Request(Request::Hello {
        name: "Bo".parse().unwrap(),
        key: None,
        proof: None,
        resume: Default::default(),
        features: Default::default(),
    });
    let again: Frame = peer.frame(None, again);
    assert_eq!(peer.repeat(&again).await.unwrap_err().code, RejectCode::BadHello);
}
