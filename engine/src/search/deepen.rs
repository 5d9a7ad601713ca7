//! Iterative deepening: one search after another, each one ply deeper, until the budget is spent.

use tengen_shared::rules::Pace;

use super::{
    params::{PROOF_DEPTH, WINDOW_DEPTH},
    report::Report,
    window::{Visit, Window},
    worker::Worker,
};
use crate::{
    depth::PLY,
    score::{INFINITE, Score, is_decided, win_at},
    square::Square,
};

impl Worker<'_> {
    /// Searches with depths from `first` to `last`. Calls `tell` after each completed depth.
    pub(super) fn deepen(&mut self, first: u8, last: u8, tell: &mut dyn FnMut(&Report)) -> Option<Report> {
        self.budget.begin_depth(first);
        let mut report = self.shortest_by_fours().map(|(best, plies)| self.won(best, plies));
        let mut expected = 0;
        for depth in first..=last.max(first) {
            if report.as_ref().is_some_and(|it| is_decided(it.score)) {
                break;
            }
            self.budget.begin_depth(depth);
            if depth >= PROOF_DEPTH
                && let Some((best, plies)) = self.win_by_threats()
            {
                report = Some(self.won(best, plies));
                break;
            }
            self.found = None;
            let score = self.windowed(depth, expected);
            // If threats decide the root, the search tried no move.
            let found = match self.found {
                None if is_decided(score) => self.guess().map(|best| (best, score)),
                found => found,
            };
            // The previous best move comes first. So a move found before the budget ran out is at least as good.
            let Some((best, partial)) = found else { break };
            let (score, depth) = if self.over { (partial, depth - 1) } else { (score, depth) };
            let now = self.report(best, score, depth);
            if !self.over {
                tell(&now);
            }
            report = Some(now);
            expected = score;
            if self.over || self.pacer.is_enough(&self.budget, best) {
                break;
            }
        }
        let found = match report {
            Some(report) => report,
            None => {
                let (best, score) = (self.guess()?, self.board.estimate());
                self.report(best, score, 0)
            }
        };
        Some(Report { nodes: self.nodes(), pace: self.budget.pace(), ..found })
    }

    fn report(&mut self, best: Square, score: Score, depth: u8) -> Report {
        let line = self.line(best);
        Report { best, score, depth, nodes: self.nodes(), line, pace: Pace::Full }
    }

    /// Returns the report of a win that a threat search has proven. Its depth is the length of the win.
    fn won(&mut self, best: Square, plies: u16) -> Report {
        let depth = u8::try_from(plies).unwrap_or(u8::MAX);
        self.report(best, win_at(usize::from(plies)), depth)
    }

    /// Searches one depth with an aspiration window. The window widens until it contains the value.
    pub(super) fn windowed(&mut self, depth: u8, expected: Score) -> Score {
        self.iteration = depth;
        let narrow = depth >= WINDOW_DEPTH && !is_decided(expected);
        let mut half = if narrow { self.params.window } else { 2 * INFINITE };
        let (mut alpha, mut beta) = (expected - half, expected + half);
        loop {
            let window = Window { alpha: alpha.max(-INFINITE), beta: beta.min(INFINITE) };
            let score = self.node(i32::from(depth) * PLY, 0, window, Visit::Plain);
            if self.over || (score > window.alpha && score < window.beta) || half >= INFINITE {
                return score;
            }
            half = if is_decided(score) { 2 * INFINITE } else { 3 * half };
            if score <= window.alpha {
                alpha = expected - half;
            } else {
                beta = expected + half;
            }
        }
    }
}
