//! The move-ordering heuristics of one search: killer moves, countermoves and the history heuristic.

use super::params::{HISTORY_MAX, MAX_PLY};
use crate::{
    policy::weights,
    square::{SQUARES, Side, Square},
};

/// Moves that caused cutoffs elsewhere in the tree.
#[derive(Debug)]
pub(super) struct Memory {
    /// Killer moves: the last two moves that caused a cutoff, by ply.
    killers: [[Option<Square>; 2]; MAX_PLY + 1],
    /// Countermoves: the last move that caused a cutoff, by side and previous move.
    countermoves: [Box<[Option<Square>; SQUARES]>; 2],
    /// The history heuristic: how often a move caused a cutoff against how often it did not, by side and square.
    history: [Box<[i16; SQUARES]>; 2],
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            killers: [[None; 2]; MAX_PLY + 1],
            countermoves: [Box::new([None; SQUARES]), Box::new([None; SQUARES])],
            history: [Box::new([0; SQUARES]), Box::new([0; SQUARES])],
        }
    }
}

/// What [`Memory`] holds for the moves of one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Remembered<'a> {
    killers: [Option<Square>; 2],
    countermove: Option<Square>,
    history: &'a [i16; SQUARES],
}

impl Remembered<'_> {
    #[inline]
    pub(super) fn of(&self, square: Square) -> Trace {
        let at = Some(square);
        Trace {
            marks: [self.killers[0] == at, self.killers[1] == at, self.countermove == at],
            history: self.history[square.index()],
        }
    }
}

/// What the search remembers of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Whether it is the latest killer move, the one before, and the countermove.
    pub marks: [bool; 3],
    /// Its history score, -8192 to 8192.
    pub history: i16,
}

impl Trace {
    /// Returns what this adds to the rank of the move.
    #[inline]
    pub(super) fn rank(self) -> i32 {
        let marked = |at: usize| weights::MARKS[at] * i32::from(self.marks[at]);
        marked(0) + marked(1) + marked(2) + i32::from(self.history) * weights::HISTORY / HISTORY_MAX
    }
}

impl Memory {
    pub(super) fn at(&self, side: Side, ply: usize, last: Option<Square>) -> Remembered<'_> {
        Remembered {
            killers: self.killers[ply],
            countermove: last.and_then(|last| self.countermoves[side][last.index()]),
            history: &self.history[side],
        }
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
            self.countermoves[side][last.index()] = Some(square);
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
