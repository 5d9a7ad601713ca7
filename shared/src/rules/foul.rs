//! Black's forbidden moves in renju, by the rules of the Renju International Federation (1996, with the correction of
//! 1998), <http://www.renju.net/study/rifrules.php>.
//!
//! The terms of section 3:
//!
//! - A *four* is a row of four stones that one more stone makes a five.
//! - A *straight four* is an unbroken four that two different stones make a five.
//! - A *three* is a row of three stones that one more stone makes a straight four, without making a five at the same
//!   time. That stone must itself be permitted (9.3).
//! - A *double four* or *double three* is a stone that makes more than one of them at once.
//!
//! A five wins even if the stone makes a forbidden row too (9.2), so it is looked for first.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    board::Board,
    line::{Direction, run_at},
    point::Point,
    stone::Stone,
};

/// What a stone would make that Black may not make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Foul {
    /// Six or more in a row.
    #[error("overline")]
    Overline,
    /// More than one four.
    #[error("double four")]
    DoubleFour,
    /// More than one three.
    #[error("double three")]
    DoubleThree,
}

/// What happens when Black places a stone that is forbidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FoulRule {
    /// The stone is refused, and Black may play elsewhere.
    #[default]
    Refused,
    /// The stone stays, and White wins, as the rules of the Renju International Federation say.
    Loses,
}

const FIVE: usize = 5;

/// Returns why Black may not place a stone on the empty point `point` in renju; `None` if Black may.
///
/// Whether a row is a three can depend on another point being forbidden, with this stone on the board. So this calls
/// itself, with one stone more each time.
#[must_use]
pub fn foul(board: &Board, point: Point) -> Option<Foul> {
    if makes_five(board, point) {
        return None;
    }
    if Direction::ALL.into_iter().any(|direction| run_at(board, point, Stone::Black, direction).length > FIVE)
    {
        return Some(Foul::Overline);
    }
    let mut with = board.clone();
    with.set(point, Some(Stone::Black));
    let fours: usize = Direction::ALL.into_iter().map(|direction| fours(&with, point, direction)).sum();
    if fours > 1 {
        return Some(Foul::DoubleFour);
    }
    let threes = Direction::ALL.into_iter().filter(|direction| is_three(&with, point, *direction));
    (threes.take(2).count() > 1).then_some(Foul::DoubleThree)
}

/// Returns whether a black stone on this empty point makes a five.
fn makes_five(board: &Board, point: Point) -> bool {
    Direction::ALL.into_iter().any(|direction| makes_five_along(board, point, direction))
}

fn makes_five_along(board: &Board, point: Point, direction: Direction) -> bool {
    run_at(board, point, Stone::Black, direction).length == FIVE
}

/// Returns the empty points at most four steps from `point` along `direction`, in order.
fn near(board: &Board, point: Point, direction: Direction) -> impl Iterator<Item = Point> {
    let (dcol, drow) = direction.step();
    (-4..=4_i8).filter_map(move |by| point.offset(dcol * by, drow * by)).filter(|at| board.is_empty_at(*at))
}

/// Returns the number of fours through the stone at `point` along `direction`: 0, 1 or 2.
///
/// Each point that makes a five with this stone belongs to a four. The two such points of a straight four belong to the
/// same one.
fn fours(board: &Board, point: Point, direction: Direction) -> usize {
    let mut ends = near(board, point, direction)
        .filter(|end| makes_five_along(board, *end, direction) && joins(board, *end, point, direction));
    match (ends.next(), ends.next()) {
        (None, _) => 0,
        (Some(_), None) => 1,
        (Some(_), Some(_)) if run_at(board, point, Stone::Black, direction).length == FIVE - 1 => 1,
        (Some(_), Some(_)) => 2,
    }
}

/// Returns whether only black stones lie between `empty` and the stone at `point`, which is on the same line.
fn joins(board: &Board, empty: Point, point: Point, direction: Direction) -> bool {
    let (dcol, drow) = direction.step();
    let reaches = |sign: i8| {
        (1..FIVE)
            .map_while(|by| {
                let by = i8::try_from(by).ok()? * sign;
                let at = empty.offset(dcol * by, drow * by)?;
                (board.get(at) == Some(Stone::Black)).then_some(at)
            })
            .any(|at| at == point)
    };
    reaches(1) || reaches(-1)
}

/// Returns whether the stone at `point` is part of a three along `direction`.
fn is_three(board: &Board, point: Point, direction: Direction) -> bool {
    near(board, point, direction).any(|end| {
        joins(board, end, point, direction)
            && makes_straight_four(board, end, direction)
            && !makes_five(board, end)
            && foul(board, end).is_none()
    })
}

/// Returns whether a black stone on the empty point `end` makes a straight four along `direction`.
fn makes_straight_four(board: &Board, end: Point, direction: Direction) -> bool {
    if run_at(board, end, Stone::Black, direction).length != FIVE - 1 {
        return false;
    }
    let mut with = board.clone();
    with.set(end, Some(Stone::Black));
    let fives = near(&with, end, direction)
        .filter(|at| makes_five_along(&with, *at, direction) && joins(&with, *at, end, direction));
    fives.count() == 2
}
