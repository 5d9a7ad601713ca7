//! The value of a node before any move is tried: by threats, the transposition table, the estimate, or a null move.

use std::ops::ControlFlow::{self, Break, Continue};

use super::{
    params::{LEAF_FOURS, NODE_FOURS, NULL_MOVE_DEPTH, RAZOR_DEPTH, SOLVED_DEPTH},
    window::{Visit, Window},
    worker::Worker,
};
use crate::{
    candidates::{self, Answers, Blocks},
    depth::Depth,
    marks::Rows,
    pattern::Class,
    score::{Score, from_table, is_decided, loss_at, to_table, win_at},
    square::Square,
    transpositions::{Bound, Entry},
};

/// The moves that the existing threats allow.
#[allow(clippy::large_enum_variant, reason = "made once a node, where nothing may be allocated")]
pub(super) enum Must {
    /// Only this move stops a five.
    Block(Square),
    /// Only these moves stop an open four or delay it with a four. In caro, also those that stop a five, if several do.
    Answer(Answers),
    /// All moves are allowed.
    Free,
}

impl Worker<'_> {
    /// Returns the moves that the existing threats allow, or the value if they decide the game.
    pub(super) fn must(&self, ply: usize) -> ControlFlow<Score, Must> {
        let side = self.board.to_move();
        let (mine, theirs) = (self.board.marks(side), self.board.marks(1 - side));
        if mine.has(Class::Five) {
            return Break(win_at(ply + 1));
        }
        match candidates::blocks(&self.board) {
            Blocks::None => {}
            Blocks::One(square) => return Continue(Must::Block(square)),
            Blocks::Several(good) => {
                return Continue(Must::Answer(Answers { good, delays: Rows::default() }));
            }
            Blocks::Lost => return Break(loss_at(ply + 2)),
        }
        if mine.has(Class::OpenFour) {
            return Break(win_at(ply + 3));
        }
        if !theirs.has(Class::OpenFour) {
            return Continue(Must::Free);
        }
        let answers = candidates::answers(&self.board);
        if answers.all().is_empty() { Break(loss_at(ply + 4)) } else { Continue(Must::Answer(answers)) }
    }

    /// Returns the value of a leaf with this estimate: the estimate if it is at least beta, otherwise a win by fours (VCF) or
    /// the estimate.
    pub(super) fn leaf(&mut self, ply: usize, beta: Score, estimate: Score) -> Score {
        if estimate >= beta {
            return estimate;
        }
        match self.win_by_fours(self.params.leaf_fours, LEAF_FOURS) {
            Some(plies) => win_at(ply + usize::from(plies)),
            None => estimate,
        }
    }

    /// Returns a value that needs no move to be tried, if one of steps 6 to 9 finds it.
    pub(super) fn without_moves(
        &mut self,
        depth: Depth,
        ply: usize,
        window: Window,
        known: Option<Entry>,
        visit: Visit,
    ) -> Option<Score> {
        let estimate = self.estimates[ply];
        let estimate = known.map_or(estimate, |it| refined(it, estimate, ply));
        if let Some(score) = self.far_from_window(depth, ply, window, estimate, visit) {
            return Some(score);
        }
        // 9. VCF: a win by fours decides the node.
        let score = win_at(ply + usize::from(self.win_by_fours(self.params.node_fours, NODE_FOURS)?));
        let entry =
            Entry { best: None, score: to_table(score, ply), depth: SOLVED_DEPTH, bound: Bound::Lower };
        self.table.put(self.board.hash(), entry);
        Some(score)
    }

    /// Returns a value if the estimate is far outside the window.
    fn far_from_window(
        &mut self,
        depth: Depth,
        ply: usize,
        window: Window,
        estimate: Score,
        visit: Visit,
    ) -> Option<Score> {
        if !window.is_null() || is_decided(window.beta) || is_decided(window.alpha) {
            return None;
        }
        // 6. Razoring: the position is so far below alpha that only a win by fours could help.
        if depth <= RAZOR_DEPTH && estimate + self.params.razor(depth) <= window.alpha {
            return Some(self.leaf(ply, window.beta, self.estimates[ply]));
        }
        // 7. Reverse futility pruning: the position is far enough above beta. The margin is smaller if the side to
        //    move improves.
        if estimate - self.params.futility(depth, self.is_improving(ply)) >= window.beta {
            return Some(estimate);
        }
        // 8. Null-move pruning: even a pass would fail high. Donninger, "Null move and deep search", 1993.
        let threatened = self.board.marks(1 - self.board.to_move()).has(Class::FourThree);
        if depth >= NULL_MOVE_DEPTH && visit != Visit::Passed && estimate >= window.beta && !threatened {
            self.board.pass();
            let below = Window::null(window.beta - 1).flipped();
            let score = -self.node(depth - self.params.null_reduction(depth), ply + 1, below, Visit::Passed);
            self.board.pass();
            if score >= window.beta && !self.over {
                return Some(if is_decided(score) { window.beta } else { score });
            }
        }
        None
    }
}

/// Returns the score of an entry, if it was searched deep enough and causes a cutoff or is exact.
pub(super) fn usable(entry: Entry, depth: Depth, ply: usize, window: Window) -> Option<Score> {
    let score = from_table(entry.score, ply);
    let deep = entry.depth >= depth.max(0);
    let tells = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    (deep && tells).then_some(score)
}

/// Returns the estimate, improved by the table's score where its bound allows.
fn refined(entry: Entry, estimate: Score, ply: usize) -> Score {
    let score = from_table(entry.score, ply);
    match entry.bound {
        _ if is_decided(score) => estimate,
        Bound::Exact => score,
        Bound::Lower => estimate.max(score),
        Bound::Upper => estimate.min(score),
    }
}
