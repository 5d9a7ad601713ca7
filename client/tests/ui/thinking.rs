//! How an AI thinks: the tree on the screen, folded and walked through, and what comes in between.

use crossterm::event::{KeyCode, MouseEventKind};
use ratatui::{Terminal, backend::TestBackend, layout::Position};
use tengen_client::{
    layout::{Body, Layout},
    msg::Msg,
    screen::Screen,
    theme::{Depth, Theme},
    view,
};
use tengen_shared::{
    game::RejectCode,
    protocol::{Cmd, Codec, Request, ServerFrame, ServerMessage},
    rules::{
        Bot, Level, Variant,
        search::{Cuts, Tree},
    },
};

use crate::{
    bench::Bench,
    fake::{OTHER, code, rejected},
    screens::middle_game,
};

/// What `alphabeta:3` thinks after b2, a3 and b3, as the server sends it.
pub(crate) fn tree() -> Tree {
    let frame = Codec::Json.decode_server(include_bytes!("trees/alphabeta3.json")).unwrap();
    let ServerFrame::Known(message) = frame else { panic!() };
    let ServerMessage::Explanation { tree, .. } = *message else { panic!() };
    *tree
}

/// A game of four stones that has been given up, with a server that explains.
pub(crate) fn after_a_game(width: u16, height: u16) -> Bench {
    let mut bench = middle_game(Variant::TICTACTOE, width, height);
    bench.keys("Ry");
    bench.fake.tree = Some(tree());
    bench.take_sent();
    bench
}

fn thinking(width: u16, height: u16) -> Bench {
    let mut bench = after_a_game(width, height);
    bench.keys("e");
    bench
}

fn rows(bench: &Bench) -> Vec<String> {
    let Some(Layout { body: Body::Thinking(parts), .. }) = Layout::of(&bench.model) else { panic!() };
    let rows = parts.rows;
    let screen = bench.screen();
    let lines = screen.lines().skip(usize::from(rows.area.y)).take(rows.shown().len());
    lines.map(|line| line.chars().skip(1).take(usize::from(rows.area.width)).collect()).collect()
}

/// The line under the cursor, its move only.
fn at(bench: &Bench) -> String {
    let rows = rows(bench);
    let row = rows.iter().find(|row| row.starts_with('>')).unwrap_or_else(|| panic!("{rows:#?}"));
    row.trim_start_matches(['>', ' ', '+', '-']).split([' ', '*']).next().unwrap().to_owned()
}

fn asked(bench: &mut Bench) -> Vec<(u16, String)> {
    let sent = bench.take_sent();
    let explain = |cmd: &Cmd| match cmd {
        Cmd::Request(Request::Explain { ply, bot, cuts: Cuts::On }) => Some((*ply, bot.to_string())),
        Cmd::Request(Request::Explain { ply, bot, cuts: Cuts::Off }) => Some((*ply, format!("{bot} whole"))),
        _ => None,
    };
    sent.iter().filter_map(explain).collect()
}

#[test]
fn pictures() {
    let mut bench = thinking(80, 24);
    insta::assert_snapshot!("thinking_80x24", bench.screen());
    (0..4).for_each(|_| bench.key(KeyCode::Down));
    bench.keys(" jjj ");
    insta::assert_snapshot!("thinking_open_80x24", bench.screen());
    bench.msg(Msg::Resize { width: 40, height: 16 });
    insta::assert_snapshot!("thinking_40x16", bench.screen());
    bench.msg(Msg::Resize { width: 120, height: 30 });
    insta::assert_snapshot!("thinking_120x30", bench.screen());
    bench.keys("?");
    insta::assert_snapshot!("thinking_help_120x30", bench.screen());
}

#[test]
fn a_tree_shows_its_best_line_first_and_every_node_says_how_it_ended() {
    let mut bench = thinking(80, 24);
    assert_eq!(asked(&mut bench), [(3, "expert".to_owned())]);
    bench.shows("expert, depth 3, after move 3");
    bench.shows("Searched 22 of 32 positions. Cuts skipped the rest.");
    bench.shows("Positions by depth: 1, 6, 5, 10");
    assert_eq!(at(&bench), "b1");
    // Root and its six moves, and below the best two: five and four.
    assert_eq!(rows(&bench).len(), 1 + 6 + 5 + 4);
    bench.shows("searched all, best b1");
    bench.shows("immediate b1");
    bench.shows("cut by c2, 2 not searched");
    bench.shows("leaf");
    let best: Vec<String> = rows(&bench).into_iter().filter(|row| row.contains('*')).collect();
    assert_eq!(best.len(), 3, "{best:#?}");
    // A terminal without colours and without line drawing sees the same.
    let mut plain = Terminal::new(TestBackend::new(80, 24)).unwrap();
    bench.model.theme = Theme { depth: Depth::None, ..bench.model.theme };
    plain.draw(|frame| view::draw(frame, &bench.model)).unwrap();
    let symbols = |terminal: &Terminal<TestBackend>| -> Vec<String> {
        terminal.backend().buffer().content.iter().map(|cell| cell.symbol().to_owned()).collect()
    };
    assert_eq!(symbols(&plain), symbols(&bench.terminal()));
    assert!(rows(&bench).iter().all(|row| row.is_ascii()));
}

#[test]
fn keys_fold_unfold_and_walk() {
    let mut bench = thinking(80, 24);
    bench.key(KeyCode::Left);
    assert_eq!((at(&bench).as_str(), rows(&bench).len()), ("b1", 7), "folded");
    bench.key(KeyCode::Left);
    assert_eq!(at(&bench), "root");
    bench.key(KeyCode::Left);
    assert_eq!((at(&bench).as_str(), rows(&bench).len()), ("root", 1));
    bench.key(KeyCode::Left);
    assert_eq!(at(&bench), "root");
    bench.key(KeyCode::Right);
    assert_eq!((at(&bench).as_str(), rows(&bench).len()), ("root", 7));
    bench.key(KeyCode::Right);
    assert_eq!(at(&bench), "c3");
    bench.keys("l \n");
    assert_eq!((at(&bench).as_str(), rows(&bench).len()), ("c3", 7), "nothing is below");
    bench.keys("jjjj\n");
    assert_eq!((at(&bench).as_str(), rows(&bench).len()), ("b1", 16), "what was open below is open again");
    bench.keys(" ");
    assert_eq!((at(&bench).as_str(), rows(&bench).len()), ("b1", 7));
    bench.key(KeyCode::End);
    assert_eq!(at(&bench), "c1");
    bench.key(KeyCode::Down);
    assert_eq!(at(&bench), "root", "round and round");
    bench.key(KeyCode::Up);
    bench.key(KeyCode::Home);
    assert_eq!(at(&bench), "root");
    bench.key(KeyCode::PageDown);
    assert_eq!(at(&bench), "c1");
    bench.key(KeyCode::PageUp);
    assert_eq!(at(&bench), "root");
    assert_eq!(asked(&mut bench).len(), 1, "walking asks for nothing");
}

#[test]
fn the_mouse_folds_the_row_that_is_clicked() {
    let mut bench = thinking(80, 30);
    let spot = bench.find("- b1*");
    bench.mouse(MouseEventKind::Moved, spot);
    assert_eq!(at(&bench), "b1");
    bench.click(spot);
    assert_eq!((at(&bench).as_str(), rows(&bench).len()), ("b1", 7));
    bench.click(spot);
    assert_eq!(rows(&bench).len(), 16);
    let spot = bench.find("+ c2  ");
    bench.click(spot);
    assert_eq!((at(&bench).as_str(), rows(&bench).len()), ("c2", 18));
    bench.click(Position::new(79, 22));
    assert_eq!(rows(&bench).len(), 18, "beside the tree nothing happens");
}

#[test]
fn a_tree_that_does_not_fit_scrolls_no_further_than_the_cursor_needs() {
    let mut bench = thinking(40, 16);
    let all = rows(&bench).len();
    assert!(all < 16, "{all} rows");
    assert!(rows(&bench)[all / 2].starts_with('>'), "the best move stands in the middle first");
    bench.key(KeyCode::Home);
    let top = rows(&bench);
    assert_eq!(at(&bench), "root");
    (1..all).for_each(|_| bench.keys("j"));
    let same = |row: &String| row.trim_start_matches('>').trim().to_owned();
    assert_eq!(same(&top[1]), same(&rows(&bench)[1]), "all that was seen is still seen");
    bench.keys("j");
    assert_ne!(same(&top[1]), same(&rows(&bench)[1]));
    bench.key(KeyCode::End);
    assert_eq!(at(&bench), "c1");
    bench.msg(Msg::Resize { width: 80, height: 24 });
    assert_eq!((at(&bench).as_str(), rows(&bench).len()), ("c1", 16));
    bench.msg(Msg::Resize { width: 30, height: 10 });
    bench.shows("Tengen needs 40 x 16");
    bench.msg(Msg::Resize { width: 40, height: 16 });
    assert_eq!(at(&bench), "c1");
}

#[test]
fn other_positions_and_other_ais_are_asked_about_one_after_the_other() {
    let mut bench = thinking(80, 24);
    bench.keys("[");
    bench.shows("expert, depth 3, after move 2");
    bench.keys("<<<");
    bench.shows("before the first move");
    bench.shows("This is the first position");
    assert_eq!(asked(&mut bench), [3, 2, 1, 0].map(|ply| (ply, "expert".to_owned())));
    bench.keys("]>]]]");
    bench.shows("after move 4");
    bench.shows("This is the last position");
    assert_eq!(asked(&mut bench).len(), 4, "the game was given up, so its last position is open");
    bench.keys("b");
    bench.shows("easy, depth 3");
    let (mut bots, mut last) = (vec!["expert".to_owned()], asked(&mut bench));
    while last[0].1 != "expert" {
        bots.push(last[0].1.clone());
        bench.keys("b");
        last = asked(&mut bench);
    }
    assert_eq!(bots, ["expert", "easy", "medium", "hard"], "the fake server knows no more that have a tree");
}

#[test]
fn while_one_answer_is_awaited_no_second_question_is_asked() {
    let mut bench = after_a_game(80, 24);
    bench.answering = false;
    bench.keys("e[[");
    bench.shows("AI expert is analysing this position");
    assert_eq!(bench.sent.len(), 1);
    let id = bench.sent[0].id;
    assert_eq!(asked(&mut bench), [(3, "expert".to_owned())]);
    let late = ServerMessage::Explanation {
        id,
        room: code(),
        ply: 3,
        bot: Bot::Level(Level::Expert),
        tree: Box::new(tree()),
    };
    bench.feed(late.clone());
    bench.shows("AI expert is analysing this position");
    bench.shows("after move 1");
    assert_eq!(
        asked(&mut bench),
        [(1, "expert".to_owned())],
        "the late answer is passed over, the next asked"
    );
    bench.feed(late);
    bench.shows("is analysing");
    bench.disconnect();
    bench.answering = true;
    bench.connect();
    bench.shows("expert, depth 3, after move 1");
}

#[test]
fn a_refusal_is_shown_in_words_and_leads_on() {
    let mut bench = after_a_game(80, 24);
    bench.fake.tree = None;
    bench.keys("e");
    bench.shows("Cannot show this: nothing is explained here.");
    bench.shows("Press b for another AI");
    bench.keys("jl \n");
    bench.click(Position::new(10, 8));
    bench.shows("Cannot show this");
    bench.fake.tree = Some(tree());
    bench.keys("[");
    bench.shows("cut by c2");
    bench.keys("]");
    bench.shows("cut by c2");
}

#[test]
fn it_can_be_asked_for_after_a_game_and_not_while_others_play() {
    let mut bench = middle_game(Variant::TICTACTOE, 80, 24);
    bench.keys("e");
    bench.shows("The analysis is available after the game");
    assert!(matches!(bench.model.screen, Screen::Room(_)));
    assert_eq!(asked(&mut bench), []);

    let mut bench = Bench::online(80, 24);
    bench.fake.tree = Some(tree());
    bench.keys("fZoë");
    (0..4).for_each(|_| bench.key(KeyCode::Down));
    bench.keys("\n59e");
    bench.shows("after move 1");
    bench.shows("It is your turn. Esc: back to the game");
    assert_eq!(asked(&mut bench).len(), 1, "two at one keyboard ask at any time");
    bench.keys("q");
    bench.shows("Quit Tengen?");
}

#[test]
fn cuts_can_be_turned_off_and_on() {
    let mut bench = thinking(80, 24);
    bench.take_sent();
    bench.keys("x");
    assert_eq!(asked(&mut bench), [(3, "expert whole".to_owned())]);
    bench.shows("expert, depth 3, without cuts, after move 3");
    bench.keys("[x");
    assert_eq!(asked(&mut bench), [(2, "expert whole".to_owned()), (2, "expert".to_owned())]);
    bench.shows("expert, depth 3, after move 2");
}

#[test]
fn going_back_finds_the_room_as_it_was() {
    let mut bench = after_a_game(80, 24);
    bench.keys("h");
    bench.model.notice = None;
    bench.shows("e: analysis");
    let before = bench.screen();
    bench.keys("e");
    assert_ne!(bench.screen(), before);
    bench.keys("\x1b");
    assert_eq!(bench.screen(), before);
    bench.keys("e");
    let ready = tengen_shared::game::Command::Ready {
        seat: tengen_shared::game::Seat::Two,
        at: bench.fake.room.as_ref().unwrap().at(),
    };
    let ready = bench.fake.other(OTHER, "Bob", &ready);
    bench.feed(ready);
    bench.shows("cut by c2");
    let text = "there is no room amber-fox-42";
    bench.feed(rejected(None, Some(code()), RejectCode::NoSuchRoom, text));
    bench.shows("Tengen · Rooms");
}

#[test]
fn a_board_that_does_not_fit_any_more_still_shows_the_cursor_after_going_back() {
    let mut bench = middle_game(Variant::GOMOKU19, 80, 24);
    bench.keys("Ry");
    (0..20).for_each(|_| bench.keys("lj"));
    bench.fake.tree = Some(tree());
    bench.keys("e");
    bench.msg(Msg::Resize { width: 40, height: 16 });
    bench.keys("\x1b");
    assert!(bench.board().centre("s1".parse().unwrap()).is_some());
}

#[test]
fn the_ai_of_the_room_is_asked_first() {
    let mut bench = Bench::online(80, 24);
    bench.fake.tree = Some(tree());
    bench.keys("a\n");
    let moved = bench.fake.ai_places("a1");
    bench.feed(moved);
    bench.keys("Ry");
    bench.take_sent();
    bench.keys("e");
    assert_eq!(asked(&mut bench), [(0, "medium".to_owned())]);
    bench.shows("medium, depth 3, before the first move");
}
