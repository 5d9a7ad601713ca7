//! Decisions of article 004's engine that need no search.

use tengen_shared::rules::{Point, Position, wins_at};

use crate::{
    engine::{Choice, Pace, Value},
    urgent::{Urgent, urgent},
};

/// The win length of the article's game.
pub(super) const WIN_LENGTH: u8 = 5;

/// The decision before a search.
pub(super) enum BeforeSearch {
    /// No search is needed: one stone wins, or the other side has two winning points.
    Settled(Choice),
    /// A search is needed. `block` is the opponent's only winning point, if there is one. The engine plays `fallback` if
    /// there is no time for the search.
    Search { block: Option<Point>, fallback: Choice },
}

/// Decides what to do before the search; `None` for a decided position.
pub(super) fn before_search(position: &Position) -> Option<BeforeSearch> {
    let at_once = |line: Vec<Point>, value, depth| {
        Some(Choice { point: *line.first()?, value, depth, nodes: 0, line, pace: Pace::Full })
    };
    let board = position.board();
    let block = match urgent(position) {
        Some(Urgent::Win(point)) => return at_once(vec![point], Value::Win(1), 1).map(BeforeSearch::Settled),
        Some(Urgent::Block(point)) => Some(point),
        None => None,
    };
    let threats = position.legal_points().filter(|point| wins_at(board, *point, position.to_move().other()));
    let threats: Vec<Point> = threats.take(2).collect();
    if threats.len() > 1 {
        // The line blocks one point and loses at the other.
        return at_once(threats, Value::Loss(2), 2).map(BeforeSearch::Settled);
    }
    let is_first_move = position.last().is_none() && position.variant().win_length() == WIN_LENGTH;
    let first = match block {
        Some(point) => point,
        None if is_first_move => centre(position)?,
        None => position.legal_points().next()?,
    };
    let fallback = at_once(vec![first], Value::Estimate(0), 0)?;
    Some(BeforeSearch::Search { block, fallback })
}

/// Returns the centre of the board, or a point next to it.
fn centre(position: &Position) -> Option<Point> {
    Point::new(position.variant().width() / 2, position.variant().height() / 2)
}
