//! Tests of the `pvs` engine through the public interface: legal and urgent moves on every board, repeatable
//! answers, and correct proofs of wins.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod common;

use std::time::{Duration, Instant};

use common::{Dice, assert_urgent, choose, position, strong};
use proptest::prelude::*;
use tengen_engine::{
    Budget, Choice, Engine as _, Limits, Pace, Purpose, StopFlag, Value, engine_for, pvs::PvsEngine,
    solver::Solver,
};
use tengen_shared::rules::{Level, Outcome, Position, Variant};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn every_move_is_legal_and_no_five_is_missed_however_small_the_budget(seed: u64, nodes in 0..3000_u64) {
        let mut dice = Dice(seed);
        let variant = dice.variant();
        let position = dice.tense_position(variant);
        let choice = choose(&mut strong(), &position, nodes);
        assert_urgent(&position, choice.point);
        prop_assert_eq!(choice.line[0], choice.point);
        let mut after = position.clone();
        for point in &choice.line {
            prop_assert!(after.play(*point).is_ok(), "{:?}", choice.line);
        }
    }

    #[test]
    fn what_is_stopped_before_it_begins_answers_all_the_same(seed: u64) {
        let mut dice = Dice(seed);
        let variant = dice.variant();
        let position = dice.tense_position(variant);
        let stop = StopFlag::default();
        stop.stop();
        let choice = strong().choose(&position, &Limits::default(), &stop, &mut ()).unwrap();
        assert_urgent(&position, choice.point);
        // The engine sees a win with the next stones without a search.
        let proven = matches!(choice.value, Value::Win(_));
        prop_assert!(proven || choice.pace == Pace::Shortened, "{:?}", choice);
    }

    #[test]
    fn proven_values_are_those_of_the_exact_solver(seed: u64) {
        let mut dice = Dice(seed);
        let variant: Variant = ["5x5k4", "4x4k3", "5x5k4 exact", "6x5k5", "5x4k3 exact"][dice.below(5)].parse().unwrap();
        let position = dice.tense_position(variant);
        let choice = choose(&mut strong(), &position, 20_000);
        let mut solver = Solver::new(variant, 1 << 20).unwrap();
        let (stop, limits) = (StopFlag::default(), Limits::default());
        let solution = solver.solve(&position, &mut Budget::new(limits, &stop)).unwrap();
        match (choice.value, solution.value) {
            // A proof need not be the shortest, nor a defence the longest.
            (Value::Win(plies), Value::Win(best)) => prop_assert!(plies >= best && plies % 2 == best % 2),
            (Value::Loss(plies), Value::Loss(best)) => prop_assert!(plies % 2 == best % 2),
            (Value::Estimate(_), _) => {}
            (told, exact) => prop_assert!(false, "{told:?} is {exact:?} on {variant} {:?}", position.moves()),
        }
    }
}

#[test]
fn the_same_question_has_the_same_answer_whatever_was_asked_before() {
    let position = position("gomoku15", "h8 i9 j8 i8 i7 h6 j9 g7 k10");
    let ask = |engine: &mut PvsEngine| choose(engine, &position, 30_000);
    let mut engine = strong();
    let first = ask(&mut engine);
    assert_eq!(first, ask(&mut strong()));
    choose(&mut engine, &Position::new(Variant::GOMOKU19), 5_000);
    engine.forget();
    assert_eq!(first, ask(&mut engine));
}

#[test]
fn a_deadline_that_has_passed_still_gives_the_least_depth() {
    let position = position("gomoku15", "h8 i9 j8 i8 i7 h6");
    let limits = Limits { deadline: Some(std::time::Instant::now()), min_depth: 2, ..Limits::default() };
    let choice = strong().choose(&position, &limits, &StopFlag::default(), &mut ()).unwrap();
    assert!(choice.depth >= 2 && choice.pace == Pace::Shortened, "{choice:?}");
}

/// Another strong engine has proven these wins in 11 to 13 plies.
#[test]
fn wins_by_threats_are_found_and_played_out() {
    for (moves, most) in
        [("i12 e13 h11 e11 h13 g11", 400_000), ("j10 m6 h9 g9 g10 h10 i8 j7 i11 l11", 400_000)]
    {
        let mut position = position("gomoku15", moves);
        let side = position.to_move();
        let (mut attacker, mut defender) = (PvsEngine::new(16 << 20, u8::MAX), strong());
        let found = choose(&mut attacker, &position, most);
        assert!(matches!(found.value, Value::Win(_)), "{moves}: {found:?}");
        while position.outcome().is_none() {
            let choice = if position.to_move() == side {
                choose(&mut attacker, &position, most)
            } else {
                choose(&mut defender, &position, 5_000)
            };
            position.play(choice.point).unwrap();
        }
        assert_eq!(position.outcome(), Some(Outcome::Win(side)), "{moves}");
    }
}

#[test]
fn the_only_move_is_played_soon_and_its_worth_is_looked_for_as_long_as_may_be() {
    // White must block the four.
    let position = position("gomoku15", "h8 g8 i8 g10 j8 c13 d4 m5 k8");
    let most = 100_000;
    let [moved, valued] = [Purpose::Move, Purpose::Value].map(|purpose| {
        let limits = Limits { max_nodes: Some(most), purpose, ..Limits::default() };
        strong().choose(&position, &limits, &StopFlag::default(), &mut ()).unwrap()
    });
    assert_eq!([moved.point, valued.point], ["l8".parse().unwrap(); 2]);
    assert!(moved.nodes < most / 2, "{moved:?}");
    assert!(valued.nodes == most || !matches!(valued.value, Value::Estimate(_)), "{valued:?}");
}

#[test]
fn several_threads_answer_as_soundly_as_one() {
    let position = position("gomoku15", "i12 e13 h11 e11 h13 g11");
    let mut engine = PvsEngine::new(4 << 20, u8::MAX);
    engine.set_threads(3);
    let choice = choose(&mut engine, &position, 200_000);
    assert!(position.check(choice.point).is_ok());
    assert!(!matches!(choice.value, Value::Loss(_)), "{choice:?}");
}

/// Varied openings take several searches. A result is kept even if the time ends during one of them.
#[test]
fn time_that_ends_in_the_choice_of_first_stones_still_gives_a_searched_move() {
    let position = position("gomoku15", "h8");
    for ms in [1, 5, 10, 20, 40, 80] {
        let mut engine = engine_for(Level::Master.into(), Variant::GOMOKU15).unwrap();
        let deadline = Some(Instant::now() + Duration::from_millis(ms));
        let limits = Limits { deadline, min_depth: 1, ..Limits::default() };
        let choice = engine.choose(&position, &limits, &StopFlag::default(), &mut ()).unwrap();
        assert!(choice.depth > 0, "{ms} ms: {choice:?}");
    }
}

/// The first stones depend on the seed, and one seed gives one game.
#[test]
fn no_two_evenings_begin_alike_and_a_seed_gives_one() {
    let game = |seed| {
        let mut engine = engine_for(Level::Master.into(), Variant::GOMOKU15).unwrap();
        let limits = Limits { seed, max_nodes: Some(150_000), ..Limits::default() };
        let mut position = Position::new(Variant::GOMOKU15);
        for _ in 0..3 {
            let Choice { point, .. } =
                engine.choose(&position, &limits, &StopFlag::default(), &mut ()).unwrap();
            position.play(point).unwrap();
        }
        position.moves().to_vec()
    };
    let games: Vec<_> = (0..6).map(game).collect();
    let mut different = games.clone();
    different.sort_unstable();
    different.dedup();
    assert!(different.len() > 2, "{games:?}");
    assert_eq!(game(3), games[3]);
}

/// White wins by f8 here, which a short search does not see.
#[test]
fn no_variety_gives_up_a_win_that_the_search_finds() {
    let position = position("gomoku15", "h8 g9 c3 f9 e5");
    for seed in 0..4 {
        let mut engine = engine_for(Level::Master.into(), Variant::GOMOKU15).unwrap();
        let limits = Limits { seed, max_nodes: Some(2_000_000), ..Limits::default() };
        let choice = engine.choose(&position, &limits, &StopFlag::default(), &mut ()).unwrap();
        assert!(matches!(choice.value, Value::Win(_)), "seed {seed}: {choice:?}");
    }
}
