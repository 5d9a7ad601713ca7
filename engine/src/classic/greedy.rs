//! Article 003: gomoku without any look ahead, by the score of each empty point on the four lines through it.
//!
//! The article's program has two defects that its text does not describe, and both are repaired here: it never
//! notices that a run's left end is open, so open threes and fours count as closed ones; and it overlooks
//! the first cell of a window, so it misses some fives. With the repairs no five is ever missed, and none left
//! unblocked, by the scores alone.
//!
//! Where a run must have exactly five stones, the rules say what wins: a longer run is worth nothing.

mod line;
mod model;
mod table;

use tengen_shared::rules::{Point, Position};

pub use self::{
    line::{Cell, line_score},
    table::{LINES, ScoreTable},
};
use crate::{
    brain::{Brain, Choice, Observer, Pace, Value},
    chance::drawn,
    limits::{Limits, StopFlag},
    urgent::{Urgent, urgent},
};
pub use model::model;

/// The brain of article 003, for boards where five in a row win.
///
/// It plays a point of the highest score. The article does not say which of several, so the seed decides;
/// nor how it would open, so it takes the centre: on an even side the line right of or below the middle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Greedy;

impl Brain for Greedy {
    /// The scores take less than a millisecond, so neither the limits nor the flag cut them short; the nodes
    /// are the points scored. On a board with another win length, which this brain is not made for, it wins
    /// or blocks where one stone does it and otherwise plays the first empty point.
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        _stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Option<Choice> {
        if position.outcome().is_some() {
            return None;
        }
        let urgent = urgent(position);
        let choice = scored(position, urgent, limits.seed).or_else(|| unscored(position, urgent))?;
        observer.depth_done(&choice);
        Some(choice)
    }
}

/// The choice by the scores; `None` unless five in a row win.
fn scored(position: &Position, urgent: Option<Urgent>, seed: u64) -> Option<Choice> {
    let table = ScoreTable::from_board(position.board(), position.to_move())?;
    let (_, mut best) = table.best()?;
    let point = match urgent {
        Some(Urgent::Win(point) | Urgent::Block(point)) => point,
        None if position.moves().is_empty() => centre(position)?,
        None => {
            let count = u64::try_from(best.clone().count()).ok()?;
            best.nth(usize::try_from(drawn(seed, u64::try_from(position.moves().len()).ok()?) % count).ok()?)?
        }
    };
    let value = match urgent {
        Some(Urgent::Win(_)) => Value::Win(1),
        _ => Value::Estimate(table.score(point)?),
    };
    let nodes = u64::try_from(table.scores().count()).unwrap_or(u64::MAX);
    Some(Choice { point, value, depth: 1, nodes, line: vec![point], pace: Pace::Full })
}

/// The choice on a board without a table.
fn unscored(position: &Position, urgent: Option<Urgent>) -> Option<Choice> {
    let (point, value) = match urgent {
        Some(Urgent::Win(point)) => (point, Value::Win(1)),
        Some(Urgent::Block(point)) => (point, Value::Estimate(0)),
        None => (position.legal_points().next()?, Value::Estimate(0)),
    };
    Some(Choice { point, value, depth: 0, nodes: 0, line: vec![point], pace: Pace::Full })
}

fn centre(position: &Position) -> Option<Point> {
    let variant = position.variant();
    variant.point_from_top(variant.height() / 2 + 1, variant.width() / 2 + 1)
}
