//! The levels and engines for each board, and the answer to a request for another one.

use tengen_shared::{
    game::RejectCode,
    protocol::{Codec, ServerMessage},
    rules::Variant,
};
use tengen_tests::{Peer, Refusal, TestServer};
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn every_board_has_its_levels_weakest_first_and_then_its_brains() {
    let server = TestServer::memory().await;
    for codec in Codec::ALL {
        let mut ann = Peer::connect(server.addr, "Ann", codec).await;
        for (variant, bots) in [
            ("tictactoe", "easy, medium, hard, expert, master, alphabeta, levels, solver, pvs"),
            ("gomoku15", "easy, medium, hard, expert, master, greedy, domain-article, pvs"),
            ("gomoku19", "easy, medium, hard, expert, master, greedy, domain-article, pvs"),
            ("7x7k4", "easy, medium, hard, expert, master, pvs"),
            ("5x5k4", "easy, medium, hard, expert, master, solver, pvs"),
            ("6x5k5", "easy, medium, hard, expert, master, greedy, domain-article, solver, pvs"),
        ] {
            assert_eq!(ann.bots(variant.parse::<Variant>().unwrap()).await, bots, "{variant}");
        }
    }
}

/// Sends a command as JSON text, with number `n` of a run that the peer does not use, and waits for its refusal.
async fn refused(peer: &mut Peer, n: u32, cmd: &str) -> Refusal {
    let frame = format!(r#"{{"id":["abad1dea",{n}],"room":null,"cmd":{cmd}}}"#);
    peer.send_raw(Message::text(frame)).await;
    peer.wait("a refusal", |message| match message {
        ServerMessage::Rejected { id: Some(id), room, code, text, .. } if id.n() == n => {
            Some(Refusal { room: room.clone(), code: *code, text: text.clone() })
        }
        ServerMessage::Accepted { id, .. } if id.n() == n => panic!("accepted: {message:?}"),
        _ => None,
    })
    .await
}

fn create(variant: &str, bot: &str) -> String {
    let settings = format!(r#"{{"variant":{variant}}}"#);
    format!(r#"{{"create":{{"settings":{settings},"seats":[{{"me":{{}}}},{{"ai":{{"bot":"{bot}"}}}}]}}}}"#)
}

const TICTACTOE: &str = r#"{"width":3,"height":3,"win_length":3,"runs":"at_least"}"#;
const GOMOKU15: &str = r#"{"width":15,"height":15,"win_length":5,"runs":"at_least"}"#;

#[tokio::test]
async fn a_bot_that_there_is_not_is_refused_with_those_that_there_are() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let everybody = "choose one of easy, medium, hard, expert, master, alphabeta, levels, greedy, \
                     domain-article, solver, pvs";
    let five = "choose one of easy, medium, hard, expert, master, greedy, domain-article, pvs";
    for (n, (variant, bot, code, text)) in (1..).zip([
        (TICTACTOE, "grandmaster", RejectCode::BadValue, everybody),
        (TICTACTOE, "", RejectCode::BadValue, everybody),
        (
            TICTACTOE,
            "alphabeta:0",
            RejectCode::BadValue,
            "alphabeta searches to depth 1 to 9: write alphabeta:1",
        ),
        (TICTACTOE, "alphabeta:99", RejectCode::BadValue, "alphabeta searches to depth 1 to 9"),
        (TICTACTOE, "alphabeta:x", RejectCode::BadValue, "alphabeta searches to depth 1 to 9"),
        (GOMOKU15, "greedy:2", RejectCode::BadValue, "greedy has no depth: write greedy alone"),
        (GOMOKU15, "solver", RejectCode::NoSuchBot, five),
        (GOMOKU15, "alphabeta:3", RejectCode::NoSuchBot, five),
        (TICTACTOE, "greedy", RejectCode::NoSuchBot, "choose one of easy, medium, hard, expert, master"),
        (TICTACTOE, "domain", RejectCode::NoSuchBot, "domain cannot play tictactoe"),
    ]) {
        let refusal = refused(&mut ann, n, &create(variant, bot)).await;
        assert_eq!(refusal.code, code, "{bot}: {}", refusal.text);
        assert!(refusal.text.as_str().contains(text), "{bot}: {}", refusal.text);
    }
}

#[tokio::test]
async fn who_can_play_a_board_that_there_is_not_is_refused() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    for (n, variant) in (1..).zip([
        r#"{"width":2,"height":3,"win_length":3,"runs":"at_least"}"#,
        r#"{"width":27,"height":15,"win_length":5,"runs":"at_least"}"#,
        r#"{"width":5,"height":5,"win_length":6,"runs":"at_least"}"#,
        r#"{"width":5,"height":5,"win_length":4,"runs":"sometimes"}"#,
        r#""tictactoe""#,
    ]) {
        let refusal = refused(&mut ann, n, &format!(r#"{{"list_bots":{{"variant":{variant}}}}}"#)).await;
        assert_eq!(refusal.code, RejectCode::BadValue, "{variant}: {}", refusal.text);
        assert!(refusal.text.as_str().len() > 20, "{variant}: {}", refusal.text);
    }
}
