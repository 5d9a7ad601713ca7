//! A static value, taken apart: its rows, the board beside them, and what comes in between.

use crossterm::event::KeyCode;
use tengen_client::{
    layout::{Body, Layout},
    msg::Msg,
};
use tengen_shared::{
    protocol::{Cmd, Request},
    rules::{
        Point,
        search::{Aim, OpenFor, Part, Parts, Shape, Side, Stretch, WindowCell},
    },
};

use crate::{bench::Bench, thinking::after_a_game};

fn points(text: &str) -> Vec<Point> {
    text.split(' ').map(|point| point.parse().unwrap()).collect()
}

/// The eight lines of a board, as `alphabeta` sees it.
fn lines() -> Parts {
    let line = |text, open_for, adds| Part { points: points(text), adds, shape: Shape::Line { open_for } };
    let parts = vec![
        line("a3 b3 c3", OpenFor::Nobody, 0),
        line("a2 b2 c2", OpenFor::Max, 1),
        line("a1 b1 c1", OpenFor::Both, 0),
        line("a3 b2 c1", OpenFor::Min, -1),
    ];
    Parts { value: 0, parts, left_out: 0, rest: 0 }
}

/// Parts of every other kind.
fn others() -> Parts {
    let (l, x, o, e) = (WindowCell::Empty, WindowCell::Attacker, WindowCell::Defender, WindowCell::OffBoard);
    let window = |cells: [WindowCell; 9], aim| Shape::Window {
        cells: cells.to_vec(),
        attack: Stretch { cells: 5, stones: 3, run: 4, open_ends: 1 },
        defence: Stretch { cells: 5, stones: 2, run: 3, open_ends: 1 },
        aim,
    };
    let run = |side, worth| Shape::Run { side, open_ends: 2, worth };
    let part = |text, adds, shape| Part { points: points(text), adds, shape };
    let row = "d8 e8 f8 g8 h8 i8 j8 k8 l8";
    let parts = vec![
        part(row, 720, window([l, x, x, x, l, o, o, l, l], Aim::Attack)),
        part(row, 40, window([l, x, x, x, l, o, o, l, l], Aim::Defence)),
        part("a1 b1 c1", 1, window([e, e, e, e, l, o, l, x, e], Aim::Nothing)),
        part("d4 e4", 8, run(Side::Max, 8)),
        part("j10 k10 l10", -500_000, run(Side::Min, 100_000)),
    ];
    Parts { value: -499_311, parts, left_out: 3, rest: -80 }
}

/// A tree with the cursor on a leaf, on a server that takes its value apart.
fn at_a_leaf(width: u16, height: u16, parts: Option<Parts>) -> Bench {
    let mut bench = after_a_game(width, height);
    bench.fake.parts = parts;
    bench.keys("e");
    let is_leaf = |bench: &Bench| {
        bench.screen().lines().any(|line| line.trim_start().starts_with('>') && line.contains(" leaf"))
    };
    for _ in 0..16 {
        if is_leaf(&bench) {
            return bench;
        }
        bench.key(KeyCode::Down);
    }
    panic!("no leaf: {}", bench.screen())
}

fn asked(bench: &mut Bench) -> Vec<(u16, String)> {
    let take_apart = |cmd: &Cmd| match cmd {
        Cmd::Request(Request::TakeApart { ply, path, .. }) => {
            Some((*ply, path.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")))
        }
        _ => None,
    };
    bench.take_sent().iter().filter_map(take_apart).collect()
}

#[test]
fn pictures() {
    let mut bench = at_a_leaf(80, 24, Some(lines()));
    bench.keys("v");
    insta::assert_snapshot!("parts_lines_80x24", bench.screen());
    bench.msg(Msg::Resize { width: 120, height: 30 });
    bench.keys("j");
    insta::assert_snapshot!("parts_lines_120x30", bench.screen());
    bench.keys("?");
    insta::assert_snapshot!("parts_help_120x30", bench.screen());
    let mut bench = at_a_leaf(80, 24, Some(others()));
    bench.keys("v");
    insta::assert_snapshot!("parts_others_80x24", bench.screen());
    bench.msg(Msg::Resize { width: 40, height: 16 });
    insta::assert_snapshot!("parts_others_40x16", bench.screen());
}

#[test]
fn only_the_value_of_a_leaf_is_taken_apart() {
    let mut bench = after_a_game(80, 24);
    bench.fake.parts = Some(lines());
    bench.keys("ev");
    bench.shows("Only leaves have a static value");
    assert_eq!(asked(&mut bench), []);
    let mut bench = at_a_leaf(80, 24, Some(lines()));
    bench.keys("v");
    let [(ply, path)] = asked(&mut bench).try_into().unwrap();
    assert_eq!(ply, 3);
    bench.shows(&format!("{path}  static value 0"));
    bench.shows("+1  a2 b2 c2  open for MAX");
}

#[test]
fn esc_goes_back_to_the_same_row_of_the_tree_and_then_to_the_room() {
    let mut bench = at_a_leaf(80, 24, Some(lines()));
    let tree = bench.screen();
    bench.keys("vjj");
    bench.key(KeyCode::End);
    bench.key(KeyCode::Down);
    bench.shows("> 0  a3 b3 c3");
    bench.key(KeyCode::Esc);
    assert_eq!(bench.screen(), tree);
    bench.key(KeyCode::Esc);
    assert!(matches!(Layout::of(&bench.model), Some(Layout { body: Body::Room(_), .. })));
}

#[test]
fn a_refusal_and_a_lost_connection_are_told() {
    let mut bench = at_a_leaf(80, 24, None);
    bench.keys("v");
    bench.shows("nothing is explained here");
    bench.keys("jk");
    bench.key(KeyCode::PageDown);
    bench.key(KeyCode::Esc);
    bench.fake.parts = Some(lines());
    bench.answering = false;
    bench.keys("v");
    bench.shows("Taking the value apart");
    bench.disconnect();
    bench.answering = true;
    bench.connect();
    bench.shows("static value 0");
}
