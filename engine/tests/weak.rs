//! Tests of the weak levels: they err like beginners, depending on the seed, and their moves stay plausible.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod common;

use common::Dice;
use tengen_engine::{Choice, Limits, StopFlag, Value, available, engine_for};
use tengen_shared::rules::{Level, Point, Position, Variant};

const BOARDS: [&str; 6] = ["gomoku15", "gomoku19", "standard15", "7x7k4", "12x12k4", "15x15k6"];
const WEAK: [Level; 2] = [Level::Easy, Level::Medium];

fn ask(level: Level, position: &Position, seed: u64) -> Choice {
    let limits = Limits { seed, ..Limits::default() };
    let mut player = engine_for(level.into(), position.variant()).unwrap();
    player.choose(position, &limits, &StopFlag::default(), &mut ()).unwrap()
}

fn after(variant: &str, moves: &str) -> Position {
    let mut position = Position::new(variant.parse().unwrap());
    for at in moves.split_whitespace() {
        position.play(at.parse().unwrap()).unwrap();
    }
    position
}

fn is_near(position: &Position, point: Point) -> bool {
    let close = |a: u8, b: u8| a.abs_diff(b) <= 2;
    position.moves().iter().any(|stone| close(stone.col(), point.col()) && close(stone.row(), point.row()))
}

#[test]
fn a_weak_level_answers_near_the_stones() {
    for text in BOARDS {
        let variant: Variant = text.parse().unwrap();
        let mut position = Position::new(variant);
        let centre = Point::new(variant.width() / 2, variant.height() / 2).unwrap();
        position.play(centre).unwrap();
        for level in WEAK {
            let answers: Vec<Point> = (0..40).map(|seed| ask(level, &position, seed).point).collect();
            for answer in &answers {
                assert!(is_near(&position, *answer), "{level} answers {centre} with {answer} on {text}");
            }
        }
        // Two weak players play whole games, far beyond the opening.
        for seed in 0..4 {
            let mut position = position.clone();
            while position.outcome().is_none() && position.moves().len() < 40 {
                let level = WEAK[position.moves().len() % 2];
                let point = ask(level, &position, seed).point;
                assert!(is_near(&position, point), "{text} {:?}: {point}", position.moves());
                position.play(point).unwrap();
            }
        }
    }
}

#[test]
fn no_level_misses_a_five_and_the_same_seed_gives_the_same_move() {
    let mut dice = Dice(3);
    for seed in 0..100 {
        for text in BOARDS {
            let position = dice.tense_position(text.parse().unwrap());
            for level in WEAK {
                let choice = ask(level, &position, seed);
                common::assert_urgent(&position, choice.point);
                assert_eq!(choice, ask(level, &position, seed));
            }
        }
    }
}

#[test]
fn easy_overlooks_an_open_three_now_and_then_and_medium_less_often() {
    // Black has an open three and threatens an open four.
    let position = after("gomoku15", "h8 j12 i8 k11 g8");
    let stops: [Point; 4] = ["e8", "f8", "j8", "k8"].map(|at| at.parse().unwrap());
    let overlooks =
        |level| (0..400).filter(|seed| !stops.contains(&ask(level, &position, *seed).point)).count();
    let [easy, medium] = WEAK.map(overlooks);
    assert!((60..240).contains(&easy), "easy overlooks {easy} of 400");
    assert!((20..easy).contains(&medium), "medium overlooks {medium} of 400, easy {easy}");
}

#[test]
fn whoever_sees_a_win_goes_on_with_it() {
    // Black has an open three and is to move.
    let position = after("gomoku15", "h8 j12 i8 k11 g8 b2");
    for level in WEAK {
        for seed in 0..200 {
            let choice = ask(level, &position, seed);
            assert!(matches!(choice.value, Value::Win(_)), "{level}: {choice:?}");
        }
    }
}

#[test]
fn easy_does_not_always_open_the_same_way() {
    for text in BOARDS {
        let variant: Variant = text.parse().unwrap();
        assert!(available(variant).contains(Level::Easy.into()));
        let mut position = Position::new(variant);
        position.play(Point::new(3, 3).unwrap()).unwrap();
        let mut answers: Vec<Point> = (0..60).map(|seed| ask(Level::Easy, &position, seed).point).collect();
        answers.sort_unstable();
        answers.dedup();
        assert!(answers.len() >= 4, "{text}: {answers:?}");
    }
}
