//! When a search that could go on has done enough.

use std::time::Instant;

use crate::{
    limits::{Budget, Purpose},
    square::Square,
};

/// The share of its time that a search takes when its best move has not changed for many depths, and when it has just
/// changed.
const CALM: f64 = 0.5;
const UNSURE: f64 = 1.6;
/// What each depth without a change takes from the share.
const STEP: f64 = 0.15;
/// The depth from which a move that is the only one is not thought about any more.
const ONLY_MOVE_DEPTH: u8 = 6;

/// Watches how a search goes, and says when the next depth is not worth its time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pacer {
    began: Instant,
    best: Option<Square>,
    share: f64,
    depths: u8,
    /// There is nothing to choose.
    only: bool,
}

impl Pacer {
    pub(crate) fn new() -> Self {
        Self { began: Instant::now(), best: None, share: UNSURE, depths: 0, only: false }
    }

    /// Says that there is only one move to choose.
    pub(crate) const fn only_move(&mut self) {
        self.only = true;
    }

    /// Whether enough is known after one depth more, with `best` ahead: the time aimed at is scaled by how sure the
    /// search has been of its move.
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
