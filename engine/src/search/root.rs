//! Work at the root only: wins by threats, a move without a search, and the principal variation.

use std::cmp::Reverse;

use super::{
    params::{LINE, ROOT_FOURS},
    worker::Worker,
};
use crate::{
    board::Board,
    candidates,
    pattern::Class,
    square::Square,
    threat::{Fours, MAX_PROOF_PLY, Proof},
};

impl Worker<'_> {
    /// Returns the shortest win by fours (VCF) and its first move, within the limit of [`ROOT_FOURS`].
    pub(super) fn shortest_by_fours(&mut self) -> Option<(Square, u16)> {
        let (mut left, most) = ROOT_FOURS;
        for ahead in 0..most {
            let mut search = Fours { board: &mut self.board, table: &mut self.fours, left };
            if let Some(plies) = search.win(ahead) {
                return Some((search.first(plies, ahead)?, u16::from(plies)));
            }
            let spent = left - search.left;
            left -= spent;
            self.over |= !self.budget.spend(spent);
            if left == 0 || self.over {
                break;
            }
        }
        None
    }

    /// Continues the search for a win by fours and threes (VCT) until it has used its share of the nodes.
    pub(super) fn win_by_threats(&mut self) -> Option<(Square, u16)> {
        let fair = self.nodes() / 100 * u64::from(self.params.proof_share.unsigned_abs());
        let left = fair.saturating_sub(self.proving);
        let before = self.nodes();
        let (board, table, fours) = (&mut self.board, &mut self.proofs, &mut self.fours);
        let (attacker, budget) = (board.to_move(), &mut self.budget);
        let most_stones = board.moves().len() + MAX_PROOF_PLY;
        let moves = &mut self.threats;
        let found = Proof { board, table, fours, attacker, left, budget, moves, most_stones }.prove();
        self.proving += self.nodes() - before;
        found
    }

    /// Returns a move without a search, for when there is no time: the move that threats demand, or else the most
    /// promising one.
    pub(super) fn guess(&self) -> Option<Square> {
        let side = self.board.to_move();
        let (mine, theirs) = (self.board.marks(side), self.board.marks(1 - side));
        let gain = |square: Square, side| self.board.gain(square, side);
        let promise = |square: &Square| (gain(*square, side) + gain(*square, 1 - side), Reverse(*square));
        let block = || theirs.first(Class::Five).filter(|square| self.board.allows(*square, side));
        let urgent = mine.first(Class::Five).or_else(block);
        urgent.or_else(|| mine.first(Class::OpenFour)).or_else(|| {
            let allowed = |square: &Square| !self.excluded.contains(square);
            candidates::near(&self.board).iter().filter(allowed).max_by_key(promise)
        })
    }

    /// Returns the principal variation from a first move on, according to the table.
    pub(super) fn line(&mut self, first: Square) -> Vec<Square> {
        let mut line = Vec::with_capacity(LINE);
        let mut next = Some(first);
        let is_legal = |board: &Board, square: Square| {
            board.empty().contains(square) && board.allows(square, board.to_move())
        };
        while let Some(square) = next.filter(|it| is_legal(&self.board, *it)) {
            let wins = self.board.class(square, self.board.to_move()) == Class::Five;
            line.push(square);
            self.board.make(square);
            let known = self.table.get(self.board.hash()).and_then(|it| it.best);
            next = known.filter(|_| !wins && line.len() < LINE);
        }
        line.iter().for_each(|_| self.board.unmake());
        line
    }
}
