//! The search: alpha-beta with an exact transposition table and bounds that need no search.

use super::{
    geometry::Geometry,
    node::{Moves, Node},
    score::{Score, Window},
    state::State,
    table::Table,
};
use crate::limits::Budget;

/// One search with all it needs.
pub(super) struct Search<'a, 'b> {
    pub(super) geometry: &'a Geometry,
    pub(super) table: &'a mut Table,
    pub(super) budget: &'a mut Budget<'b>,
}

impl Search<'_, '_> {
    /// Answers the question of `window` about an undecided position: below the window an upper bound of
    /// the score, above it a lower bound, within it the score. `None` if stopped; the table then holds
    /// only what was finished.
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

    /// The same question about the move to `cell`, which must not win at once.
    pub(super) fn after(&mut self, state: &State, cell: usize, window: Window) -> Option<Score> {
        let next = state.play(self.geometry, cell);
        Some(self.score(&next, window.after_move())?.before())
    }

    /// The same question about the best of the moves.
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
