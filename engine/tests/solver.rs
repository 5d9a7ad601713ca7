//! Tests of the solver with known results, the golden vectors and plain minimax.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

#[path = "solver/brain.rs"]
mod brain;
mod common;

use std::collections::HashMap;

use common::Dice;
use proptest::prelude::*;
use serde::Deserialize;
use tengen_engine::{
    Budget, Engine, Limits, StopFlag, Value,
    solver::{Perfect, Solution, Solver, Unsolvable, is_solvable},
};
use tengen_shared::rules::{Outcome, Point, Position, RuleSet, Stone, Variant};

const MIB: usize = 1 << 20;

fn variant(text: &str) -> Variant {
    text.parse().unwrap()
}

/// Asks a solver without a limit.
fn ask<T>(question: impl FnOnce(&mut Budget<'_>) -> Option<T>) -> T {
    question(&mut Budget::new(Limits::default(), &StopFlag::default())).unwrap()
}

fn solve(position: &Position) -> Solution {
    let mut solver = Solver::new(position.variant(), MIB).unwrap();
    ask(|budget| solver.solve(position, budget))
}

/// Returns 1 for a win of the side to move, 0 for a draw and -1 for a loss.
fn result(value: Value) -> i32 {
    assert!(!matches!(value, Value::Estimate(units) if units != 0), "{value:?}");
    i32::from(value > Value::Estimate(0)) - i32::from(value < Value::Estimate(0))
}

/// Plays the line of a solution. It must be legal, and its end must match the value.
fn assert_line_keeps_its_word(position: &Position, solution: &Solution) {
    let mover = position.to_move();
    let (plies, outcome) = match solution.value {
        Value::Win(plies) => (usize::from(plies), Outcome::Win(mover)),
        Value::Loss(plies) => (usize::from(plies), Outcome::Win(mover.other())),
        Value::Estimate(_) => (position.legal_points().count(), Outcome::Draw),
    };
    let mut after = position.clone();
    for point in &solution.line {
        after.play(*point).unwrap();
    }
    assert_eq!(solution.line[0], solution.best);
    assert_eq!((solution.line.len(), after.outcome()), (plies, Some(outcome)), "{:?}", position.moves());
}

#[test]
fn known_results_are_found() {
    // Results from the literature (Uiterwijk and van den Herik, "The advantage of the initiative", 2000). The
    // distance of 4x3 is that of plain minimax, which another test checks.
    let known = [
        ("3x3k3", Value::Estimate(0)),
        ("4x3k3", Value::Win(7)),
        ("3x4k3", Value::Win(7)),
        ("4x4k4", Value::Estimate(0)),
        ("5x4k4", Value::Estimate(0)),
        ("4x5k4", Value::Estimate(0)),
    ];
    for (text, value) in known {
        let position = Position::new(variant(text));
        let solution = solve(&position);
        assert_eq!(solution.value, value, "{text}");
        assert!(solution.nodes > 0);
        assert_line_keeps_its_word(&position, &solution);
    }
}

/// One line of the vectors: a position with the AI to move.
#[derive(Deserialize)]
struct Vector {
    pos: String,
    first: char,
    stones: usize,
    outcome: i32,
    plies: usize,
    move_outcome: Vec<Option<i32>>,
    keep: Vec<usize>,
}

impl Vector {
    /// Plays the stones in some order. No earlier position has a line, because the last one has none.
    fn position(&self) -> Position {
        let points: Vec<Point> = Variant::TICTACTOE.reading_order().collect();
        let second = if self.first == 'C' { 'H' } else { 'C' };
        let of = |sign: char| self.pos.char_indices().filter(move |(_, c)| *c == sign).map(|(cell, _)| cell);
        let mut second = of(second);
        let mut position = Position::new(Variant::TICTACTOE);
        for cell in of(self.first) {
            position.play(points[cell]).unwrap();
            if let Some(cell) = second.next() {
                position.play(points[cell]).unwrap();
            }
        }
        assert_eq!(position.moves().len(), self.stones);
        position
    }
}

fn vectors() -> Vec<Vector> {
    let text = include_str!("vectors/ttt_solved.jsonl");
    let vectors: Vec<Vector> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(vectors.len(), 2327);
    vectors
}

#[test]
fn tic_tac_toe_is_solved_as_in_every_vector() {
    let mut solver = Solver::new(Variant::TICTACTOE, MIB).unwrap();
    let points: Vec<Point> = Variant::TICTACTOE.reading_order().collect();
    for vector in vectors() {
        let position = vector.position();
        let solution = ask(|budget| solver.solve(&position, budget));
        assert_eq!(result(solution.value), vector.outcome, "{}", vector.pos);
        assert_eq!(solution.line.len(), vector.plies, "{}", vector.pos);
        assert_line_keeps_its_word(&position, &solution);

        let mut outcomes = [None; 9];
        for (point, value) in ask(|budget| solver.moves(&position, budget)) {
            outcomes[points.iter().position(|p| *p == point).unwrap()] = Some(result(value));
        }
        assert_eq!(outcomes.as_slice(), vector.move_outcome, "{}", vector.pos);
        let keep: Vec<Point> = vector.keep.iter().map(|cell| points[*cell]).collect();
        assert_eq!(ask(|budget| solver.keeping(&position, budget)), keep, "{}", vector.pos);
    }
}

/// Plain minimax by the rules, with a memory of all positions.
#[derive(Default)]
struct Minimax(HashMap<u64, Value>);

impl Minimax {
    /// Returns the value of the move to `point`.
    fn after(&mut self, position: &mut Position, point: Point) -> Value {
        let outcome = position.play(point).unwrap();
        let value = match outcome {
            Some(Outcome::Win(_)) => Value::Win(1),
            Some(Outcome::Draw) => Value::Estimate(0),
            None => match self.value(position) {
                Value::Win(plies) => Value::Loss(plies + 1),
                Value::Loss(plies) => Value::Win(plies + 1),
                Value::Estimate(_) => Value::Estimate(0),
            },
        };
        position.undo();
        value
    }

    fn value(&mut self, position: &mut Position) -> Value {
        let sign = |point| match position.board().get(point) {
            None => 0,
            Some(Stone::Black) => 1,
            Some(Stone::White) => 2,
        };
        let key = position.variant().reading_order().fold(0, |key, point| 3 * key + sign(point));
        if let Some(value) = self.0.get(&key) {
            return *value;
        }
        let moves: Vec<Point> = position.legal_points().collect();
        let value = moves.into_iter().map(|point| self.after(position, point)).max().unwrap();
        self.0.insert(key, value);
        value
    }
}

/// Returns a random undecided position with at most `empty` empty points; `None` if the game ends before.
fn position_near_the_end(dice: &mut Dice, variant: Variant, empty: usize) -> Option<Position> {
    let mut position = Position::new(variant);
    let mut misses = 0;
    while variant.points() - position.moves().len() > empty {
        if position.play(dice.legal(&position)).unwrap().is_some() {
            position.undo();
            misses += 1;
            if misses > 30 {
                return None;
            }
        }
    }
    Some(position)
}

fn small_variant(dice: &mut Dice, most: usize) -> Variant {
    loop {
        let mut side = || 3 + u8::try_from(dice.below(3)).unwrap();
        let (width, height) = (side(), side());
        let length = 3 + u8::try_from(dice.below(usize::from(width.max(height)) - 2)).unwrap();
        let runs = if dice.below(2) == 0 { RuleSet::Freestyle } else { RuleSet::Standard };
        let variant = Variant::new(width, height, length, runs).unwrap();
        if variant.points() <= most {
            return variant;
        }
    }
}

/// Compares all answers of the solver for a position with minimax.
fn assert_equals_minimax(solver: &mut Solver, position: &Position) {
    let mut minimax = Minimax::default();
    let mut copy = position.clone();
    let value = minimax.value(&mut copy);
    let told = format!("{} {:?}", position.variant(), position.moves());
    let solution = ask(|budget| solver.solve(position, budget));
    assert_eq!(solution.value, value, "{told}");
    assert_eq!(minimax.after(&mut copy, solution.best), value, "{told}");
    assert_line_keeps_its_word(position, &solution);
    let moves: Vec<(Point, Value)> =
        position.legal_points().map(|point| (point, minimax.after(&mut copy, point))).collect();
    assert_eq!(ask(|budget| solver.moves(position, budget)), moves, "{told}");
    let keep = moves.iter().filter(|(_, after)| result(*after) == result(value)).map(|(point, _)| *point);
    assert_eq!(ask(|budget| solver.keeping(position, budget)), keep.collect::<Vec<_>>(), "{told}");
}

proptest! {
    #[test]
    fn the_solver_equals_minimax(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let variant = small_variant(&mut dice, 25);
        let Some(position) = position_near_the_end(&mut dice, variant, 9) else { return Ok(()) };
        assert_equals_minimax(&mut Solver::new(variant, MIB).unwrap(), &position);
    }

    #[test]
    fn a_full_table_forgets_but_never_lies(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let variant = small_variant(&mut dice, 20);
        let mut tiny = Solver::new(variant, 256).unwrap();
        prop_assert_eq!(tiny.table_bytes(), 256);
        for _ in 0..3 {
            let Some(position) = position_near_the_end(&mut dice, variant, 8) else { return Ok(()) };
            assert_equals_minimax(&mut tiny, &position);
        }
    }

    #[test]
    fn a_stopped_solver_leaves_no_wrong_entry(seed in any::<u64>(), limits in prop::array::uniform3(1..400_u64)) {
        let mut dice = Dice(seed);
        let variant = small_variant(&mut dice, 16);
        let mut solver = Solver::new(variant, MIB).unwrap();
        let mut stopped = 0;
        for max_nodes in limits {
            let position = position_near_the_end(&mut dice, variant, 12).unwrap_or(Position::new(variant));
            let stop = StopFlag::default();
            let limits = Limits { max_nodes: Some(max_nodes), ..Limits::default() };
            let solution = solver.solve(&position, &mut Budget::new(limits, &stop));
            stopped += u32::from(solution.is_none());
            if let Some(solution) = solution {
                prop_assert_eq!(solution.value, solve(&position).value);
            }
        }
        let Some(position) = position_near_the_end(&mut dice, variant, 9) else { return Ok(()) };
        assert_equals_minimax(&mut solver, &position);
        let empty = Position::new(variant);
        prop_assert_eq!(ask(|budget| solver.solve(&empty, budget)).value, solve(&empty).value);
        prop_assert!(stopped <= 3);
    }
}

/// Compares 4x3 boards with three and four in a row from the first stone on.
#[test]
fn whole_games_on_four_by_three_equal_minimax() {
    for text in ["4x3k3", "4x3k4", "3x4k3 exact", "4x3k4 exact"] {
        assert_equals_minimax(&mut Solver::new(variant(text), MIB).unwrap(), &Position::new(variant(text)));
    }
}

#[test]
fn a_solver_stopped_in_a_long_search_is_right_when_asked_again() {
    let position = Position::new(variant("5x4k4"));
    let mut solver = Solver::new(position.variant(), MIB).unwrap();
    let mut stops = 0;
    let solution = loop {
        let stop = StopFlag::default();
        let limits = Limits { max_nodes: Some(500), ..Limits::default() };
        match solver.solve(&position, &mut Budget::new(limits, &stop)) {
            Some(solution) => break solution,
            None => stops += 1,
        }
    };
    assert!(stops > 0);
    assert_eq!(solution.value, Value::Estimate(0));
    let fresh = solve(&position);
    assert_eq!(ask(|budget| solver.keeping(&position, budget)).len(), {
        let mut other = Solver::new(position.variant(), MIB).unwrap();
        ask(|budget| other.keeping(&position, budget)).len()
    });
    solver.forget();
    assert_eq!(ask(|budget| solver.solve(&position, budget)), fresh);
}

#[test]
fn what_cannot_be_asked_has_no_answer() {
    let error = Solver::new(Variant::GOMOKU15, MIB).unwrap_err();
    assert_eq!(error, Unsolvable::TooLarge { variant: Variant::GOMOKU15 });
    assert_eq!(
        error.to_string(),
        "gomoku15 is too large to solve: a board may have at most 49 points, as 7x7 has"
    );
    assert!(Solver::new(variant("16x3k16"), 0).is_ok());
    assert!(Solver::new(variant("10x5k4"), MIB).is_err());
    for other_rules in ["6x5k5 caro", "6x5k5 longcaro", "6x5k5 renju"].map(variant) {
        let error = Solver::new(other_rules, MIB).unwrap_err();
        assert_eq!(error, Unsolvable::OtherRules { variant: other_rules });
    }

    let mut solver = Solver::new(variant("4x3k3"), MIB).unwrap();
    let stop = StopFlag::default();
    let mut budget = Budget::new(Limits::default(), &stop);
    assert_eq!(solver.solve(&Position::new(Variant::TICTACTOE), &mut budget), None);
    let mut decided = Position::new(variant("4x3k3"));
    for text in ["a1", "a2", "b1", "b2", "c1"] {
        decided.play(text.parse().unwrap()).unwrap();
    }
    assert_eq!(solver.solve(&decided, &mut budget), None);
    assert_eq!(solver.moves(&decided, &mut budget), None);
    assert_eq!(solver.keeping(&decided, &mut budget), None);
    assert_eq!(Perfect::default().choose(&decided, &Limits::default(), &stop, &mut ()), None);
}

#[test]
fn boards_of_up_to_30_points_are_solvable() {
    for text in ["3x3k3", "5x5k4", "6x5k4 exact", "7x4k4", "10x3k4"] {
        assert!(is_solvable(variant(text)), "{text}");
    }
    for text in ["6x6k4", "11x3k4", "gomoku15", "26x26k5"] {
        assert!(!is_solvable(variant(text)), "{text}");
    }
}
