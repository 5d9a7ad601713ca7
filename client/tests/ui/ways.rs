//! The ways to choose a point, and what those who only watch are told.

use crossterm::event::{KeyCode, MouseButton, MouseEventKind};
use tengen_shared::{
    game::{Command, PerSeat, SeatPlan, Settings},
    protocol::{Cmd, Request},
    rules::{Bot, Level, Point, Variant},
};

use crate::{
    bench::Bench,
    fake::{OTHER, code},
    play::against_bob,
};

fn placed(bench: &mut Bench) -> Vec<Point> {
    let sent = bench.take_sent();
    sent.iter()
        .filter_map(|cmd| if let Cmd::Room(Command::Place { point, .. }) = cmd { Some(*point) } else { None })
        .collect()
}

fn point(text: &str) -> Point {
    text.parse().unwrap()
}

#[test]
fn the_mouse_places_on_release_where_the_keys_would() {
    for (width, height) in [(80, 24), (40, 16), (120, 60)] {
        for (_, variant) in Variant::NAMED {
            let mut keys = against_bob(variant, width, height);
            keys.keys("lk");
            keys.key(KeyCode::Enter);
            let by_keys = placed(&mut keys);
            assert_eq!(by_keys.len(), 1);

            let mut mouse = against_bob(variant, width, height);
            let spot = mouse.spot(&by_keys[0].to_string());
            mouse.mouse(MouseEventKind::Moved, spot);
            mouse.mouse(MouseEventKind::Down(MouseButton::Left), spot);
            assert_eq!(placed(&mut mouse), []);
            mouse.mouse(MouseEventKind::Up(MouseButton::Left), spot);
            assert_eq!(placed(&mut mouse), by_keys);
        }
    }
}

#[test]
fn digits_are_points_from_the_top_left_on_three_by_three_only() {
    for (digit, expected) in [("1", "a3"), ("3", "c3"), ("5", "b2"), ("7", "a1"), ("9", "c1")] {
        let mut bench = against_bob(Variant::TICTACTOE, 80, 24);
        bench.keys(digit);
        assert_eq!(placed(&mut bench), [point(expected)]);
    }
    let mut bench = against_bob(Variant::GOMOKU15, 80, 24);
    bench.keys("5");
    assert_eq!(placed(&mut bench), []);
    bench.shows("Digits work on 3x3 boards only");
}

#[test]
fn points_are_typed_as_letter_and_number_or_as_row_and_column_from_the_top() {
    for (typed, expected) in
        [("/h8", "h8"), (":A15", "a15"), ("/1 1", "a15"), ("/15 1", "a1"), ("/2,15", "o14")]
    {
        let mut bench = against_bob(Variant::GOMOKU15, 80, 24);
        bench.keys(typed);
        bench.shows("Point: ");
        assert_eq!(placed(&mut bench), []);
        bench.keys("\n");
        assert_eq!(placed(&mut bench), [point(expected)], "{typed}");
    }
    let mut bench = against_bob(Variant::GOMOKU15, 80, 24);
    for (typed, why) in [("/zz\n", "is not a point"), ("/z9\n", "off the board")] {
        bench.keys(typed);
        assert_eq!(placed(&mut bench), []);
        bench.shows(why);
        bench.keys("\x1b");
    }
}

#[test]
fn a_stone_shows_only_after_the_server_has_said_so_and_is_sent_once() {
    let mut bench = against_bob(Variant::TICTACTOE, 80, 24);
    bench.answering = false;
    bench.keys("55");
    assert_eq!(placed(&mut bench), [point("b2")]);
    bench.shows("Waiting for the server");
    assert_ne!(bench.terminal().backend().buffer().cell(bench.spot("b2")).unwrap().symbol(), "X");
}

#[test]
fn refusals_are_told_and_nothing_else_happens() {
    let mut bench = against_bob(Variant::TICTACTOE, 80, 24);
    bench.keys("5");
    bench.shows("Bob's turn");
    bench.take_sent();
    bench.keys("1");
    bench.shows("It is Bob's turn");
    let moved = bench.fake.other_places(OTHER, "a3");
    bench.feed(moved);
    bench.keys("5");
    bench.shows("already has a stone");
    assert_eq!(placed(&mut bench), []);
    bench.key_release(KeyCode::Char('2'));
    assert_eq!(placed(&mut bench), [], "a key that is let go means nothing");
}

#[test]
fn a_spectator_touches_nothing() {
    let mut bench = Bench::online(80, 24);
    let seats = [SeatPlan::Me {}, SeatPlan::Ai { bot: Bot::Level(Level::Easy) }];
    bench.fake.open(Settings::new(Variant::TICTACTOE), &seats, OTHER, "Bob");
    let listed =
        tengen_shared::protocol::RoomListing::new(bench.fake.room.as_ref().unwrap(), PerSeat::default(), 1);
    let update = tengen_shared::protocol::ListUpdate::Full { rooms: vec![listed] };
    bench.feed(tengen_shared::protocol::ServerMessage::Rooms { update });
    bench.shows("amber-fox-42");
    bench.keys("\n");
    assert_eq!(bench.take_sent(), [Cmd::Request(Request::Watch { passphrase: None })]);
    bench.shows("Bob's turn");
    let spot = bench.spot("b2");
    for keys in ["5", "\n", "/", "R", "a", " "] {
        bench.model.notice = None;
        bench.keys(keys);
        assert_eq!(bench.take_sent(), [], "{keys:?}");
        assert_eq!(bench.model.overlay, None);
        bench.shows("You are watching");
    }
    bench.click(spot);
    assert_eq!(bench.take_sent(), []);
    bench.keys("\x1b");
    assert_eq!(bench.take_sent(), [Cmd::Room(Command::Leave {})]);
    assert!(bench.model.session.room(&code()).is_none());
}

#[test]
fn the_menu_and_questions_can_be_clicked() {
    let mut bench = Bench::online(80, 24);
    bench.keys("n");
    let spot = bench.find("Start");
    bench.click(spot);
    bench.shows("Waiting for a second player");
    bench.shows("A friend needs 127.0.0.1:5151 and the code amber-fox-42. Or press a for the AI.");
    bench.keys("a");
    let spot = bench.find("hard");
    bench.click(spot);
    bench.shows("AI hard");
    bench.shows("Your turn");
    bench.keys("R");
    bench.shows("> Keep playing");
    let spot = bench.find("Resign  ");
    bench.click(spot);
    bench.shows("You resigned");
}

#[test]
fn a_board_that_does_not_fit_scrolls_with_the_cursor_and_shows_each_last_move() {
    let mut bench = against_bob(Variant::GOMOKU19, 40, 16);
    assert!(!bench.board().shows_all());
    for (key, corner) in [("h", "a19"), ("l", "s1")] {
        (0..20).for_each(|_| bench.keys(key));
        (0..20).for_each(|_| bench.keys(if key == "h" { "k" } else { "j" }));
        assert!(bench.board().centre(point(corner)).is_some());
    }
    bench.keys("\n");
    assert_eq!(placed(&mut bench), [point("s1")]);
    let moved = bench.fake.other_places(OTHER, "a19");
    bench.feed(moved);
    assert!(bench.board().centre(point("a19")).is_some());
}

#[test]
fn the_mouse_does_not_scroll_the_board_away_from_under_itself() {
    let mut bench = against_bob(Variant::GOMOKU19, 40, 16);
    let board = bench.board();
    for y in 0..16 {
        for x in 0..40 {
            bench.mouse(MouseEventKind::Moved, ratatui::layout::Position::new(x, y));
        }
    }
    assert_eq!(bench.board(), board);
}
