//! Hints: where they are allowed, which points they suggest, and who learns of them.

use std::collections::BTreeMap;

use serde_json::Value;
use tengen_shared::{
    game::{
        Command, Event, Game, HintMark, HintRule, RejectCode, Room, RoomCode, Seat, SeatPlan, Settings,
        Stamped,
    },
    protocol::{Cmd, Codec, Request},
    rules::{Bot, Level, Outlook, Position, Variant},
};
use tengen_tests::{Peer, TestServer, person_room, place_all, settings};

const AI: SeatPlan = SeatPlan::Ai { bot: Bot::Level(Level::Easy) };

fn hinted(variant: Variant, hints: HintRule) -> Settings {
    Settings { hints, ..settings(variant) }
}

async fn couple(server: &TestServer) -> (Peer, Peer) {
    let ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    (ann, Peer::connect(server.addr, "Bo", Codec::Bincode).await)
}

/// Creates a room in which both may ask for hints, with Ann to move.
async fn hint_room(ann: &mut Peer, bo: &mut Peer, variant: Variant) -> RoomCode {
    let settings = hinted(variant, HintRule::Always);
    let code = ann.create(settings, [SeatPlan::Me {}, SeatPlan::Open {}]).await;
    bo.join(&code).await.unwrap();
    ann.wait_room(&code, "the game", Room::is_playing).await;
    code
}

#[tokio::test]
async fn hints_are_for_games_against_the_ai_unless_the_settings_say_otherwise() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo) = couple(&server).await;
    let usual = settings(Variant::TICTACTOE);
    assert_eq!(usual.hints, HintRule::AgainstAi);
    let against_ai = ann.create(usual, [SeatPlan::Me {}, AI]).await;
    ann.hint(&against_ai).await;

    let between_people = person_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let refused = ann.ask_hint(&between_people).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::NoHints);
    assert_eq!(
        refused.text.as_str(),
        "hints are not available: the setting Hints allows them only against the AI"
    );

    let always = hint_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    ann.hint(&always).await;
    let never = ann.create(hinted(Variant::TICTACTOE, HintRule::Never), [SeatPlan::Me {}, AI]).await;
    let refused = ann.ask_hint(&never).await.unwrap_err();
    assert_eq!(refused.code, RejectCode::NoHints);
    assert!(refused.text.as_str().ends_with("its maker has turned them off"), "{}", refused.text);
}

#[tokio::test]
async fn a_hint_finds_a_block_and_then_the_win_that_was_not_blocked() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo) = couple(&server).await;
    for (variant, moves, point, elsewhere) in [
        (Variant::TICTACTOE, "b2 a1 b1", "b3", "c3"),
        (Variant::GOMOKU15, "h8 h7 h9 a1 h10 a3 h11", "h12", "o15"),
    ] {
        let code = hint_room(&mut ann, &mut bo, variant).await;
        place_all(&mut ann, &mut bo, &code, moves).await;
        let block = bo.hint(&code).await;
        assert_eq!(block.point.to_string(), point, "{variant}");
        assert_ne!(block.outlook, Outlook::Wins { plies: 1 });
        place_all(&mut ann, &mut bo, &code, elsewhere).await;
        let win = ann.hint(&code).await;
        assert_eq!((win.point.to_string().as_str(), win.outlook), (point, Outlook::Wins { plies: 1 }));
        ann.place(&code, point).await.unwrap();
        assert_eq!(ann.score(&code), [1, 0, 0]);
    }
}

/// Returns the solved positions by their cells, with C for the side to move and H for the other. Each has the
/// outcome for the side to move, its minimum number of plies, and the cells that keep the outcome.
fn solved() -> BTreeMap<String, (i64, u64, Vec<u64>)> {
    let text = include_str!("../../../engine/tests/vectors/ttt_solved.jsonl");
    let read = |line| {
        let vector: Value = serde_json::from_str(line).unwrap();
        let keep = vector["keep"].as_array().unwrap().iter().map(|cell| cell.as_u64().unwrap()).collect();
        let (outcome, plies) = (vector["outcome"].as_i64().unwrap(), vector["plies"].as_u64().unwrap());
        (vector["pos"].as_str().unwrap().to_owned(), (outcome, plies, keep))
    };
    text.lines().map(read).collect()
}

fn cells(position: &Position) -> String {
    let letter = |point| match position.board().get(point) {
        None => '.',
        Some(stone) if stone == position.to_move() => 'C',
        Some(_) => 'H',
    };
    Variant::TICTACTOE.reading_order().map(letter).collect()
}

#[tokio::test]
async fn on_3x3_a_hint_is_always_one_of_the_best_moves() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let guest = SeatPlan::Guest { name: "Bo".parse().unwrap() };
    let code = ann.create(hinted(Variant::TICTACTOE, HintRule::Always), [SeatPlan::Me {}, guest]).await;
    let (solved, mut dice, mut seen) = (solved(), 7_usize, 0);
    while seen < 150 {
        let position = ann.room(&code).game().unwrap().position().clone();
        let hint = ann.hint(&code).await;
        // The vectors have about half of the positions.
        if let Some((outcome, plies, keep)) = solved.get(&cells(&position)) {
            let cell = Variant::TICTACTOE.reading_order().position(|point| point == hint.point).unwrap();
            assert!(keep.contains(&u64::try_from(cell).unwrap()), "{}: {hint:?}", cells(&position));
            let plies = u16::try_from(*plies).unwrap();
            let wanted = match outcome {
                1 => Outlook::Wins { plies },
                -1 => Outlook::Loses { plies },
                _ => Outlook::Drawn {},
            };
            assert_eq!(hint.outlook, wanted, "{}", cells(&position));
            seen += 1;
        }
        dice = (dice * 1_103_515_245 + 12_345) % (1 << 31);
        let legal: Vec<_> = position.legal_points().collect();
        let point = legal[(dice >> 16) % legal.len()].to_string();
        ann.place_for(&code, ann.room(&code).turn().unwrap(), &point).await.unwrap();
        if !ann.room(&code).is_playing() {
            for seat in Seat::BOTH {
                let at = ann.room(&code).at();
                ann.ask(Some(&code), Command::Ready { seat, at }).await.unwrap();
            }
        }
        ann.clear();
    }
}

fn hidden(events: &[Stamped]) -> usize {
    events.iter().filter(|stamped| matches!(stamped.event, Event::Hidden {})).count()
}

#[tokio::test]
async fn only_the_asker_sees_a_hint_and_after_the_game_everybody_hears_of_it() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo) = couple(&server).await;
    let code = hint_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    cy.watch(&code).await.unwrap();
    ann.hint(&code).await;
    place_all(&mut ann, &mut bo, &code, "b2").await;
    bo.hint(&code).await;
    let seq = bo.room(&code).seq();
    for peer in [&mut ann, &mut cy] {
        peer.wait_room(&code, "what it may not see", |room| room.seq() == seq).await;
    }
    // Bo receives one of Ann's two events as hidden, and the hint too; Cy receives all four as hidden.
    assert_eq!((hidden(&bo.unread_events(&code)), hidden(&ann.unread_events(&code))), (2, 2));
    assert_eq!(hidden(&cy.unread_events(&code)), 4);
    let marks = |peer: &Peer| peer.room(&code).game().unwrap().hints().to_vec();
    let (of_ann, of_bo) = (HintMark { seat: Seat::One, ply: 0 }, HintMark { seat: Seat::Two, ply: 1 });
    assert_eq!((marks(&ann), marks(&bo), marks(&cy)), (vec![of_ann], vec![of_bo], vec![]));
    // A snapshot shows no more than the events.
    for peer in [&mut ann, &mut bo, &mut cy] {
        let live = peer.room(&code).clone();
        peer.ask(Some(&code), Request::Snapshot {}).await.unwrap();
        assert_eq!(peer.room(&code), &live);
    }
    assert_eq!(ann.room(&code).game().and_then(Game::hint), None);
    bo.resign(&code).await.unwrap();
    for peer in [&mut ann, &mut bo, &mut cy] {
        peer.wait_room(&code, "the end", |room| !room.game().unwrap().hints().is_empty()).await;
        peer.wait_room(&code, "both marks", |room| room.game().unwrap().hints() == [of_ann, of_bo]).await;
    }
}

#[tokio::test]
async fn whoever_may_not_have_a_hint_is_told_why() {
    let server = TestServer::memory().await;
    let (mut ann, mut bo) = couple(&server).await;
    let code = hint_room(&mut ann, &mut bo, Variant::TICTACTOE).await;
    let mut cy = Peer::connect(server.addr, "Cy", Codec::Json).await;
    cy.watch(&code).await.unwrap();
    let at = ann.room(&code).at();
    let for_seat = |seat| Cmd::Room(Command::Hint { seat, at });
    assert_eq!(bo.ask(Some(&code), for_seat(Seat::Two)).await.unwrap_err().code, RejectCode::NotYourTurn);
    assert_eq!(bo.ask(Some(&code), for_seat(Seat::One)).await.unwrap_err().code, RejectCode::NotYourSeat);
    assert_eq!(cy.ask(Some(&code), for_seat(Seat::One)).await.unwrap_err().code, RejectCode::Spectator);
    place_all(&mut ann, &mut bo, &code, "b2 a1").await;
    let stale = ann.ask(Some(&code), for_seat(Seat::One)).await.unwrap_err();
    assert_eq!(stale.code, RejectCode::Stale);
    ann.resign(&code).await.unwrap();
    let over = Cmd::Room(Command::Hint { seat: Seat::One, at: ann.room(&code).at() });
    let over = ann.ask(Some(&code), over).await.unwrap_err();
    assert_eq!(over.code, RejectCode::NoGame);
    assert_eq!(over.text.as_str(), "no game in progress: both players must take a seat and be ready");
}

#[tokio::test]
async fn a_second_question_for_the_same_hint_changes_nothing_and_a_stone_ends_the_search() {
    let server = TestServer::memory().await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Json).await;
    let code = ann.create(settings(Variant::GOMOKU19), [SeatPlan::Me {}, AI]).await;
    let (first, second) = (ann.hinting(&code), ann.hinting(&code));
    let first = ann.send(Some(&code), first).await;
    let second = ann.send(Some(&code), second).await;
    assert_eq!(ann.answer(first).await.unwrap().events.len(), 1);
    assert_eq!(ann.answer(second).await.unwrap().events, []);
    ann.wait_room(&code, "the hint", |room| room.game().is_some_and(|game| game.hint().is_some())).await;
    assert_eq!(ann.ask_hint(&code).await.unwrap().events, [], "nor when it has come");
    let given = |stamped: &&Stamped| matches!(stamped.event, Event::HintGiven { .. });
    assert_eq!(ann.unread_events(&code).iter().filter(given).count(), 1);
    // Ann asks once more and places a stone at once, so the result is for nobody.
    let place = ann.placing(&code, Seat::One, "k10");
    ann.ask(Some(&code), place).await.unwrap();
    ann.wait_room(&code, "the AI's move", |room| room.turn() == Some(Seat::One)).await;
    let (hint, place) = (ann.hinting(&code), ann.placing(&code, Seat::One, "a19"));
    let hint = ann.send(Some(&code), hint).await;
    let place = ann.send(Some(&code), place).await;
    ann.answer(hint).await.unwrap();
    ann.answer(place).await.unwrap();
    ann.wait_room(&code, "the AI's next move", |room| room.game().is_some_and(|game| game.ply() == 4)).await;
    assert_eq!(ann.room(&code).game().and_then(Game::hint), None);
    ann.hint(&code).await;
}

#[tokio::test]
async fn a_hint_that_was_promised_comes_also_after_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = Peer::connect(server.addr, "Ann", Codec::Bincode).await;
    let code = ann.create(settings(Variant::GOMOKU19), [SeatPlan::Me {}, AI]).await;
    ann.ask_hint(&code).await.unwrap();
    let ann = ann.vanish();
    server.stopped().await;
    let server = TestServer::in_folder(folder.path()).await;
    let mut ann = ann.reconnect(server.addr).await;
    ann.wait_room(&code, "the hint", |room| room.game().and_then(Game::hint).is_some()).await;
    let marks = ann.room(&code).game().unwrap().hints().to_vec();
    assert_eq!(marks, [HintMark { seat: Seat::One, ply: 0 }]);
}
