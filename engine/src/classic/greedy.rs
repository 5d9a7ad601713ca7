//! The engine of article 003, for gomoku without any look-ahead.
//!
//! The article teaches greedy play: score every empty point on the four lines through it, and play the highest
//! score.
//!
//! Two defects of the article's program, which its text does not describe, are repaired. It never notices that a
//! run's left end is open, so open threes and fours count as closed ones. And it overlooks the first cell of a
//! window, so it misses some fives. With the repairs, the scores alone miss no five and leave none unblocked.
//!
//! If a run must have exactly five stones, a longer run is worth nothing.

mod line;
mod model;
mod printed;
mod score_table;

use tengen_shared::rules::{Point, Position};

pub use tengen_shared::rules::search::LineWeights;

pub use self::{
    line::{Cell, line_score},
    model::model,
    printed::{printed_line_score, printed_scores},
    score_table::{LINES, ScoreTable},
};
use crate::{
    chance::drawn,
    engine::{Choice, Engine, Observer, Pace, Value},
    limits::{Limits, StopFlag},
    urgent::{Urgent, urgent},
};

/// The engine of article 003, for boards with win length 5.
///
/// It plays a point with the highest score. The article does not choose between equal points, so the seed does. Nor
/// does the article open a game, so this engine opens in the centre. On an even side, that is right of or below the
/// middle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Greedy;

impl Engine for Greedy {
    /// The scores take less than a millisecond, so it ignores the limits and the flag. The node count is the number
    /// of scored points. With another win length, it plays an immediate win, a block or the first empty point.
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

/// Returns the choice by the scores; `None` unless the win length is 5.
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

/// Returns the choice on a board with another win length.
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
