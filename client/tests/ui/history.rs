//! Finished games: listed, replayed, and tried in other ways.

use std::time::Duration;

use crossterm::event::{KeyCode, MouseEventKind};
use ratatui::layout::Position;
use tengen_client::{
    layout::{BoardLayout, Body, Layout},
    msg::Msg,
    screen::Screen,
};
use tengen_shared::{
    game::{
        ClockRule, EndReason, GameEnd, GameId, GameRecord, HintMark, Occupant, PerSeat, RejectCode, Seat,
        SideTime, Thinking, Thought, Turn,
    },
    protocol::{Cmd, GamesOf, Request, ServerMessage},
    rules::{FoulRule, Opening, Pace, Point, Value, Variant},
};

use crate::{
    bench::Bench,
    fake::{ME, OTHER, code, name, rejected},
    play::against_bob,
    screens::middle_game,
};

/// A game between Ann and Bob that one of them gives up.
fn record(number: u32, variant: Variant, moves: &[&str]) -> GameRecord {
    let moves: Vec<Point> = moves.iter().map(|point| point.parse().unwrap()).collect();
    let person = |player, who| Occupant::Person { player, name: name(who) };
    let turn = |index: usize| Turn {
        seat: if index.is_multiple_of(2) { Seat::One } else { Seat::Two },
        used_ms: 1_500 + 62_000 * u32::try_from(index % 2).unwrap(),
        left: SideTime { ms: 272_000, periods: 0 },
    };
    let winner = if number.is_multiple_of(2) { Seat::One } else { Seat::Two };
    GameRecord {
        room: code(),
        number,
        variant,
        clock: ClockRule::fischer(300_000, 3_000).unwrap(),
        seats: PerSeat([person(ME, "Ann"), person(OTHER, "Bob")]),
        stand_ins: PerSeat::default(),
        stood_in: false,
        black: Seat::One,
        begun: 1_709_160_000_000,
        ended: 1_709_164_800_000 + u64::from(number) * 86_400_000,
        turns: (0..moves.len()).map(turn).collect(),
        moves,
        end: GameEnd { winner: Some(winner), reason: EndReason::Resignation, line: Vec::new() },
        thoughts: Vec::new(),
        hints: Vec::new(),
        opening: Opening::None,
        choices: Vec::new(),
        fouls: FoulRule::Refused,
    }
}

const MOVES: [&str; 14] =
    ["h8", "h9", "i9", "g7", "j10", "k11", "i10", "i8", "h11", "g11", "g10", "j9", "k10", "f9"];

/// A room in which so many games were played.
pub(crate) fn played(games: u32, width: u16, height: u16) -> Bench {
    let mut bench = middle_game(Variant::GOMOKU15, width, height);
    bench.fake.games = (1..=games).map(|number| record(number, Variant::GOMOKU15, &MOVES)).collect();
    bench.take_sent();
    bench
}

/// The replay of a game with notes, at its end.
pub(crate) fn replay(width: u16, height: u16) -> Bench {
    let mut bench = played(3, width, height);
    let game = bench.fake.games.last_mut().unwrap();
    let thinking = Thinking { value: Value::Win(5), depth: 6, nodes: 12_345, pace: Pace::Full };
    game.thoughts = vec![Thought { ply: 13, thinking }];
    game.hints = vec![HintMark { seat: Seat::One, ply: 12 }];
    bench.keys("v\n");
    bench
}

fn ply(bench: &Bench) -> usize {
    let Screen::Replay(screen) = &bench.model.screen else { panic!("{}", bench.screen()) };
    screen.playback().unwrap().tree.ply()
}

fn board(bench: &Bench) -> BoardLayout {
    match Layout::of(&bench.model).unwrap().body {
        Body::Replay(parts) => parts.board.unwrap(),
        other => panic!("{other:?}"),
    }
}

fn spot(bench: &Bench, point: &str) -> Position {
    board(bench).centre(point.parse().unwrap()).unwrap()
}

fn listed(bench: &mut Bench) -> Vec<Option<GameId>> {
    let sent = bench.take_sent();
    let before = |cmd: &Cmd| match cmd {
        Cmd::Request(Request::ListGames { before, .. }) => Some(*before),
        _ => None,
    };
    sent.iter().filter_map(before).collect()
}

#[test]
fn pictures() {
    for (width, height) in [(40, 16), (80, 24), (120, 40)] {
        let mut bench = played(12, width, height);
        bench.keys("vj");
        insta::assert_snapshot!(format!("list_{width}x{height}"), bench.screen());
        let mut bench = replay(width, height);
        bench.key(KeyCode::Left);
        insta::assert_snapshot!(format!("replay_{width}x{height}"), bench.screen());
        bench.key(KeyCode::Left);
        bench.keys("n/k8\n/e5\n");
        insta::assert_snapshot!(format!("branch_{width}x{height}"), bench.screen());
    }
}

#[test]
fn pictures_of_other_boards() {
    let mut bench = middle_game(Variant::TICTACTOE, 80, 24);
    bench.keys("Ryv\nn");
    insta::assert_snapshot!("tictactoe_80x24", bench.screen());
    bench.msg(Msg::Resize { width: 40, height: 16 });
    insta::assert_snapshot!("tictactoe_40x16", bench.screen());
    let mut bench = Bench::online(80, 24);
    bench.fake.games = vec![record(1, Variant::GOMOKU19, &MOVES)];
    bench.keys("v\n");
    insta::assert_snapshot!("gomoku19_80x24", bench.screen());
}

#[test]
fn pages_come_when_the_cursor_reaches_the_end() {
    let mut bench = played(45, 80, 24);
    bench.keys("v");
    assert_eq!(listed(&mut bench), [None]);
    bench.shows("20 games and more");
    (0..18).for_each(|_| bench.key(KeyCode::Down));
    assert_eq!(listed(&mut bench), []);
    bench.key(KeyCode::Down);
    assert_eq!(listed(&mut bench), [Some(GameId(26))]);
    bench.key(KeyCode::End);
    assert_eq!(listed(&mut bench), [Some(GameId(6))]);
    bench.shows("45 games. * marks the winner.");
    bench.key(KeyCode::End);
    (0..3).for_each(|_| bench.key(KeyCode::Down));
    bench.shows("amber-fox-42 game 1, Gomoku 15x15, 14 moves");
    bench.shows("2024-03-01 00:00 UTC · You resigned");
    assert_eq!(listed(&mut bench), []);
    bench.key(KeyCode::Home);
    bench.shows("game 45,");
    bench.keys("\x1b");
    bench.shows("Your turn");
}

#[test]
fn ones_own_games_are_on_the_menu_of_both_modes() {
    for (mut bench, key, home) in
        [(Bench::online(80, 24), "v", "Tengen · Rooms"), (Bench::local(80, 24), "m", "Welcome, Ann.")]
    {
        bench.take_sent();
        bench.keys(key);
        assert_eq!(
            bench.take_sent(),
            [Cmd::Request(Request::ListGames { of: GamesOf::Me {}, before: None })]
        );
        bench.shows("You have no finished games yet");
        bench.keys("\n\x1b");
        bench.shows(home);
    }
}

#[test]
fn an_empty_list_and_a_refused_one_say_so() {
    let mut bench = against_bob(Variant::GOMOKU15, 80, 24);
    bench.keys("v");
    bench.shows("No finished games in this room yet");
    bench.keys("\x1b");
    bench.answering = false;
    bench.keys("v");
    bench.shows("Loading games");
    let id = bench.sent.last().unwrap().id;
    let text = "too fast: wait a moment";
    bench.feed(rejected(Some(id), None, RejectCode::Busy, text));
    bench.shows("Cannot load more: too fast: wait a moment");
    bench.take_sent();
    bench.key(KeyCode::Down);
    assert_eq!(bench.take_sent(), [], "it does not ask again by itself");
}

#[test]
fn a_finished_game_is_replayed_step_by_step() {
    let mut bench = replay(80, 24);
    assert_eq!(bench.take_sent().last(), Some(&Cmd::Request(Request::ShowGame { game: GameId(3) })));
    bench.shows("Move 14 of 14: ○ f9, 1:03, 4:32 left");
    bench.shows("● Ann - ○ Bob · Bob won: Ann resigned");
    bench.key(KeyCode::Left);
    bench.shows("Move 13 of 14: ● k10, 1.5 s, 4:32 left");
    bench.shows("AI: wins in 2 moves");
    bench.shows("Ann had asked for a");
    bench.key(KeyCode::PageUp);
    assert_eq!(ply(&bench), 3);
    bench.key(KeyCode::PageUp);
    bench.shows("Before the first of 14 moves");
    bench.key(KeyCode::PageDown);
    assert_eq!(ply(&bench), 10);
    bench.key(KeyCode::End);
    bench.key(KeyCode::Right);
    assert_eq!(ply(&bench), 14);
    bench.key(KeyCode::Home);
    bench.key(KeyCode::Right);
    assert_eq!(ply(&bench), 1);
    bench.mouse(MouseEventKind::ScrollDown, Position::new(40, 12));
    assert_eq!(ply(&bench), 2);
    bench.mouse(MouseEventKind::ScrollUp, Position::new(40, 12));
    assert_eq!(ply(&bench), 1);
    bench.keys("\x1b");
    bench.shows("3 games. * marks the winner.");
    bench.keys("\x1b");
    bench.shows("Your turn");
}

#[test]
fn moves_come_by_themselves_as_fast_as_wanted() {
    let mut bench = replay(80, 24);
    let tick = |bench: &mut Bench, ms| bench.msg(Msg::Tick(Duration::from_millis(ms)));
    assert!(bench.model.next_change().is_none());
    bench.keys(" ");
    assert_eq!(ply(&bench), 0, "from the start, as it stood at the end");
    assert!(bench.model.next_change().is_some());
    tick(&mut bench, 750);
    assert_eq!(ply(&bench), 0);
    tick(&mut bench, 250);
    assert_eq!(ply(&bench), 1);
    bench.shows("Playing, 1 s a move");
    bench.keys("+");
    tick(&mut bench, 500);
    assert_eq!(ply(&bench), 2);
    bench.keys("+++---");
    bench.shows("Playing, 4 s a move");
    tick(&mut bench, 500);
    tick(&mut bench, 3_000);
    assert_eq!(ply(&bench), 3, "what was left of a shorter pause, then a long one");
    bench.keys(" ");
    tick(&mut bench, 9_000);
    assert_eq!(ply(&bench), 3);
    assert!(bench.model.next_change().is_none());
    bench.keys(" ");
    (0..11).for_each(|_| tick(&mut bench, 4_000));
    assert_eq!(ply(&bench), 14);
    tick(&mut bench, 4_000);
    assert!(bench.model.next_change().is_none(), "it stops at the end");
}

#[test]
fn other_moves_are_tried_by_key_and_mouse_and_kept_beside_the_game() {
    let mut bench = replay(80, 24);
    (0..12).for_each(|_| bench.key(KeyCode::Left));
    bench.take_sent();
    bench.click(spot(&bench, "c3"));
    bench.shows("Variation at move 3: ● c3");
    bench.keys("/d4\n");
    bench.shows("Variation at move 3, move 4: ○ d4");
    bench.key(KeyCode::Left);
    assert_eq!(ply(&bench), 3);
    bench.key(KeyCode::Right);
    assert_eq!(ply(&bench), 4);
    bench.keys("b");
    bench.shows("Move 2 of 14");
    bench.shows("Tried next: c3");
    bench.keys("/e5\n\x1b");
    bench.shows("Tried next: c3 e5");
    bench.key(KeyCode::Right);
    bench.shows("Choice 1 of 3");
    bench.shows("Move 3 of 14: ● i9");
    bench.key(KeyCode::Down);
    bench.shows("Variation at move 3: ● c3");
    bench.key(KeyCode::Up);
    bench.key(KeyCode::Up);
    bench.shows("Variation at move 3: ● e5");
    bench.key(KeyCode::Backspace);
    bench.shows("Move 2 of 14");
    bench.shows("Tried next: c3");
    bench.key(KeyCode::Backspace);
    bench.shows("The moves of the game cannot be deleted");
    bench.keys("/h8\n");
    bench.shows("h8 already has a stone");
    bench.keys("/zz9\n");
    bench.shows("is not a point");
    bench.keys("\x1b/i9\n");
    bench.shows("Move 3 of 14");
    assert_eq!(bench.take_sent(), [], "nothing of this is sent");
    let game = bench.fake.room.as_ref().unwrap().game().unwrap();
    assert_eq!(game.ply(), 4, "and the room's own game stands");
}

#[test]
fn the_cursor_moves_with_letters_and_enter_tries_a_move() {
    let mut bench = replay(80, 24);
    bench.keys("\n");
    assert_eq!(ply(&bench), 14, "the cursor shows first");
    bench.keys("jjj\n");
    bench.shows("Variation at move 15: ● h5");
    bench.keys("hk\n");
    bench.shows("move 16: ○ g6");
    bench.keys("bb");
    bench.shows("You are already on the moves of the game");
    bench.key(KeyCode::End);
    assert_eq!(ply(&bench), 14, "the end is the game's");
    bench.key(KeyCode::Right);
    assert_eq!(ply(&bench), 15, "and a branch lies behind it");
}

#[test]
fn a_branch_knows_the_rules() {
    let mut bench = middle_game(Variant::TICTACTOE, 80, 24);
    bench.keys("Ryv\n");
    assert_eq!(ply(&bench), 4);
    for (key, says) in [("4", "move 5: X a2"), ("3", "move 6: O c3"), ("6", "move 7: X c2,")] {
        bench.keys(key);
        bench.shows(says);
    }
    bench.keys("7");
    bench.shows("The game is over here. Step back");
    assert_eq!(ply(&bench), 7);
}

#[test]
fn a_board_that_does_not_fit_shows_the_last_stone() {
    let moves: Vec<String> = (1..=15).flat_map(|row| [format!("a{row}"), format!("o{row}")]).collect();
    let moves: Vec<&str> = moves.iter().map(String::as_str).take(29).collect();
    let mut bench = played(1, 40, 16);
    bench.fake.games =
        vec![record(1, Variant::new(15, 15, 15, tengen_shared::rules::RuleSet::Standard).unwrap(), &moves)];
    bench.keys("v\n");
    bench.key(KeyCode::Home);
    for _ in 0..moves.len() {
        bench.key(KeyCode::Right);
        let Screen::Replay(screen) = &bench.model.screen else { panic!() };
        let last = screen.playback().unwrap().tree.position().last().unwrap();
        assert!(board(&bench).centre(last).is_some(), "{last}");
    }
}

#[test]
fn ones_own_turn_calls_back_from_list_and_replay() {
    for keys in ["v", "v\n"] {
        let mut bench = played(3, 80, 24);
        bench.keys("/d4\n");
        bench.keys(keys);
        assert!(!bench.screen().contains("Your turn"));
        let moved = bench.fake.other_places(OTHER, "e5");
        bench.feed(moved);
        bench.shows("It is your turn. Esc: back to the game");
    }
}

#[test]
fn a_game_that_may_not_be_seen_says_so() {
    let mut bench = played(3, 80, 24);
    bench.keys("v");
    bench.fake.games.clear();
    bench.keys("\n");
    bench.shows("Cannot show this: there is no such game.");
    bench.keys(" n/\n\x1b");
    bench.shows("3 games. * marks the winner.");
}

#[test]
fn late_and_foreign_answers_change_nothing() {
    let mut bench = played(30, 80, 24);
    bench.answering = false;
    bench.keys("v");
    let list = bench.sent.last().unwrap().clone();
    bench.keys("\x1bv");
    let games = bench.fake.answer(&list);
    games.into_iter().for_each(|answer| bench.feed(answer));
    bench.shows("Loading games");
    bench.answering = true;
    bench.disconnect();
    bench.connect();
    let again = bench.sent.last().unwrap().clone();
    assert!(!matches!(again.cmd, Cmd::Request(Request::ListGames { before: Some(_), .. })));
    // What waited is sent again on the new connection, and answered there.
    let waiting: Vec<_> = bench.model.session.waiting().cloned().collect();
    for frame in waiting {
        bench.fake.answer(&frame).into_iter().for_each(|answer| bench.feed(answer));
    }
    bench.shows("20 games and more");
    let foreign = record(9, Variant::GOMOKU15, &MOVES);
    bench.feed(ServerMessage::Game { id: list.id, game: GameId(9), record: Box::new(foreign) });
    bench.shows("20 games and more");
}
