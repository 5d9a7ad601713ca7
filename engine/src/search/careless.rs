//! Carelessness: now and then a weak player looks at its own stones only.

use super::report::Report;
use crate::{
    board::Board,
    candidates,
    chance::drawn,
    pattern::Class,
    score::is_decided,
    square::{Side, Square},
};

/// How often a weak player does not look at what the other side can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Carelessness {
    /// So many of a hundred moves.
    pub(crate) percent: u64,
}

/// A careless move must do at least so many hundredths of what the best one does for the player's own stones.
const GOOD_ENOUGH: i32 = 75;
/// How far from another stone a weak player moves at most, in columns and rows.
const REACH: u8 = 2;

impl Carelessness {
    /// Puts a careless move in place of the best one if the seed says so. Even a careless player makes a five, stops
    /// one, and goes on with a win that it has seen, so that the win it was promised comes.
    pub(super) fn spoil(self, report: Report, board: &Board, seed: u64) -> Report {
        let drawn = drawn(seed, board.moves().len() as u64);
        let sees_five = |side: Side| board.marks(side).has(Class::Five);
        let wins = is_decided(report.score) && report.score > 0;
        if drawn % 100 >= self.percent || wins || sees_five(0) || sees_five(1) {
            return report;
        }
        match thoughtless(board, drawn / 100) {
            // The player has not looked ahead, and says so.
            Some(best) => Report { best, score: board.estimate(), depth: 0, line: vec![best], ..report },
            None => report,
        }
    }
}

/// Returns one of the moves that do about as much as any for the player's own stones.
fn thoughtless(board: &Board, drawn: u64) -> Option<Square> {
    let gain = |square: &Square| board.worth(*square, board.to_move()).gain();
    let moves: Vec<Square> = candidates::near(board).iter().filter(|it| is_close(board, *it)).collect();
    let most = moves.iter().map(gain).max()?;
    let good: Vec<Square> = moves.into_iter().filter(|it| 100 * gain(it) >= GOOD_ENOUGH * most).collect();
    good.get(usize::try_from(drawn % good.len() as u64).ok()?).copied()
}

/// Returns the points that a weak player does not think of, as they are far from every stone; none of them if there
/// are no others.
pub(super) fn far(board: &Board) -> Vec<Square> {
    let (close, far): (Vec<_>, Vec<_>) =
        candidates::near(board).iter().partition(|square| is_close(board, *square));
    if close.is_empty() { close } else { far }
}

fn is_close(board: &Board, square: Square) -> bool {
    let close = |a: u8, b: u8| a.abs_diff(b) <= REACH;
    let beside = |stone: &Square| close(stone.col(), square.col()) && close(stone.row(), square.row());
    board.moves().is_empty() || board.moves().iter().any(beside)
}
