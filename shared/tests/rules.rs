//! Checks the rules against known counts, and against a naive scan of the whole board.

#![allow(clippy::unwrap_used)]

use std::collections::HashSet;

use proptest::prelude::*;
use tengen_shared::rules::{Board, Outcome, PlayError, Point, Position, RuleSet, Stone, Variant};

fn count_games(position: &mut Position, seen: &mut HashSet<Vec<Option<Stone>>>) -> u64 {
    let cells: Vec<_> = position.variant().reading_order().map(|p| position.board().get(p)).collect();
    seen.insert(cells);
    if position.outcome().is_some() {
        return 1;
    }
    let points: Vec<Point> = position.legal_points().collect();
    let mut games = 0;
    for point in points {
        position.play(point).unwrap();
        games += count_games(position, seen);
        position.undo();
    }
    games
}

#[test]
fn tic_tac_toe_has_its_known_number_of_games_and_positions() {
    let mut seen = HashSet::new();
    assert_eq!(count_games(&mut Position::new(Variant::TICTACTOE), &mut seen), 255_168);
    assert_eq!(seen.len(), 5_478);
}

/// Finds the outcome by scanning every maximal run of the board, without the last move.
fn naive_outcome(board: &Board) -> Option<Outcome> {
    let variant = board.variant();
    let (w, h) = (i32::from(variant.width()), i32::from(variant.height()));
    let at = |x: i32, y: i32| {
        let (Ok(x), Ok(y)) = (u8::try_from(x), u8::try_from(y)) else { return None };
        Point::new(x, y).and_then(|p| board.get(p))
    };
    for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
        for x in 0..w {
            for y in 0..h {
                let Some(stone) = at(x, y) else { continue };
                if at(x - dx, y - dy) == Some(stone) {
                    continue;
                }
                let length = (0..).take_while(|i| at(x + i * dx, y + i * dy) == Some(stone)).count();
                let i = i32::try_from(length).unwrap();
                let ends = [at(x - dx, y - dy), at(x + i * dx, y + i * dy)];
                let is_open = ends.contains(&None);
                let five = length == usize::from(variant.win_length());
                let more = length > usize::from(variant.win_length());
                let wins = match variant.runs() {
                    RuleSet::Freestyle => five || more,
                    RuleSet::Standard => five,
                    RuleSet::Caro => five && is_open,
                    RuleSet::LongCaro => more || (five && is_open),
                    RuleSet::Renju => five || (more && stone == Stone::White),
                };
                if wins {
                    return Some(Outcome::Win(stone));
                }
            }
        }
    }
    let full = variant.reading_order().all(|p| board.get(p).is_some());
    full.then_some(Outcome::Draw)
}

fn variants() -> impl Strategy<Value = Variant> {
    (3u8..=26, 3u8..=26, any::<bool>()).prop_flat_map(|(w, h, exact)| {
        let runs = if exact { RuleSet::Standard } else { RuleSet::Freestyle };
        // Short lengths are more likely, so that random games do reach wins.
        prop_oneof![3u8..=w.max(h).min(5), 3u8..=w.max(h)]
            .prop_map(move |k| Variant::new(w, h, k, runs).unwrap())
    })
}

/// Boards of every rule set without forbidden moves.
fn all_variants() -> impl Strategy<Value = Variant> {
    let caro = prop::sample::select(vec![RuleSet::Caro, RuleSet::LongCaro]);
    let caro = (5_u8..=9, 5_u8..=9, caro).prop_map(|(w, h, runs)| Variant::new(w, h, 5, runs).unwrap());
    prop_oneof![2 => variants(), 1 => caro]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn outcome_agrees_with_a_naive_scan_and_undo_restores(variant in all_variants(), picks in prop::collection::vec(any::<prop::sample::Index>(), 0..200)) {
        let mut position = Position::new(variant);
        for pick in picks {
            let legal: Vec<Point> = position.legal_points().collect();
            if legal.is_empty() { break; }
            let before = position.clone();
            let point = legal[pick.index(legal.len())];
            let outcome = position.play(point).unwrap();
            prop_assert_eq!(outcome, naive_outcome(position.board()));
            if let Some(Outcome::Win(stone)) = outcome {
                let lit = position.winning_line();
                prop_assert!(lit.contains(&point));
                prop_assert!(lit.len() >= usize::from(variant.win_length()));
                prop_assert!(lit.iter().all(|p| position.board().get(*p) == Some(stone)));
            } else {
                prop_assert!(position.winning_line().is_empty());
            }
            let mut back = position.clone();
            prop_assert_eq!(back.undo(), Some(point));
            prop_assert_eq!(back, before);
        }
    }

    #[test]
    fn variant_text_round_trips(variant in variants()) {
        prop_assert_eq!(variant.to_string().parse::<Variant>(), Ok(variant));
    }
}

fn play(variant: Variant, moves: &str) -> Position {
    let mut position = Position::new(variant);
    for text in moves.split(' ') {
        position.play(text.parse().unwrap()).unwrap();
    }
    position
}

#[test]
fn six_in_a_row_wins_freestyle_and_not_standard() {
    let moves = "a1 a15 b1 c15 c1 e15 e1 g15 f1 i15 d1";
    assert_eq!(play(Variant::GOMOKU15, moves).outcome(), Some(Outcome::Win(Stone::Black)));
    assert_eq!(play(Variant::GOMOKU15, moves).winning_line().len(), 6);
    assert_eq!(play(Variant::STANDARD15, moves).outcome(), None);
}

#[test]
fn a_stone_that_completes_two_runs_lights_both() {
    let double = play(Variant::TICTACTOE, "a1 b1 a2 c2 c3 b2 b3 c1 a3");
    assert_eq!(double.winning_line().len(), 5);
}

#[test]
fn refusals_name_the_reason_and_change_nothing() {
    let mut position = play(Variant::TICTACTOE, "a1");
    let before = position.clone();
    assert!(matches!(position.play("a1".parse().unwrap()), Err(PlayError::Occupied { .. })));
    let refusal = position.play("d1".parse().unwrap()).unwrap_err();
    assert_eq!(refusal.to_string(), "d1 is off the board: columns are a to c, rows 1 to 3");
    assert_eq!(position, before);
    let mut over = play(Variant::TICTACTOE, "a1 b1 a2 b2 a3");
    assert_eq!(over.play("c1".parse().unwrap()), Err(PlayError::Decided));
}

#[test]
fn variants_out_of_range_are_refused() {
    for text in ["2x3k3", "27x3k3", "3x3k4", "9x9k2", "9x9", "", "9x9k5 exactly", "axbkc", "300x3k3"] {
        assert!(text.parse::<Variant>().is_err(), "{text}");
    }
    assert_eq!("20x10 k5 exact".parse(), Variant::new(20, 10, 5, RuleSet::Standard).map_err(Into::into));
}
