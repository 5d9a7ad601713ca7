//! The values in the fixtures of static evaluations that are taken apart.

use tengen_shared::{
    protocol::{Cmd, Request, ServerMessage},
    rules::{
        Bot, Point,
        search::{Aim, OpenFor, Part, Parts, Shape, Side, Stretch, WindowCell},
    },
};

use super::samples::{id, point, room};

fn points(text: &str) -> Vec<Point> {
    text.split(' ').map(point).collect()
}

fn bot(name: &str) -> Bot {
    name.parse().unwrap()
}

pub(crate) fn commands() -> Vec<(&'static str, bool, Cmd)> {
    let take_apart = Request::TakeApart { ply: 1, bot: bot("alphabeta"), path: points("a3 c1") };
    vec![("take-apart", true, Cmd::Request(take_apart))]
}

fn message(ply: u16, name: &str, path: Vec<Point>, value: i64, parts: Vec<Part>) -> ServerMessage {
    let parts = Box::new(Parts { value, parts, left_out: 0, rest: 0 });
    ServerMessage::Parts { id: id(25), room: room(), ply, bot: bot(name), path, parts }
}

pub(crate) fn messages() -> Vec<(&'static str, ServerMessage)> {
    let line = |text, open_for, adds| Part { points: points(text), adds, shape: Shape::Line { open_for } };
    let lines = vec![
        line("a3 b3 c3", OpenFor::Max, 1),
        line("a2 b2 c2", OpenFor::Min, -1),
        line("a1 b1 c1", OpenFor::Both, 0),
        line("a3 b2 c1", OpenFor::Nobody, 0),
    ];
    let run = |text, side, adds, worth| Part {
        points: points(text),
        adds,
        shape: Shape::Run { side, open_ends: 2, worth },
    };
    let runs = vec![run("j10 k10 l10", Side::Min, -500_000, 100_000), run("d4 e4", Side::Max, 8, 8)];
    let (l, x, o, e) = (WindowCell::Empty, WindowCell::Attacker, WindowCell::Defender, WindowCell::OffBoard);
    let stretch = |cells, stones, run, open_ends| Stretch { cells, stones, run, open_ends };
    let window = |cells: [WindowCell; 9], attack, defence, aim| Shape::Window {
        cells: cells.to_vec(),
        attack,
        defence,
        aim,
    };
    let four = window([e, l, x, x, l, x, l, l, l], stretch(8, 3, 4, 2), stretch(2, 0, 1, 1), Aim::Attack);
    let stopped = window([o, o, o, o, l, x, l, l, l], stretch(5, 1, 2, 1), stretch(5, 4, 5, 0), Aim::Defence);
    let lost = window([e, l, x, o, l, x, o, l, l], stretch(2, 1, 2, 0), stretch(2, 1, 2, 1), Aim::Nothing);
    let windows = vec![
        Part { points: points("b2 c2 d2 e2 f2 g2 h2 j2"), adds: 2_880, shape: four },
        Part { points: points("a5 b4 c3 d2 e1"), adds: 11_520, shape: stopped },
        Part { points: points("e1 e2 e3 e4"), adds: 1, shape: lost },
    ];
    vec![
        ("parts", message(1, "alphabeta", points("a3 c1"), 0, lines)),
        ("parts-runs", message(5, "domain-article", Vec::new(), -499_992, runs)),
        ("parts-windows", message(7, "greedy", points("e2"), 14_401, windows)),
    ]
}
