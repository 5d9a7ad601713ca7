//! Time management: when to end a search that could go deeper.

use web_time::Instant;

use crate::{
    limits::{Budget, Purpose},
    square::Square,
};

/// The share of the intended time that a search takes: after many depths with the same best move, and just after a
/// change.
const CALM: f64 = 0.5;
const UNSURE: f64 = 1.6;
/// How much each depth without a change subtracts from the share.
const STEP: f64 = 0.15;
/// The number of depths after which a search for a move ends if there is only one candidate.
const ONLY_MOVE_DEPTH: u8 = 6;

/// Tracks the stability of the best move and decides when to end the search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pacer {
    began: Instant,
    best: Option<Square>,
    share: f64,
    depths: u8,
    /// Whether there is only one candidate.
    only: bool,
}

impl Pacer {
    pub(crate) fn new() -> Self {
        Self { began: Instant::now(), best: None, share: UNSURE, depths: 0, only: false }
    }

    /// Notes that there is only one candidate.
    pub(crate) const fn only_move(&mut self) {
        self.only = true;
    }

    /// Returns whether the search should end after a depth with the best move `best`. The intended time is scaled
    /// by the stability of the best move.
    pub(crate) fn is_enough(&mut self, budget: &Budget<'_>, best: Square) -> bool {
        self.share = if self.best == Some(best) { (self.share - STEP).max(CALM) } else { UNSURE };
        self.best = Some(best);
        self.depths = self.depths.saturating_add(1);
        if self.only && self.depths >= ONLY_MOVE_DEPTH && budget.purpose() == Purpose::Move {
            return true;
        }
        budget.target().is_some_and(|target| {
            let aim = target.saturating_duration_since(self.began).mul_f64(self.share);
            self.began.elapsed() >= aim
        })
    }
}
