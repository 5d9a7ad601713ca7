//! Tests of the search board in caro and renju: what it says of a point is what the rules say of every next stone.

use tengen_shared::rules::{Foul, Point, Position, RuleSet, Stone, Variant, foul, wins_at};

use super::{Square, tests::played};
use crate::{
    candidates::{self, Blocks},
    marks::Rows,
    pattern::Class,
};

fn fives(position: &Position, stone: Stone) -> Vec<Point> {
    let empty = |point: &Point| position.board().is_empty_at(*point);
    let wins = |point: &Point| wins_at(position.board(), *point, stone);
    position.variant().reading_order().filter(empty).filter(wins).collect()
}

/// Returns the legal stones of the side to move after which `stone` has no five.
fn stops(position: &Position, stone: Stone) -> Rows {
    let mut stops = Rows::default();
    for point in position.legal_points().collect::<Vec<_>>() {
        let mut after = position.clone();
        if after.play(point).is_ok() && fives(&after, stone).is_empty() {
            stops.insert(Square::of(point));
        }
    }
    stops
}

#[test]
fn forbidden_points_are_those_of_the_rules() {
    let mut found = [0; 3];
    for seed in 0..2_000 {
        let variant: Variant = ["renju15", "9x9k5 renju", "8x11k5 renju"][seed % 3].parse().unwrap();
        let (board, position) = played(variant, 30 + seed % 90, 70_000 + seed as u64);
        for square in board.empty().iter() {
            let foul = foul(position.board(), square.point());
            assert_eq!(!board.allows(square, 0), foul.is_some(), "{:?} {square:?}", position.moves());
            assert!(board.allows(square, 1));
            if let Some(foul) = foul {
                found[foul as usize] += 1;
            }
        }
    }
    let [overlines, fours, threes] =
        [Foul::Overline, Foul::DoubleFour, Foul::DoubleThree].map(|it| found[it as usize]);
    assert!(overlines > 100 && fours > 100 && threes > 100, "{found:?}");
}

#[test]
fn the_stops_of_a_five_are_all_stones_after_which_there_is_none() {
    let (mut several, mut lost, mut one) = (0, 0, 0);
    for seed in 0..2_500 {
        let rules = ["caro15", "9x9k5 longcaro", "9x9k5 caro", "9x9k5 renju", "gomoku15"];
        let variant: Variant = rules[seed % rules.len()].parse().unwrap();
        let (board, position) = played(variant, 20 + seed % 70, 90_000 + seed as u64);
        let (me, other) = (position.to_move(), position.to_move().other());
        if position.outcome().is_some() || !fives(&position, me).is_empty() {
            continue;
        }
        let found = match candidates::blocks(&board) {
            Blocks::None => {
                assert!(fives(&position, other).is_empty());
                continue;
            }
            Blocks::One(square) => Rows::of(square),
            Blocks::Several(rows) => rows,
            Blocks::Lost => Rows::default(),
        };
        assert_eq!(found, stops(&position, other), "{variant} {:?}", position.moves());
        match found.count() {
            0 => lost += 1,
            1 => one += 1,
            _ => several += 1,
        }
    }
    assert!(several > 20 && lost > 20 && one > 20, "{several} {lost} {one}");
}

/// Checks that after an open four, the side makes a five whatever the other side does, and that after a weaker four it may
/// be stopped.
#[test]
fn an_open_four_cannot_be_stopped_in_any_rule_set() {
    let mut checked = [0; 2];
    for seed in 0..800 {
        let rules = ["caro15", "9x9k5 longcaro", "9x9k5 caro", "9x9k5 renju"];
        let variant: Variant = rules[seed % rules.len()].parse().unwrap();
        let (board, mut position) = played(variant, 20 + seed % 50, 110_000 + seed as u64);
        let (side, stone) = (board.to_move(), position.to_move());
        let quiet = fives(&position, stone).is_empty() && fives(&position, stone.other()).is_empty();
        if position.outcome().is_some() || !quiet {
            continue;
        }
        for point in position.legal_points().collect::<Vec<_>>() {
            let class = board.class(Square::of(point), side);
            if class < Class::LoneFour {
                continue;
            }
            assert_eq!(position.play(point), Ok(None));
            let stopped = !stops(&position, stone).is_empty();
            // In renju, White's four also wins if its only reply is forbidden, which is no matter of the shape.
            if class == Class::OpenFour || variant.runs() != RuleSet::Renju || stone == Stone::Black {
                assert_eq!(!stopped, class == Class::OpenFour, "{variant} {:?}", position.moves());
            }
            checked[usize::from(class == Class::OpenFour)] += 1;
            position.undo();
        }
    }
    assert!(checked.iter().all(|count| *count > 100), "{checked:?}");
}
