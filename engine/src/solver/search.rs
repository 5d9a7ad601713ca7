//! The solver's search: alpha-beta with an exact transposition table, and bounds that need no search.

use super::{
    geometry::Geometry,
    node::{Moves, Node},
    proven::Table,
    score::{Score, Window},
    state::State,
};
use crate::limits::Budget;

/// One search and the data that it uses.
pub(super) struct Search<'a, 'b> {
    pub(super) geometry: &'a Geometry,
    pub(super) table: &'a mut Table,
    pub(super) budget: &'a mut Budget<'b>,
}

impl Search<'_, '_> {
    /// Searches an undecided position with `window`. Returns an upper bound if it fails low, a lower bound if it
    /// fails high, and otherwise the exact score. `None` if the budget ends; the table then holds only finished
    /// results.
    pub(super) fn score(&mut self, state: &State, window: Window) -> Option<Score> {
        if !self.budget.enter() {
            return None;
        }
        let node = match Node::new(self.geometry, state) {
            Ok(node) => node,
            Err(score) => return Some(score),
        };
        let bounds = node.bounds();
        if let Some(score) = bounds.answer(window) {
            return Some(score);
        }
        if node.threats != 0 {
            return self.after(state, node.threats.trailing_zeros() as usize, window);
        }
        let key = node.key();
        let bounds = bounds.and(self.table.bounds(key));
        if let Some(score) = bounds.answer(window) {
            return Some(score);
        }
        let nodes = self.budget.nodes();
        let score = self.best(state, &node, window)?;
        let bounds = bounds.learn(score, window);
        self.table.learn(key, bounds, self.budget.nodes() - nodes);
        Some(score)
    }

    /// Searches the position after the move to `cell`, which must not win at once.
    pub(super) fn after(&mut self, state: &State, cell: usize, window: Window) -> Option<Score> {
        let next = state.play(self.geometry, cell);
        Some(self.score(&next, window.after_move())?.before())
    }

    /// Searches the moves of a node, most promising first.
    fn best(&mut self, state: &State, node: &Node, mut window: Window) -> Option<Score> {
        let mut moves = Moves::new(node);
        if window.beta <= Score::DRAW && moves.can_hold(node) {
            return Some(Score::DRAW);
        }
        let mut best = Score::LEAST;
        while let Some(candidate) = moves.next() {
            let hopeless = window.alpha >= Score::DRAW && candidate.cannot_win(node);
            let score = if hopeless { Score::DRAW } else { self.after(state, candidate.cell, window)? };
            best = best.max(score);
            if best >= window.beta {
                break;
            }
            window.alpha = window.alpha.max(best);
        }
        Some(best)
    }
}
