//! Move ordering: all moves of a node are generated at once, and sorted one by one as the search asks for them.

use super::history::Memory;
use crate::{board::Board, marks::Rows, policy, square::Square};

/// A move and its rank, higher is better.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) square: Square,
    pub(super) rank: i32,
}

/// The information that orders the moves of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hints {
    /// The best move in the transposition table.
    pub(super) best: Option<Square>,
    pub(super) ply: usize,
}

/// The rank of the best move in the table, above all others.
const BEST: i32 = i32::MAX;

/// Appends the moves of `among` with their ranks to `into`. Returns the highest rank, with the table's move ranked
/// like any other.
pub(super) fn rank(
    board: &Board,
    memory: &Memory,
    hints: Hints,
    among: &Rows,
    into: &mut Vec<Ranked>,
) -> i32 {
    let side = board.to_move();
    let last = board.last_two();
    let remembered = memory.at(side, hints.ply, last[0]);
    let mut top = i32::MIN;
    into.extend(among.iter().map(|square| {
        let worth = [side, 1 - side].map(|side| board.worth(square, side));
        let rank = policy::of_point(square, worth, last) + remembered.of(square).rank();
        top = top.max(rank);
        Ranked { square, rank: if Some(square) == hints.best { BEST } else { rank } }
    }));
    top
}

/// Moves the best remaining move to the front and returns it. Of equal moves, the first on the board wins.
pub(super) fn next(moves: &mut [Ranked]) -> Option<Ranked> {
    let mut best = 0;
    for (at, it) in moves.iter().enumerate().skip(1) {
        let ahead = moves[best];
        if it.rank > ahead.rank || (it.rank == ahead.rank && it.square < ahead.square) {
            best = at;
        }
    }
    if best < moves.len() {
        moves.swap(0, best);
    }
    moves.first().copied()
}
