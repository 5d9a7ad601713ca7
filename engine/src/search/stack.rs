//! The move-ordering heuristics of one search: killer moves, countermoves and the history heuristic.

use super::params::{HISTORY_MAX, MAX_PLY};
use crate::square::{SQUARES, Side, Square};

/// Moves that caused cutoffs elsewhere in the tree.
#[derive(Debug)]
pub(super) struct Memory {
    /// Killer moves: the last two moves that caused a cutoff, by ply.
    killers: [[Option<Square>; 2]; MAX_PLY + 1],
    /// Countermoves: the last move that caused a cutoff, by side and previous move.
    answers: [Box<[Option<Square>; SQUARES]>; 2],
    /// The history heuristic: how often a move caused a cutoff against how often it did not, by side and square.
    history: [Box<[i16; SQUARES]>; 2],
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            killers: [[None; 2]; MAX_PLY + 1],
            answers: [Box::new([None; SQUARES]), Box::new([None; SQUARES])],
            history: [Box::new([0; SQUARES]), Box::new([0; SQUARES])],
        }
    }
}

impl Memory {
    pub(super) const fn killers(&self, ply: usize) -> &[Option<Square>; 2] {
        &self.killers[ply]
    }

    pub(super) fn answer(&self, side: Side, last: Option<Square>) -> Option<Square> {
        self.answers[side][last?.index()]
    }

    #[inline]
    pub(super) fn history(&self, side: Side, square: Square) -> i32 {
        i32::from(self.history[side][square.index()])
    }

    /// Records a move that caused a cutoff.
    pub(super) fn reward(
        &mut self,
        side: Side,
        ply: usize,
        square: Square,
        last: Option<Square>,
        bonus: i32,
    ) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(square) {
            *killers = [Some(square), killers[0]];
        }
        if let Some(last) = last {
            self.answers[side][last.index()] = Some(square);
        }
        self.learn(side, square, bonus);
    }

    /// Adds to a history score, or takes from it if the move was tried before one that caused a cutoff. The closer the
    /// score is to its bound, the smaller the step towards it.
    pub(super) fn learn(&mut self, side: Side, square: Square, by: i32) {
        let score = &mut self.history[side][square.index()];
        let old = i32::from(*score);
        let new = old + by - old * by.abs() / HISTORY_MAX;
        *score = i16::try_from(new).unwrap_or(*score);
    }
}
