//! Moves that need no search: a win with the next stone, or the block of the other side's only winning point.

use tengen_shared::rules::{Point, Position, Stone, wins_at};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgent {
    /// The side to move wins at once. This is the first such point, row by row from the top left.
    Win(Point),
    /// The only point where the other side would win with its next stone.
    Block(Point),
}

/// Returns the urgent move of an undecided position, if there is one; O(points x win length).
pub(crate) fn urgent(position: &Position) -> Option<Urgent> {
    let board = position.board();
    let winning = |stone| position.legal_points().filter(move |point| wins_at(board, *point, stone));
    if let Some(point) = winning(position.to_move()).next() {
        return Some(Urgent::Win(point));
    }
    let mut threats = winning(position.to_move().other());
    match (threats.next(), threats.next()) {
        (Some(point), None) => Some(Urgent::Block(point)),
        _ => None,
    }
}

/// Returns whether neither side could win with its next stone; O(points x win length).
#[must_use]
pub fn is_quiet(position: &Position) -> bool {
    let board = position.board();
    let wins = |point| wins_at(board, point, Stone::Black) || wins_at(board, point, Stone::White);
    // A point that is forbidden to Black may win for White.
    let empty = |point: &Point| board.is_empty_at(*point);
    !position.variant().reading_order().filter(empty).any(wins)
}
