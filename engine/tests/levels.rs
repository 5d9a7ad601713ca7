//! Tests of article 001's engine with the golden vectors, and against all replies in the whole tree.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

mod common;

use common::points;
use serde::Deserialize;
use tengen_engine::{
    Engine, Limits, StopFlag, Value,
    classic::levels::{Levels, MAX_DEPTH, WIN, rank},
    verdict,
};
use tengen_shared::rules::{Outcome, Point, Position, Stone, Variant};

/// One line of the vectors: a position with the AI to move. For each depth from 1 to 9, it has the value and the
/// cells that reach it.
#[derive(Deserialize)]
struct Vector {
    pos: String,
    first: char,
    value: Vec<i32>,
    best: Vec<Vec<usize>>,
}

fn vectors() -> Vec<Vector> {
    let text = include_str!("vectors/zhou_ttt_fixed.jsonl");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

impl Vector {
    fn position(&self) -> Position {
        common::tictactoe(&self.pos, self.first)
    }
}

#[test]
fn every_depth_gives_the_value_and_the_best_cells_of_the_vectors() {
    let vectors = vectors();
    assert_eq!(vectors.len(), 2327);
    for vector in vectors {
        let position = vector.position();
        for depth in 1..=MAX_DEPTH {
            let ranking = rank(&position, depth).unwrap();
            let at = usize::from(depth) - 1;
            let best: Vec<Point> = vector.best[at].iter().map(|cell| points()[*cell]).collect();
            assert_eq!((ranking.value, &ranking.best), (vector.value[at], &best), "{} {depth}", vector.pos);
            let wins_now = !common::winning(&position, position.to_move()).is_empty();
            let pick = if wins_now { best.first() } else { best.last() };
            assert_eq!(Some(&ranking.pick), pick, "{} {depth}", vector.pos);
        }
    }
}

#[test]
fn the_brain_plays_the_articles_pick_or_the_only_block() {
    for vector in vectors() {
        let position = vector.position();
        let wins = common::winning(&position, position.to_move());
        let threats = common::winning(&position, position.to_move().other());
        for depth in [1, 2, 3, 9] {
            let ranking = rank(&position, depth).unwrap();
            let choice = common::choose(&mut Levels::new(depth), &position, u64::MAX);
            if wins.is_empty() && threats.len() == 1 {
                assert_eq!(choice.point, threats[0]);
                assert!(depth == 1 || ranking.best.contains(&choice.point));
            } else {
                assert_eq!(choice.point, ranking.pick);
            }
            assert_eq!(verdict(&choice).is_some(), ranking.value == WIN, "{} {depth}", vector.pos);
            assert_eq!(choice.line[0], choice.point);
        }
    }
}

/// Tries all replies of the other side and counts the engine's wins, draws and losses.
fn outcomes(engine: &mut Levels, stone: Stone, position: &mut Position, count: &mut [u32; 3]) {
    match position.outcome() {
        Some(Outcome::Draw) => count[1] += 1,
        Some(Outcome::Win(winner)) => count[if winner == stone { 0 } else { 2 }] += 1,
        None if position.to_move() == stone => {
            let choice = common::choose(engine, position, u64::MAX);
            let promised = verdict(&choice);
            position.play(choice.point).unwrap();
            assert_eq!(position.outcome() == Some(Outcome::Win(stone)), promised == Some(1));
            outcomes(engine, stone, position, count);
            position.undo();
        }
        None => {
            for point in position.legal_points().collect::<Vec<_>>() {
                position.play(point).unwrap();
                outcomes(engine, stone, position, count);
                position.undo();
            }
        }
    }
}

#[test]
fn depth_9_never_loses_from_the_empty_board() {
    for stone in [Stone::Black, Stone::White] {
        let mut count = [0; 3];
        outcomes(&mut Levels::new(9), stone, &mut Position::new(Variant::TICTACTOE), &mut count);
        assert_eq!(count[2], 0, "{stone:?}: wins, draws, losses {count:?}");
        assert!(count[0] > 0);
    }
}

/// Returns the most plies for which the other side can delay its loss; `None` if it need not lose.
fn held_out(engine: &mut Levels, stone: Stone, position: &mut Position) -> Option<u16> {
    match position.outcome() {
        Some(Outcome::Win(winner)) if winner == stone => return Some(0),
        Some(_) => return None,
        None => {}
    }
    let moves = if position.to_move() == stone {
        vec![common::choose(engine, position, u64::MAX).point]
    } else {
        position.legal_points().collect()
    };
    let mut longest = 0;
    for point in moves {
        position.play(point).unwrap();
        let plies = held_out(engine, stone, position);
        position.undo();
        longest = longest.max(plies?);
    }
    Some(longest + 1)
}

#[test]
fn a_verdict_is_kept() {
    for vector in vectors().iter().step_by(5) {
        let mut position = vector.position();
        let mut engine = Levels::new(9);
        let choice = common::choose(&mut engine, &position, u64::MAX);
        if verdict(&choice).is_some() {
            let stone = position.to_move();
            assert!(held_out(&mut engine, stone, &mut position).is_some(), "{}", vector.pos);
        }
    }
}

#[test]
fn stopped_beforehand_it_still_wins_blocks_and_plays() {
    let stop = StopFlag::default();
    stop.stop();
    for vector in vectors() {
        let position = vector.position();
        let choice = Levels::new(9).choose(&position, &Limits::default(), &stop, &mut ()).unwrap();
        assert_eq!(position.check(choice.point), Ok(()));
        assert!(choice.nodes <= 1);
        let threats = common::winning(&position, position.to_move().other());
        if threats.len() == 1 || choice.value == Value::Win(1) {
            common::assert_urgent(&position, choice.point);
        }
    }
}

#[test]
fn a_node_limit_keeps_the_last_finished_depth() {
    let position = Position::new(Variant::TICTACTOE);
    let whole = common::choose(&mut Levels::new(2), &position, u64::MAX);
    let cut = common::choose(&mut Levels::new(9), &position, 500);
    assert_eq!((whole.depth, cut.depth), (2, 2));
    assert_eq!((whole.point, whole.value), (cut.point, cut.value));
}

#[test]
fn a_decided_position_has_no_choice() {
    let mut position = Position::new(Variant::TICTACTOE);
    for cell in [0, 3, 1, 4, 2] {
        position.play(points()[cell]).unwrap();
    }
    let choice = Levels::new(3).choose(&position, &Limits::default(), &StopFlag::default(), &mut ());
    assert_eq!(choice, None);
    assert_eq!(rank(&position, 3), None);
}
