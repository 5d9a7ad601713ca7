//! The moves of a node, best first: made all at once, sorted as they are asked for.

use super::{
    params::{HISTORY_SHARE, KILLER_RANK},
    stack::Memory,
};
use crate::{board::Board, marks::Rows, square::Square};

/// A move and how promising it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) square: Square,
    pub(super) rank: i32,
}

/// What is known of a node's moves before any is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hints {
    /// The best move by the table.
    pub(super) best: Option<Square>,
    pub(super) ply: usize,
    pub(super) last: Option<Square>,
}

/// Above every other rank.
const BEST: i32 = i32::MAX;

/// Puts the moves of `among` behind `into`, ranked.
pub(super) fn rank(board: &Board, memory: &Memory, hints: Hints, among: &Rows, into: &mut Vec<Ranked>) {
    let side = board.to_move();
    let killers = memory.killers(hints.ply);
    let answer = memory.answer(side, hints.last);
    into.extend(among.iter().map(|square| {
        let at = Some(square);
        if at == hints.best {
            return Ranked { square, rank: BEST };
        }
        let [mine, theirs] = [side, 1 - side].map(|side| board.worth(square, side).gain());
        let remembered = KILLER_RANK * i32::from(killers.contains(&at) || answer == at);
        let rank = mine + theirs * 3 / 4 + remembered + memory.history(side, square) / HISTORY_SHARE;
        Ranked { square, rank }
    }));
}

/// The best move of those left, brought to the front; of equals the one that comes first on the board.
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
