//! Tests of the `pvs` engine in caro and renju: legal and urgent moves, wins that are real, and the tricks of each rule set.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod common;

use common::{Dice, choose, position, strong};
use proptest::prelude::*;
use tengen_engine::{Limits, OpeningPlayer, StopFlag, Value, available, engine_for, pvs::PvsEngine};
use tengen_shared::rules::{
    Choice, EngineName, Level, Opening, Point, Position, Progress, Step, Stone, Variant, wins_at,
};

const BOARDS: [&str; 7] =
    ["renju15", "caro15", "9x9k5 renju", "9x9k5 caro", "9x9k5 longcaro", "7x10k5 renju", "6x8k5 caro"];

fn fives(position: &Position, stone: Stone) -> Vec<Point> {
    let empty = |point: &Point| position.board().is_empty_at(*point);
    let wins = |point: &Point| wins_at(position.board(), *point, stone);
    position.variant().reading_order().filter(empty).filter(wins).collect()
}

/// Returns the legal moves after which the other side has no five.
fn stops(position: &Position) -> Vec<Point> {
    let stops = |point: &Point| {
        let mut after = position.clone();
        after.play(*point).unwrap();
        fives(&after, position.to_move().other()).is_empty()
    };
    position.legal_points().filter(stops).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn every_move_is_legal_and_no_five_is_missed_however_small_the_budget(seed: u64, nodes in 0..2000_u64) {
        let mut dice = Dice(seed);
        let variant: Variant = BOARDS[dice.below(BOARDS.len())].parse().unwrap();
        let position = dice.tense_position(variant);
        if position.outcome().is_some() {
            return Ok(());
        }
        let choice = choose(&mut strong(), &position, nodes);
        let mut after = position.clone();
        for point in &choice.line {
            prop_assert!(after.play(*point).is_ok(), "{:?} {:?}", position.moves(), choice.line);
        }
        let (mine, stops) = (fives(&position, position.to_move()), stops(&position));
        if !mine.is_empty() {
            prop_assert!(mine.contains(&choice.point), "{:?}", choice);
        } else if !stops.is_empty() {
            prop_assert!(stops.contains(&choice.point), "{variant} {:?} {:?}", position.moves(), choice.point);
        }
    }
}

/// Checks that a win is real: after the engine's move and any reply, it still sees the win.
fn check_win(engine: &mut PvsEngine, position: &Position, plies: u16, left: &mut u32) {
    let choice = choose(engine, position, 60_000);
    let Value::Win(found) = choice.value else {
        panic!("no win in {plies} on {} {:?}: {choice:?}", position.variant(), position.moves());
    };
    let mut after = position.clone();
    if after.play(choice.point).unwrap().is_some() {
        return;
    }
    for reply in after.legal_points().collect::<Vec<_>>() {
        if *left == 0 {
            return;
        }
        // Another search may prove another win, which need not be shorter.
        *left -= 1;
        let mut next = after.clone();
        assert_eq!(next.play(reply).unwrap(), None, "the reply wins on {:?}", next.moves());
        check_win(engine, &next, found.saturating_sub(2), left);
    }
}

#[test]
fn a_proven_win_is_a_win_against_every_reply() {
    let mut proven = 0;
    for seed in 0..400 {
        let mut dice = Dice(seed);
        let variant: Variant = BOARDS[dice.below(BOARDS.len())].parse().unwrap();
        let position = dice.tense_position(variant);
        if position.outcome().is_some() {
            continue;
        }
        let mut engine = strong();
        let choice = choose(&mut engine, &position, 3_000);
        if let Value::Win(plies @ 3..) = choice.value {
            check_win(&mut engine, &position, plies, &mut 60);
            proven += 1;
        }
    }
    assert!(proven > 20, "{proven}");
}

/// Black may not play j8, a double three, and only that would stop White's four.
#[test]
fn white_wins_by_making_the_only_answer_forbidden() {
    let mut position = position("renju15", "h8 h6 g8 i7 j7 k9 j6 a15 g5");
    let choice = choose(&mut strong(), &position, 1_000);
    assert_eq!(choice.value, Value::Win(3));
    assert_eq!(choice.point, "l10".parse().unwrap());
    position.play(choice.point).unwrap();
    assert_eq!((fives(&position, Stone::White), stops(&position)), (vec!["j8".parse().unwrap()], vec![]));
}

/// In caro, one stone stops a four with two open ends if the other side stands behind one of them.
#[test]
fn in_caro_an_open_four_may_be_stopped() {
    let moves = "e8 c8 f8 a1 g8 j8 h8";
    assert_eq!(choose(&mut strong(), &position("gomoku15", moves), 1_000).value, Value::Loss(2));
    let position = position("caro15", moves);
    let fives = fives(&position, Stone::Black);
    assert_eq!(fives, ["d8", "i8"].map(|text| text.parse::<Point>().unwrap()));
    let choice = choose(&mut strong(), &position, 5_000);
    assert!(
        stops(&position).contains(&choice.point) && !matches!(choice.value, Value::Loss(_)),
        "{choice:?}"
    );
}

/// A four whose five would be an overline is none.
#[test]
fn black_does_not_count_on_an_overline() {
    let position = position("renju15", "c8 a1 d8 a3 e8 a5 g8 a7 h8 a9");
    // f8 would make six.
    assert!(fives(&position, Stone::Black).is_empty());
    let choice = choose(&mut strong(), &position, 20_000);
    assert_ne!(choice.point, "f8".parse().unwrap());
}

#[test]
fn every_level_plays_every_rule_set_and_the_articles_engines_do_not() {
    for variant in BOARDS {
        let variant: Variant = variant.parse().unwrap();
        let choices = available(variant);
        assert_eq!((choices.levels, choices.engines), (&Level::ALL[..], &[EngineName::Pvs][..]));
        for level in Level::ALL {
            let mut engine = engine_for(level.into(), variant).unwrap();
            let mut position = Position::new(variant);
            for seed in 0..12 {
                let limits = Limits { max_nodes: Some(2_000), seed, ..Limits::default() };
                let Some(choice) = engine.choose(&position, &limits, &StopFlag::default(), &mut ()) else {
                    break;
                };
                if position.play(choice.point).unwrap().is_some() {
                    break;
                }
            }
        }
    }
}

#[test]
fn an_opening_is_placed_and_chosen_in_balance() {
    let stop = StopFlag::default();
    for (seed, variant) in (0..6).zip([Variant::GOMOKU15, Variant::RENJU15, Variant::CARO15].iter().cycle()) {
        let mut player = OpeningPlayer::new(Limits { seed, ..Limits::default() }, &stop);
        let mut position = Position::new(*variant);
        let mut choices = 0;
        while let Some(step) = Opening::Swap2.step(Progress { stones: position.moves().len(), choices }) {
            match step {
                Step::Stone { .. } => {
                    let point = player.stone(&position, Opening::Swap2, choices).unwrap();
                    position.play(point).unwrap();
                }
                Step::Choice { .. } => match player.choice(&position, step) {
                    Choice::PlaceTwo => choices += 1,
                    Choice::Black | Choice::White => break,
                },
            }
        }
        assert!(position.moves().len() >= 3);
        let value = choose(&mut strong(), &position, 20_000).value;
        assert!(matches!(value, Value::Estimate(-400..=400)), "{variant} {:?}: {value:?}", position.moves());
    }
}

#[test]
fn a_side_that_is_clearly_ahead_is_chosen() {
    // White cannot stop the open three of Black.
    let position = position("gomoku15", "h8 a1 j8");
    let step = Opening::Swap.steps()[3];
    let stop = StopFlag::default();
    let choice = OpeningPlayer::new(Limits::default(), &stop).choice(&position, step);
    assert_eq!(choice, Choice::Black);
}

/// The same stones have other values, so nothing of the search before may remain in the table.
#[test]
fn one_engine_may_be_asked_under_one_rule_set_after_another() {
    let moves = "h8 i9 j8 i8 i7 h6 j9 g7 k10";
    let mut engine = strong();
    for variant in ["gomoku15", "renju15", "standard15"] {
        let position = position(variant, moves);
        assert_eq!(
            choose(&mut engine, &position, 5_000),
            choose(&mut strong(), &position, 5_000),
            "{variant}"
        );
    }
}
