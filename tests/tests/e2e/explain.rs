//! Explanations over the wire: trees that justify their values, and clear refusals.

use std::fmt::Debug;

use tengen_shared::{
    game::{CommandId, RejectCode, Room, RoomCode, RunId, SeatPlan},
    protocol::{Codec, MAX_INBOUND, MAX_OUTBOUND, ServerMessage},
    rules::{
        Point, Variant,
        search::{Cuts, End, Node, Part, Parts, Shape, Side, Tree},
    },
};
use tengen_tests::{Peer, Refusal, TestServer, person_room, place_all, settings};
use tokio_tungstenite::tungstenite::Message;

/// A game of tic-tac-toe that the side to begin wins.
const GAME: &str = "b2 a1 b1 b3 a2 c2 c1 c3 a3";

fn index(number: u32) -> usize {
    usize::try_from(number).unwrap()
}

/// Returns the bounds of the window when the search enters the node: that of the side to move, and that of the
/// other side.
fn window(node: &Node) -> [Option<i64>; 2] {
    let [alpha, beta] = [node.alpha, node.beta];
    if node.side == Side::Max { [alpha, beta] } else { [beta, alpha] }
}

/// Returns `value` from the point of view of the side to move at `node`: higher is better.
fn own(node: &Node, value: i64) -> i64 {
    if node.side == Side::Max { value } else { -value }
}

/// Recalculates every value of the tree from its leaves, and checks each cutoff against its window.
fn check_tree(tree: &Tree, empty: usize) {
    let root = &tree.nodes[0];
    assert_eq!((root.parent, root.point, root.side), (None, None, Side::Max));
    assert_eq!((root.alpha, root.beta), (None, None));
    let mut plies = vec![0; tree.nodes.len()];
    for (at, node) in tree.nodes.iter().enumerate() {
        if let Some(parent) = node.parent.map(index) {
            assert!(parent < at && tree.nodes[parent].side != node.side);
            plies[at] = plies[parent] + 1;
        }
        let below: Vec<usize> =
            (0..tree.nodes.len()).filter(|child| tree.nodes[*child].parent.map(index) == Some(at)).collect();
        check_node(tree, at, &below, empty - plies[at]);
    }
    let totals = &tree.totals;
    assert_eq!(totals.per_level.iter().sum::<u64>(), totals.nodes);
    assert!(totals.plain.is_none_or(|plain| plain >= totals.nodes));
    let shown = |ply| u64::try_from(plies.iter().filter(|of| **of == ply).count()).unwrap();
    let whole = tree.nodes.iter().all(|node| node.left_out == 0);
    for (ply, all) in totals.per_level.iter().enumerate() {
        assert!(shown(ply) <= *all && (!whole || shown(ply) == *all), "level {ply}: {totals:?}");
    }
}

fn check_node(tree: &Tree, at: usize, below: &[usize], empty: usize) {
    let node = &tree.nodes[at];
    let [sure, goal] = window(node);
    let values = || below.iter().map(|child| own(node, tree.nodes[*child].value));
    // A side that cuts starts from the bound that it already has.
    let best = values().chain(sure.map(|sure| own(node, sure))).max();
    let reached = |value: i64| goal.is_some_and(|goal| value >= own(node, goal));
    let worth = own(node, node.value);
    let searched = below.len() + index(node.left_out);
    match node.end {
        End::Decided {} | End::Leaf {} | End::AtOnce { .. } => assert_eq!(searched, 0),
        End::AllTried { best: by } => {
            assert_eq!((Some(worth), searched), (best, empty), "{node:?}");
            assert!(
                by.is_none_or(|by| below.contains(&index(by)) && tree.nodes[index(by)].value == node.value)
            );
            assert!(by.is_some() || sure == Some(node.value));
        }
        End::Cut { by, untried } => {
            assert_eq!((Some(worth), searched + index(untried)), (best, empty), "{node:?}");
            assert!(reached(worth) && untried > 0, "this cut is not justified: {node:?}");
            assert_eq!((below.last(), tree.nodes[index(by)].value), (Some(&index(by)), node.value));
            assert!(values().rev().skip(1).all(|value| !reached(value)), "it should have been cut before");
        }
    }
}

async fn couple(server: &TestServer) -> (Peer, Peer) {
    let ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    (ann, Peer::connect(server.addr, "Bo", Codec::Bincode).await)
}

/// Plays a game of two people to its end.
async fn played(ann: &mut Peer, bo: &mut Peer, variant: Variant, moves: &str) -> RoomCode {
    let code = person_room(ann, bo, variant).await;
    place_all(ann, bo, &code, moves).await;
    if ann.room(&code).is_playing() {
        ann.resign(&code).await.unwrap();
        bo.wait_room(&code, "the end", |room| !room.is_playing()).await;
    }
    code
}

fn stones(room: &Room) -> u16 {
    room.game().unwrap().ply()
}

#[tokio::test]
async fn every_position_of_a_game_is_explained_by_trees_that_bear_out_their_values() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo) = couple(&server).await;
    let code = played(&mut ann, &mut bo, Variant::TICTACTOE, GAME).await;
    let last = stones(ann.room(&code));
    assert_eq!(last, 9);
    for bot in ["alphabeta:2", "alphabeta:9", "levels", "levels:2", "levels:5", "lines:3", "easy", "hard"] {
        for ply in 0..last {
            let tree = ann.explain(&code, ply, bot).await.unwrap();
            check_tree(&tree, usize::from(9 - ply));
            assert_eq!(bo.explain(&code, ply, bot).await.unwrap().nodes, tree.nodes, "in both codecs");
            let cuts = tree.nodes.iter().any(|node| matches!(node.end, End::Cut { .. }));
            assert!(!cuts || bot.starts_with("alphabeta"), "{bot}");
        }
    }
    // Articles 000 and 001 on the empty board.
    let tree = ann.explain(&code, 0, "alphabeta:2").await.unwrap();
    assert_eq!((tree.nodes.len(), tree.totals.nodes, tree.totals.plain), (36, 36, Some(82)));
    let whole = ann.explain_with(&code, 0, "alphabeta:2", Cuts::Off).await.unwrap();
    assert_eq!((whole.nodes.len(), whole.totals.nodes, whole.totals.plain), (82, 82, Some(82)));
    assert_eq!(whole.nodes[0].value, tree.nodes[0].value);
    assert!(!whole.nodes.iter().any(|node| matches!(node.end, End::Cut { .. })));
    let tree = ann.explain(&code, 0, "levels").await.unwrap();
    assert_eq!((tree.depth, tree.nodes.len(), tree.totals.per_level), (3, 586, vec![1, 9, 72, 504]));
}

/// Returns the text of the refusal, after checking its code.
fn text<T: Debug>(refused: Result<T, Refusal>, code: RejectCode) -> String {
    let refusal = refused.expect_err("a refusal");
    assert_eq!(refusal.code, code, "{}", refusal.text);
    refusal.text.as_str().to_owned()
}

#[tokio::test]
async fn what_cannot_be_explained_is_refused_with_what_can() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo) = couple(&server).await;
    let waiting = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    text(ann.explain(&waiting, 0, "levels").await, RejectCode::NoGame);
    let code = played(&mut ann, &mut bo, Variant::TICTACTOE, GAME).await;
    let none = RejectCode::NotExplained;
    let beyond = text(ann.explain(&code, 10, "levels").await, none);
    assert_eq!(beyond, "there is no position after 10 stones: choose a number from 0 to 9");
    let over = text(ann.explain(&code, 9, "levels").await, none);
    assert!(over.starts_with("this game is over"), "{over}");
    let solver = text(ann.explain(&code, 0, "solver").await, none);
    assert_eq!(
        solver,
        "solver makes no such search in this position: choose easy, medium, hard, expert, alphabeta, levels, pvs"
    );
    let greedy = text(ann.explain(&code, 0, "greedy").await, RejectCode::NoSuchBot);
    assert!(greedy.contains("greedy cannot play tictactoe: choose one of easy, medium, hard"), "{greedy}");
    let large = played(&mut ann, &mut bo, Variant::GOMOKU19, "k10 k11 l10 l11").await;
    // Refused because of the node count or, on a slow machine, because of the time.
    let deep = text(ann.explain(&large, 4, "pvs:9").await, none);
    assert!(deep.contains(": choose a "), "{deep}");
    let solver = text(ann.explain(&large, 4, "solver").await, RejectCode::NoSuchBot);
    let five = "choose one of easy, medium, hard, expert, master, greedy, domain-article, pvs";
    assert!(solver.ends_with(five), "{solver}");
}

#[tokio::test]
async fn a_bot_that_there_is_not_is_refused_with_those_that_there_are() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo) = couple(&server).await;
    let code = played(&mut ann, &mut bo, Variant::TICTACTOE, GAME).await;
    let cmd = r#"{"explain":{"ply":0,"bot":"grandmaster"}}"#;
    ann.send_raw(Message::text(format!(r#"{{"id":["abad1dea",1],"room":"{code}","cmd":{cmd}}}"#))).await;
    let refused = ann
        .wait("a refusal", |message| match message {
            ServerMessage::Rejected { id: Some(id), code, text, .. } if id.n() == 1 => {
                Some((*code, text.clone()))
            }
            _ => None,
        })
        .await;
    assert_eq!(refused.0, RejectCode::BadValue);
    assert!(refused.1.as_str().contains("choose one of easy, medium, hard, expert"), "{}", refused.1);
}

#[tokio::test]
async fn in_a_game_only_whoever_plays_it_alone_is_shown_how_a_bot_thinks() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo) = couple(&server).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    let between_people = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    place_all(&mut ann, &mut bo, &between_people, "b2 a1").await;
    let ai = || SeatPlan::Ai { bot: "easy".parse().unwrap() };
    let against_ai = ann.create(settings(Variant::TICTACTOE), [SeatPlan::Me {}, ai()]).await;
    for code in [&between_people, &against_ai] {
        cy.watch(code).await.unwrap();
        let early = text(cy.explain(code, 0, "levels").await, RejectCode::NotExplained);
        assert_eq!(early, "the analysis is available after the game: another person is still playing");
    }
    for peer in [&mut ann, &mut bo] {
        text(peer.explain(&between_people, 2, "levels").await, RejectCode::NotExplained);
    }
    check_tree(&ann.explain(&against_ai, 0, "levels").await.unwrap(), 9);
    let mut di = Peer::connect(server.addr, "Di", Codec::Json).await;
    text(di.explain(&against_ai, 0, "levels").await, RejectCode::NotInRoom);
    ann.resign(&against_ai).await.unwrap();
    cy.wait_room(&against_ai, "the end", |room| !room.is_playing()).await;
    check_tree(&cy.explain(&against_ai, 0, "levels").await.unwrap(), 9);
}

#[tokio::test]
async fn a_static_value_is_taken_apart_for_whoever_may_see_the_tree() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo) = couple(&server).await;
    let code = played(&mut ann, &mut bo, Variant::TICTACTOE, GAME).await;
    // Article 000: MAX in the centre and MIN in a corner, 5 - 4 = 1.
    let parts = ann.take_apart(&code, 0, "alphabeta", "b2 a1").await.unwrap();
    assert_eq!((parts.value, parts.parts.len()), (1, 8));
    assert_eq!(bo.take_apart(&code, 0, "alphabeta", "b2 a1").await.unwrap(), parts, "in both codecs");
    let tree = ann.explain(&code, 1, "levels:1").await.unwrap();
    for leaf in tree.nodes.iter().skip(1) {
        let path = leaf.point.unwrap().to_string();
        assert_eq!(ann.take_apart(&code, 1, "levels:1", &path).await.unwrap().value, leaf.value);
    }
    let large = played(&mut ann, &mut bo, Variant::GOMOKU19, "k10 a1 l10 a3").await;
    let parts = ann.take_apart(&large, 4, "domain-article", "b3 b4").await.unwrap();
    assert_eq!(parts.parts.iter().map(|part| part.adds).sum::<i64>(), parts.value);
    // Not tried, over, without parts, and another variant's.
    let none = RejectCode::NotExplained;
    let taken = text(ann.take_apart(&code, 1, "levels", "b2").await, none);
    assert_eq!(taken, "the search does not try b2 there: choose a position of the search");
    let over = text(ann.take_apart(&code, 8, "alphabeta", "").await, none);
    assert!(over.starts_with("the engine plays a3 there at once"), "{over}");
    let sum = text(ann.take_apart(&code, 1, "pvs", "a1").await, none);
    assert!(sum.starts_with("this evaluation has no parts to show"), "{sum}");
    text(ann.take_apart(&code, 1, "greedy", "a1").await, RejectCode::NoSuchBot);
    text(ann.take_apart(&code, 1, "levels", "z26").await, none);
    // During a game of two people.
    let running = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    text(ann.take_apart(&running, 0, "levels", "a1").await, none);
}

/// Returns the length of the tree as JSON; `None` if the machine was too slow for the search.
async fn bytes(peer: &mut Peer, code: &RoomCode, ply: u16, bot: &str) -> Option<usize> {
    match peer.explain(code, ply, bot).await {
        Ok(tree) => Some(serde_json::to_string(&tree).unwrap().len()),
        Err(refusal) => {
            assert!(
                refusal.text.as_str().contains("the search takes too long here"),
                "{bot}: {}",
                refusal.text
            );
            None
        }
    }
}

#[tokio::test]
async fn every_explanation_fits_into_a_frame() {
    // The peer refuses a frame that is longer than the protocol allows.
    let server = TestServer::memory().await;
    let (mut ann, mut bo) = couple(&server).await;
    let code = played(&mut ann, &mut bo, Variant::TICTACTOE, GAME).await;
    let large = played(&mut ann, &mut bo, Variant::GOMOKU19, "s1 r19 s2 r18 s3 r17 q15 r16").await;
    let depths = |engine: &str| (1..=9).map(|depth| format!("{engine}:{depth}")).collect::<Vec<_>>();
    let small = ["alphabeta", "levels"].into_iter().flat_map(depths);
    let names = "easy medium hard greedy domain-article domain-article:1 domain-article:2 pvs pvs:1 lines:3";
    let asked = small.map(|bot| (&code, bot, [0, 1, 2]));
    let asked = asked.chain(names.split(' ').map(|bot| (&large, bot.to_owned(), [1, 7, 8])));
    let (mut largest, mut told) = (0, 0);
    for (code, bot, plies) in asked {
        for ply in plies {
            let both = [bytes(&mut ann, code, ply, &bot).await, bytes(&mut bo, code, ply, &bot).await];
            told += both.iter().flatten().count();
            largest = both.into_iter().flatten().fold(largest, usize::max);
        }
    }
    eprintln!("explanations: {told} of 168, the largest of {largest} bytes");
    assert!(told > 60 && largest <= MAX_OUTBOUND);
}

#[test]
fn the_longest_list_of_parts_fits_into_a_frame() {
    let point: Point = "z26".parse().unwrap();
    let shape = Shape::Run { side: Side::Min, open_ends: 2, worth: 100_000_000_000_000_000 };
    let part = Part { points: vec![point; 5], adds: -500_000_000_000_000_000, shape };
    let parts = Parts { value: i64::MIN, parts: vec![part; 200], left_out: u32::MAX, rest: i64::MIN };
    let message = ServerMessage::Parts {
        id: CommandId(RunId(u64::MAX), u32::MAX),
        room: "amber-fox-42".parse().unwrap(),
        ply: u16::MAX,
        bot: "domain-article".parse().unwrap(),
        // As long as the frame that asks may be.
        path: vec![point; MAX_INBOUND / 6],
        parts: Box::new(parts),
    };
    for codec in [Codec::Json, Codec::Bincode] {
        assert!(codec.encode_server(&message).len() <= MAX_OUTBOUND, "{codec:?}");
    }
}
