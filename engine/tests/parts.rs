//! Tests of static evaluations, taken apart: the articles' examples, and every leaf of many trees.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod common;

use common::position;
use proptest::prelude::*;
use tengen_engine::{
    Budget, Limits, ShowPartsError, StopFlag,
    explain::{End, PartsError, Tree},
    parts, show,
};
use tengen_shared::rules::{
    Bot, Point, Position, Variant,
    search::{Aim, Cuts, OpenFor, Part, Parts, Shape, Side, Stretch, WindowCell},
};

fn bot(name: &str) -> Bot {
    name.parse().unwrap()
}

fn points(moves: &str) -> Vec<Point> {
    moves.split_whitespace().map(|point| point.parse().unwrap()).collect()
}

fn searched(name: &str, position: &Position) -> Tree {
    let stop = StopFlag::default();
    show(bot(name), position, Cuts::On, &mut Budget::new(Limits::default(), &stop)).unwrap()
}

/// Returns the moves from the root to a node.
fn path(tree: &Tree, mut at: usize) -> Vec<Point> {
    let mut path = Vec::new();
    while let Some(parent) = tree.nodes[at].parent {
        path.extend(tree.nodes[at].point);
        at = usize::try_from(parent).unwrap();
    }
    path.reverse();
    path
}

/// Checks that the parts of every leaf add up to its value. Returns the number of leaves.
fn check(name: &str, position: &Position) -> usize {
    let tree = searched(name, position);
    let leaf = |at: &usize| matches!(tree.nodes[*at].end, End::Leaf {});
    let leaves: Vec<usize> = (0..tree.nodes.len()).filter(leaf).collect();
    for leaf in &leaves {
        let path = path(&tree, *leaf);
        let Parts { value, parts, left_out, rest } = parts(bot(name), position, &path).unwrap();
        assert_eq!(value, tree.nodes[*leaf].value, "{name} after {path:?}");
        assert_eq!(value, parts.iter().map(|part| part.adds).sum::<i64>() + rest, "{name} after {path:?}");
        assert!(parts.len() == 200 || left_out == 0);
        for part in parts {
            assert!(!part.points.is_empty() && part.points.iter().all(|at| position.variant().contains(*at)));
        }
    }
    leaves.len()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn the_parts_of_every_leaf_add_up_to_its_value(
        small in any::<bool>(),
        exact in any::<bool>(),
        chosen in prop::collection::vec(any::<prop::sample::Index>(), 1..30),
    ) {
        let (variant, names): (_, &[&str]) = match (small, exact) {
            (true, _) => (Variant::TICTACTOE, &["alphabeta:2", "alphabeta:4", "levels:1", "levels:3"]),
            (false, false) => ("9x9k5".parse().unwrap(), &["greedy", "domain-article:1", "domain-article:2"]),
            (false, true) => (Variant::STANDARD15, &["greedy", "domain-article:1"]),
        };
        let mut position = Position::new(variant);
        for chosen in chosen {
            let next = *chosen.get(&position.legal_points().collect::<Vec<_>>());
            position.play(next).unwrap();
            if position.outcome().is_some() {
                position.undo();
                break;
            }
        }
        for name in names {
            check(name, &position);
        }
    }
}

#[test]
fn open_lines_are_those_of_the_worked_example() {
    // Article 000: MAX in the centre, MIN in a corner, 5 - 4 = 1.
    let Parts { value, parts, .. } =
        parts(bot("alphabeta"), &position("tictactoe", ""), &points("b2 a3")).unwrap();
    let open = |wanted: OpenFor| {
        let line = |part: &&Part| part.shape == Shape::Line { open_for: wanted };
        parts.iter().filter(line).count()
    };
    assert_eq!(value, 1);
    assert_eq!([OpenFor::Max, OpenFor::Min, OpenFor::Both, OpenFor::Nobody].map(open), [3, 2, 2, 1]);
    assert_eq!((parts[0].points.clone(), parts[0].adds), (points("a3 b3 c3"), -1));
}

#[test]
fn a_window_is_that_of_article_003() {
    // LXXXLOOLL around h8, White to move: a four of White's, against a three of Black's.
    let game = position("gomoku15", "j8 e8 i8 f8 a1 g8 a3");
    let Parts { value, parts, .. } = parts(bot("greedy"), &game, &points("h8")).unwrap();
    assert_eq!((value, parts.iter().map(|part| part.adds).collect::<Vec<_>>()), (723, vec![1, 720, 1, 1]));
    let Part { points: seen, shape: Shape::Window { cells, attack, defence, aim }, .. } = &parts[1] else {
        panic!("a window: {:?}", parts[1])
    };
    assert_eq!(*seen, points("d8 e8 f8 g8 h8 i8 j8 k8 l8"));
    assert_eq!(cells.iter().copied().map(WindowCell::letter).collect::<String>(), "LXXXLOOLL");
    assert_eq!((*attack, *aim), (Stretch { cells: 5, stones: 3, run: 4, open_ends: 1 }, Aim::Attack));
    assert_eq!(*defence, Stretch { cells: 5, stones: 2, run: 3, open_ends: 1 });
}

#[test]
fn windows_at_the_edge_and_of_exact_five_are_whole() {
    let letters = |variant: &str, at: &str| {
        let Parts { parts, .. } = parts(bot("greedy"), &position(variant, "h8"), &points(at)).unwrap();
        let window = |part: &Part| match &part.shape {
            Shape::Window { cells, .. } => cells.iter().copied().map(WindowCell::letter).collect(),
            other => panic!("a window: {other:?}"),
        };
        parts.iter().map(window).collect::<Vec<String>>()
    };
    // Article 003, row 1 and column 2, counted from 0 and the top. Its text has a wrong window for "/".
    assert_eq!(letters("gomoku15", "c14"), ["EEELLLLLL", "EELLLLLLL", "EEELLLLLL", "EEELLLLEE"]);
    assert!(letters("standard15", "c14").iter().all(|window| window.len() == 11));
}

#[test]
fn runs_are_worth_what_the_table_says() {
    // Black has an open three and White an open two. White is to move, so White is MAX.
    let game = position("gomoku19", "j10 d4 k10 e4 l10");
    let Parts { value, parts, .. } = parts(bot("domain-article"), &game, &[]).unwrap();
    let run = |side, open_ends, worth| Shape::Run { side, open_ends, worth };
    let two = Part { points: points("d4 e4"), adds: 8, shape: run(Side::Max, 2, 8) };
    let three = Part { points: points("j10 k10 l10"), adds: -500_000, shape: run(Side::Min, 2, 100_000) };
    assert_eq!((value, parts), (8 - 500_000, vec![three, two]));
}

#[test]
fn the_runs_that_count_least_are_left_out_if_there_are_too_many() {
    // Both sides have as many short runs as a board without a win has space for.
    let variant: Variant = "26x26k5".parse().unwrap();
    let mut game = Position::new(variant);
    let of = |stone: bool| {
        let takes = move |point: &Point| (point.col() / 2 + point.row()).is_multiple_of(2) == stone;
        variant.reading_order().filter(takes).collect::<Vec<_>>()
    };
    for (black, white) in of(true).into_iter().zip(of(false)).take(300) {
        game.play(black).unwrap();
        game.play(white).unwrap();
    }
    assert_eq!(game.outcome(), None);
    let Parts { value, parts, left_out, rest } = parts(bot("domain-article"), &game, &[]).unwrap();
    assert!(left_out > 100 && parts.len() == 200, "{left_out}");
    assert_eq!(value, parts.iter().map(|part| part.adds).sum::<i64>() + rest);
    assert!(parts.is_sorted_by_key(|part| std::cmp::Reverse(part.adds.abs())));
}

#[test]
fn what_has_no_parts_is_refused_with_the_reason() {
    let game = position("tictactoe", "b2 a1 b1");
    let refused = |name: &str, path: &str| parts(bot(name), &game, &points(path)).unwrap_err();
    let because = |reason: PartsError| ShowPartsError::Parts(reason);
    assert_eq!(refused("levels", "b2"), because(PartsError::NotTried("b2".parse().unwrap())));
    assert_eq!(refused("levels", "c1 b3"), because(PartsError::Decided));
    assert_eq!(refused("levels", "c1 b3 a3"), because(PartsError::NotTried("a3".parse().unwrap())));
    assert_eq!(refused("pvs", ""), because(PartsError::NoParts));
    assert!(matches!(refused("greedy", "c1"), ShowPartsError::Show(_)));
    let large = position("gomoku15", "h8");
    assert_eq!(parts(bot("greedy"), &large, &[]), Err(because(PartsError::NoParts)));
    assert_eq!(
        parts(bot("greedy"), &large, &points("h9 h10")).unwrap_err(),
        because(PartsError::NotTried("h10".parse().unwrap()))
    );
}
