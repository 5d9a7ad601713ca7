//! Lines of text: the cursor moves in them and is seen where it is.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::{buffer::Cell, layout::Position, style::Modifier};
use tengen_client::msg::Msg;
use tengen_shared::{game::Command, protocol::Cmd, rules::Variant};

use crate::{bench::Bench, play::against_bob};

fn ctrl(bench: &mut Bench, c: char) {
    bench.msg(Msg::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL)));
}

fn reversed(bench: &Bench, at: Position) -> bool {
    bench.terminal().backend().buffer().cell(at).unwrap().modifier.contains(Modifier::REVERSED)
}

/// The text behind the sign `>`, as the screen shows it, and the character under the cursor.
fn line(bench: &Bench) -> (String, String) {
    let Position { x, y } = bench.find("> ");
    let terminal = bench.terminal();
    let cells = (x + 2..bench.model.size.width).map(|x| terminal.backend().buffer().cell((x, y)).unwrap());
    let text: String = cells.clone().map(Cell::symbol).collect();
    let under = cells.filter(|cell| cell.modifier.contains(Modifier::REVERSED)).map(Cell::symbol);
    (text.trim_end().to_owned(), under.collect())
}

fn shows(bench: &Bench, text: &str, under: &str) {
    assert_eq!(line(bench), (text.to_owned(), under.to_owned()));
}

#[test]
fn a_name_is_mended_in_its_middle() {
    let mut bench = Bench::online(80, 24);
    bench.keys("r");
    shows(&bench, "Ann_", "");
    bench.key(KeyCode::Left);
    shows(&bench, "Ann", "n");
    bench.key(KeyCode::Left);
    bench.keys("x");
    shows(&bench, "Axnn", "n");
    bench.key(KeyCode::Backspace);
    bench.key(KeyCode::Home);
    shows(&bench, "Ann", "A");
    bench.key(KeyCode::Delete);
    bench.key(KeyCode::End);
    shows(&bench, "nn_", "");
    bench.keys("a two");
    ctrl(&mut bench, 'w');
    shows(&bench, "nna _", "");
    ctrl(&mut bench, 'a');
    shows(&bench, "nna", "n");
    ctrl(&mut bench, 'e');
    shows(&bench, "nna _", "");
}

#[test]
fn the_cursor_of_a_long_line_stays_in_sight_and_older_talk_has_its_keys() {
    let mut bench = against_bob(Variant::GOMOKU15, 40, 16);
    bench.keys("c");
    bench.keys(&"a".repeat(60));
    bench.keys("xyz");
    bench.keys(&"b".repeat(60));
    (0..62).for_each(|_| bench.key(KeyCode::Left));
    let (text, under) = line(&bench);
    assert_eq!(under, "y");
    assert!(text.starts_with("…aa") && text.contains("axyzb") && text.ends_with("bb…"), "{text}");
    for key in [KeyCode::Up, KeyCode::Down, KeyCode::PageUp, KeyCode::PageDown] {
        bench.key(key);
        assert_eq!(line(&bench), (text.clone(), under.clone()), "{key:?} moves the talk");
    }
    ctrl(&mut bench, 'u');
    shows(&bench, "_", "");
}

#[test]
fn what_is_said_is_the_whole_line() {
    let mut bench = against_bob(Variant::GOMOKU15, 80, 24);
    bench.take_sent();
    bench.keys("cgod");
    bench.key(KeyCode::Left);
    bench.keys("o\n");
    assert_eq!(bench.take_sent(), [Cmd::Room(Command::Say { text: "good".parse().unwrap() })]);
}

#[test]
fn a_point_is_mended_and_the_board_keeps_its_cursor() {
    let mut bench = against_bob(Variant::GOMOKU15, 80, 24);
    let before = bench.model.clone();
    bench.take_sent();
    bench.keys("/g8");
    bench.key(KeyCode::Left);
    bench.shows("Point: g8   (h8");
    let at = bench.find("g8   (h8");
    assert!(!reversed(&bench, at) && reversed(&bench, Position { x: at.x + 1, ..at }));
    bench.key(KeyCode::Backspace);
    bench.keys("h");
    assert_eq!(bench.model.screen.room().unwrap().cursor, before.screen.room().unwrap().cursor);
    bench.shows("Point: h8   (h8");
}

#[test]
fn on_a_reversed_row_the_cursor_of_a_hidden_text_is_the_character_that_is_not() {
    let mut bench = Bench::online(80, 24);
    bench.keys("nkljjjjh");
    bench.key(KeyCode::Down);
    ctrl(&mut bench, 'u');
    ctrl(&mut bench, 'r');
    bench.keys("secret");
    bench.shows("Passphrase     ••••••_");
    bench.key(KeyCode::Left);
    bench.shows("Passphrase     ••••••");
    let at = bench.find("••••••");
    let marked: Vec<bool> =
        (0..7).map(|right| !reversed(&bench, Position { x: at.x + right, ..at })).collect();
    assert_eq!(marked, [false, false, false, false, false, true, false]);
}
