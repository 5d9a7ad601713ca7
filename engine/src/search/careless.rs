//! Carelessness: on some moves, a weak level looks only at its own stones.

use super::report::Report;
use crate::{
    board::Board,
    candidates,
    chance::drawn,
    pattern::Class,
    score::is_decided,
    square::{Side, Square},
};

/// How often a weak level ignores what the other side can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Carelessness {
    /// The number of careless moves in a hundred.
    pub(crate) percent: u64,
}

/// The least gain of a careless move for the player's own stones, as a percentage of the best gain.
const GOOD_ENOUGH: i32 = 75;
/// The greatest distance of a weak level's move from another stone, in columns and rows.
const REACH: u8 = 2;

impl Carelessness {
    /// Replaces the best move by a careless one if the seed says so. Even a careless player makes and blocks fives,
    /// and it plays a win that the search has proven. So an announced win always comes.
    pub(super) fn spoil(self, report: Report, board: &Board, seed: u64) -> Report {
        let drawn = drawn(seed, board.moves().len() as u64);
        let sees_five = |side: Side| board.marks(side).has(Class::Five);
        let wins = is_decided(report.score) && report.score > 0;
        if drawn % 100 >= self.percent || wins || sees_five(0) || sees_five(1) {
            return report;
        }
        match thoughtless(board, drawn / 100) {
            // The report admits that the move comes from no search.
            Some(best) => Report { best, score: board.estimate_anew(), depth: 0, line: vec![best], ..report },
            None => report,
        }
    }
}

/// Returns a random move among those with almost the greatest gain for the player's own stones.
fn thoughtless(board: &Board, drawn: u64) -> Option<Square> {
    let gain = |square: &Square| board.gain(*square, board.to_move());
    let moves: Vec<Square> = candidates::near(board).iter().filter(|it| is_close(board, *it)).collect();
    let most = moves.iter().map(gain).max()?;
    let good: Vec<Square> = moves.into_iter().filter(|it| 100 * gain(it) >= GOOD_ENOUGH * most).collect();
    good.get(usize::try_from(drawn % good.len() as u64).ok()?).copied()
}

/// Returns the candidate moves that a weak level ignores because they are far from every stone. The list is empty
/// if all candidates are far.
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
