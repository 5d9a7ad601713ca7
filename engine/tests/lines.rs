//! The line-counting brain: urgent moves on every variant, stopping, repeating, and play against chance.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod common;

use common::{Depths, Dice, assert_urgent, choose, loses_within, wins_within};
use proptest::prelude::*;
use tengen_engine::{Brain, Limits, StopFlag, Value, classic::lines::Lines};
use tengen_shared::rules::{Outcome, Point, Position, Runs, Variant};

proptest! {
    #[test]
    fn no_win_and_no_block_is_ever_missed(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let variant = dice.variant();
        let position = dice.tense_position(variant);
        let choice = choose(&mut Lines::default(), &position, 300);
        assert_urgent(&position, choice.point);
        prop_assert_eq!(choice.line[0], choice.point);

        let stop = StopFlag::default();
        stop.stop();
        let stopped = Lines::default().choose(&position, &Limits::default(), &stop, &mut ()).unwrap();
        assert_urgent(&position, stopped.point);
        prop_assert_eq!(stopped.nodes, 0);
    }

    #[test]
    fn the_expected_line_is_legal_and_ends_as_promised(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let variant = dice.variant();
        let mut position = dice.tense_position(variant);
        let mover = position.to_move();
        let choice = choose(&mut Lines::default(), &position, 2000);
        for point in &choice.line {
            position.play(*point).unwrap();
        }
        let plies = choice.line.len();
        let promised = match choice.value {
            Value::Win(n) => Some((usize::from(n), Some(Outcome::Win(mover)))),
            Value::Loss(n) => Some((usize::from(n), Some(Outcome::Win(mover.other())))),
            Value::Estimate(_) => None,
        };
        if let Some(promised) = promised {
            prop_assert_eq!((plies, position.outcome()), promised);
        }
    }

    #[test]
    fn the_same_question_gets_the_same_answer(seed in any::<u64>(), max_nodes in 0..3000_u64) {
        let mut dice = Dice(seed);
        let variant = dice.variant();
        let position = dice.tense_position(variant);
        let mut used = Lines::default();
        let first = choose(&mut used, &position, max_nodes);
        prop_assert_eq!(&first, &choose(&mut used, &position, max_nodes));
        prop_assert_eq!(&first, &choose(&mut Lines::default(), &position, max_nodes));
        prop_assert!(first.nodes <= max_nodes);
    }
}

/// A win or loss that is called proven is one, also against replies far from every stone.
#[test]
fn what_is_called_proven_holds_against_every_reply() {
    let variants = ["5x5k4", "7x6k4", "4x12k4 exact", "8x8k4", "9x3k3"].map(|text| text.parse().unwrap());
    let (mut dice, mut proven) = (Dice(11), 0);
    for round in 0..400 {
        let mut position = dice.tense_position(variants[round % variants.len()]);
        match choose(&mut Lines::default(), &position, 2000).value {
            Value::Win(plies) if plies <= 5 => assert!(wins_within(&mut position, plies)),
            Value::Loss(plies) if plies <= 4 => assert!(loses_within(&mut position, plies)),
            _ => continue,
        }
        proven += 1;
    }
    assert!(proven > 100, "{proven}");
}

/// Games of 100 that the brain wins against an opponent who plays anywhere.
fn wins_against_chance(variant: Variant) -> u32 {
    let mut dice = Dice(2024);
    (0..100)
        .map(|game| {
            let mut position = Position::new(variant);
            while position.outcome().is_none() {
                let brains_turn = position.moves().len() % 2 == game % 2;
                let point = if brains_turn {
                    choose(&mut Lines::default(), &position, 400).point
                } else {
                    dice.legal(&position)
                };
                position.play(point).unwrap();
            }
            // The winner made the last stone, so the number of stones tells who that was.
            let last_was_brain = (position.moves().len() - 1) % 2 == game % 2;
            u32::from(last_was_brain && matches!(position.outcome(), Some(Outcome::Win(_))))
        })
        .sum()
}

#[test]
fn chance_hardly_ever_wins() {
    for variant in ["gomoku15", "gomoku19", "7x7k4", "20x10k5"] {
        let wins = wins_against_chance(variant.parse().unwrap());
        assert!(wins >= 95, "{variant}: {wins} of 100");
    }
}

#[test]
fn the_default_limit_finishes_two_plies_on_every_board() {
    let mut dice = Dice(5);
    for round in 0..12 {
        let text = ["26x26k5", "26x26k13 exact", "26x26k26", "26x26k6"][round % 4];
        let mut position = Position::new(text.parse().unwrap());
        for _ in 0..round * 12 {
            let point = dice.legal(&position);
            if position.play(point).unwrap().is_some() {
                position.undo();
            }
        }
        let choice =
            Lines::default().choose(&position, &Limits::default(), &StopFlag::default(), &mut ()).unwrap();
        let settled = !matches!(choice.value, Value::Estimate(_));
        assert!(choice.depth >= 2 || settled, "{text} {:?}", position.moves());
    }
}

#[test]
fn an_observer_sees_every_finished_depth() {
    let mut position = Position::new(Variant::GOMOKU15);
    position.play(Point::new(7, 7).unwrap()).unwrap();
    let mut seen = Depths::default();
    let limits = Limits { max_nodes: Some(50_000), ..Limits::default() };
    let choice = Lines::new(3).choose(&position, &limits, &StopFlag::default(), &mut seen).unwrap();
    assert_eq!(seen.0.iter().map(|choice| choice.depth).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(seen.0.last(), Some(&choice));
}

#[test]
fn runs_that_are_too_long_neither_win_nor_need_a_block() {
    // a1 b1 . d1 e1 f1 with five to win: c1 makes six.
    let play = |runs| {
        let mut position = Position::new(Variant::new(15, 15, 5, runs).unwrap());
        for text in ["a1", "a15", "b1", "c15", "d1", "e15", "e1", "g15", "f1", "i15"] {
            position.play(text.parse().unwrap()).unwrap();
        }
        choose(&mut Lines::default(), &position, 5000)
    };
    assert_eq!(play(Runs::AtLeast).point.to_string(), "c1");
    assert_eq!(play(Runs::AtLeast).value, Value::Win(1));
    assert_ne!(play(Runs::Exactly).value, Value::Win(1));
}

#[test]
fn the_last_points_are_played_and_a_decided_board_has_no_choice() {
    let variant = Variant::new(4, 4, 4, Runs::Exactly).unwrap();
    let mut position = Position::new(variant);
    while position.outcome().is_none() {
        let choice = choose(&mut Lines::default(), &position, 2000);
        position.play(choice.point).unwrap();
    }
    assert_eq!(position.outcome(), Some(Outcome::Draw));
    let none = Lines::default().choose(&position, &Limits::default(), &StopFlag::default(), &mut ());
    assert_eq!(none, None);
}
