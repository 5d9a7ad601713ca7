//! Article 004's brain made wide: nothing urgent is missed, and what it calls proven is.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod common;

use common::{Depths, Dice, assert_urgent, choose, loses_within, wins_within};
use proptest::prelude::*;
use serde::Deserialize;
use tengen_engine::{
    Brain, Limits, Pace, StopFlag, Value,
    classic::domain::{DEFAULT_NODES, Domain},
    solver::Perfect,
};
use tengen_shared::rules::{Outcome, Point, Position, Runs, Stone, Variant};

/// A variant of win length 5 on which play is close.
fn variant(dice: &mut Dice) -> Variant {
    let runs = if dice.below(2) == 0 { Runs::AtLeast } else { Runs::Exactly };
    let mut side = || 5 + u8::try_from(dice.below(15)).unwrap();
    Variant::new(side(), side(), 5, runs).unwrap()
}

fn play(variant: Variant, text: &str) -> Position {
    let mut position = Position::new(variant);
    for at in text.split_whitespace() {
        position.play(at.parse().unwrap()).unwrap();
    }
    position
}

proptest! {
    #[test]
    fn every_five_is_taken_and_every_single_five_is_blocked(seed in any::<u64>(), max_nodes in 0..500_u64) {
        let mut dice = Dice(seed);
        let variant = if seed % 8 == 0 { dice.variant() } else { variant(&mut dice) };
        let position = dice.tense_position(variant);
        let choice = choose(&mut Domain::default(), &position, max_nodes);
        assert_urgent(&position, choice.point);
        prop_assert_eq!(choice.line[0], choice.point);
        prop_assert!(choice.nodes <= max_nodes);
        let stop = StopFlag::default();
        stop.stop();
        let stopped = Domain::default().choose(&position, &Limits::default(), &stop, &mut ()).unwrap();
        assert_urgent(&position, stopped.point);
        prop_assert_eq!(stopped.nodes, 0);
    }

    #[test]
    fn the_same_question_gets_the_same_answer_and_a_legal_line(seed in any::<u64>(), max_nodes in 0..5000_u64) {
        let mut dice = Dice(seed);
        let variant = variant(&mut dice);
        let mut position = dice.tense_position(variant);
        let choice = choose(&mut Domain::default(), &position, max_nodes);
        prop_assert_eq!(&choice, &choose(&mut Domain::default(), &position, max_nodes));
        for point in choice.line {
            position.play(point).unwrap();
        }
    }
}

/// A win or loss that is called proven is one, whatever the other side plays.
#[test]
fn what_is_called_proven_holds_against_every_reply() {
    let variants = ["7x7k5", "9x5k5", "8x8k5 exact", "6x7k5"].map(|text| text.parse().unwrap());
    let (mut dice, mut wins, mut losses) = (Dice(11), 0, 0);
    for round in 0..600 {
        let mut position = dice.tense_position(variants[round % variants.len()]);
        match choose(&mut Domain::default(), &position, 3000).value {
            Value::Win(plies) if plies <= 3 => {
                assert!(wins_within(&mut position, plies), "{:?}", position.moves());
                wins += 1;
            }
            Value::Loss(plies) if plies <= 4 => {
                assert!(loses_within(&mut position, plies), "{:?}", position.moves());
                losses += 1;
            }
            _ => {}
        }
    }
    assert!(wins > 100 && losses > 5, "{wins} wins, {losses} losses");
}

/// On the smallest boards the exact solver knows better.
#[test]
fn what_is_called_proven_is_so_for_the_solver() {
    let variants = ["6x5k5", "5x6k5 exact", "5x5k5"].map(|text| text.parse().unwrap());
    let (mut dice, mut proven) = (Dice(12), 0);
    for round in 0..300 {
        let mut position = dice.tense_position(variants[round % variants.len()]);
        while position.moves().len() < 12 {
            let point = dice.legal(&position);
            if position.play(point).unwrap().is_some() {
                position.undo();
                break;
            }
        }
        let value = choose(&mut Domain::default(), &position, 3000).value;
        let (plies, won) = match value {
            Value::Win(plies) => (plies, true),
            Value::Loss(plies) => (plies, false),
            Value::Estimate(_) => continue,
        };
        proven += 1;
        match choose(&mut Perfect::default(), &position, u64::MAX).value {
            Value::Win(quickest) => assert!(won && quickest <= plies, "{:?}", position.moves()),
            Value::Loss(slowest) => assert!(!won && slowest <= plies, "{:?}", position.moves()),
            Value::Estimate(_) => panic!("{value:?} is a draw: {:?}", position.moves()),
        }
    }
    assert!(proven > 80, "{proven}");
}

/// A position in which the side to move has a forced win.
#[derive(Deserialize)]
struct Tactic {
    moves: String,
}

/// Forced wins of 7 to 43 plies: how many are found within a fifth of the brain's own node limit is a floor that
/// no change may fall below; each that is called proven is played out against this brain's own best defence.
#[test]
fn forced_wins_are_found_and_played_out() {
    let (mut found, max_nodes) = (0, DEFAULT_NODES / 5);
    for line in include_str!("vectors/tactics.jsonl").lines() {
        let tactic: Tactic = serde_json::from_str(line).unwrap();
        let mut position = play(Variant::GOMOKU15, &tactic.moves);
        let attacker = position.to_move();
        let Value::Win(mut left) = choose(&mut Domain::default(), &position, max_nodes).value else {
            continue;
        };
        found += 1;
        while left > 0 && position.outcome().is_none() {
            let point = choose(&mut Domain::default(), &position, max_nodes).point;
            position.play(point).unwrap();
            left -= 1;
        }
        assert_eq!(position.outcome(), Some(Outcome::Win(attacker)), "{}", tactic.moves);
    }
    assert!(found >= 20, "{found} of 102");
}

#[test]
fn fours_and_fives_far_from_the_last_stones_are_seen() {
    // Black's three in the corner becomes an open four, though both last stones are elsewhere.
    let position = play(Variant::GOMOKU19, "c3 s19 d3 q1 e3 s17");
    let choice = choose(&mut Domain::default(), &position, 2000);
    assert_eq!(choice.value, Value::Win(3));
    assert!(["b3", "f3"].contains(&choice.point.to_string().as_str()), "{}", choice.point);
    // White must answer it with a stone that stops the open four.
    let position = play(Variant::GOMOKU19, "c3 s19 d3 q1 e3 s17 a19");
    let choice = choose(&mut Domain::default(), &position, 2000);
    assert!(["b3", "f3", "g3", "a3"].contains(&choice.point.to_string().as_str()), "{}", choice.point);
}

#[test]
fn it_opens_in_the_centre_and_leaves_a_full_domain() {
    let empty = Position::new(Variant::GOMOKU15);
    assert_eq!(choose(&mut Domain::default(), &empty, 1000).point.to_string(), "h8");
    // On a narrow board both domains reach only so far: all within them is taken, nobody has two in a row that
    // could grow, and the board goes on to the right.
    let variant: Variant = "26x5k5".parse().unwrap();
    let mut position = Position::new(variant);
    let at = |col: u8, row: u8| Point::new(col, row).unwrap();
    let filled = (0..10).flat_map(|col| (0..5).map(move |row| (col, row))).filter(|at| *at != (0, 0));
    let black = |(col, row): &(u8, u8)| (col / 2 + row).is_multiple_of(2);
    let (black, mut white): (Vec<_>, Vec<_>) = filled.partition(black);
    for (col, row) in black {
        position.play(at(col, row)).unwrap();
        let (col, row) = white.pop().unwrap_or((25, 0));
        position.play(at(col, row)).unwrap();
    }
    assert_eq!(position.outcome(), None);
    let choice = choose(&mut Domain::default(), &position, 20_000);
    assert_eq!((position.check(choice.point), choice.depth >= 2), (Ok(()), true));
}

#[test]
fn an_observer_sees_every_finished_depth_and_the_least_depth_is_finished_late() {
    let position = play(Variant::GOMOKU15, "h8 i9 g7");
    let mut seen = Depths::default();
    let limits = Limits { max_nodes: Some(100_000), ..Limits::default() };
    let choice = Domain::new(4).choose(&position, &limits, &StopFlag::default(), &mut seen).unwrap();
    assert_eq!(seen.0.iter().map(|choice| choice.depth).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(choice.line, seen.0.last().unwrap().line);

    let late = Limits { deadline: Some(std::time::Instant::now()), min_depth: 2, ..Limits::default() };
    let choice = Domain::default().choose(&position, &late, &StopFlag::default(), &mut ()).unwrap();
    assert_eq!((choice.depth >= 2, choice.pace), (true, Pace::Shortened));
}

#[test]
fn runs_that_are_too_long_neither_win_nor_need_a_block() {
    // a1 b1 . d1 e1 f1 with five to win: c1 makes six.
    let moves = "a1 a15 b1 c15 d1 e15 e1 g15 f1 i15";
    let at_least = choose(&mut Domain::default(), &play(Variant::GOMOKU15, moves), 5000);
    assert_eq!((at_least.point.to_string().as_str(), at_least.value), ("c1", Value::Win(1)));
    let exactly = choose(&mut Domain::default(), &play(Variant::STANDARD15, moves), 5000);
    assert_ne!(exactly.point.to_string(), "c1");
}

#[test]
fn a_decided_position_has_no_choice() {
    let won = play(Variant::GOMOKU15, "a1 a15 b1 c15 c1 e15 d1 g15 e1");
    assert_eq!(won.outcome(), Some(Outcome::Win(Stone::Black)));
    assert_eq!(Domain::default().choose(&won, &Limits::default(), &StopFlag::default(), &mut ()), None);
}
