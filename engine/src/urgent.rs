//! The moves that need no search: a win with the next stone, and the block of the other side's only one.

use tengen_shared::rules::{Point, Position, Stone, wins_at};

/// A move that needs no search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Urgent {
    /// The side to move wins here at once: the first such point, row by row from the top left.
    Win(Point),
    /// The other side would win here, and nowhere else, with its next stone.
    Block(Point),
}

/// The urgent move of an undecided position, if it has one; O(points x win length).
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

/// Whether neither side would win with its next stone; O(points x win length).
#[must_use]
pub fn is_quiet(position: &Position) -> bool {
    let board = position.board();
    let wins = |point| wins_at(board, point, Stone::Black) || wins_at(board, point, Stone::White);
    !position.legal_points().any(wins)
}
