//! What the policy learns from: nodes of a search, with their moves and the one that turned out best.

use std::num::NonZeroU32;

use super::history::Trace;
use crate::{
    chance,
    policy::{RANK_UNIT, STEPS},
};

/// A node of the search: its moves, and which of them turned out best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub moves: Vec<Seen>,
    /// The index of the best move, which raised alpha and in most nodes caused a cutoff.
    pub best: usize,
}

/// What the policy sees of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The kinds of the mover's and of the other side's shapes at the point; `None` for a side that may not take it.
    pub kinds: [Option<u16>; 2],
    /// The steps to the last stone and to the one before, if there are such stones.
    pub steps: [Option<u8>; 2],
    pub trace: Trace,
}

/// The nodes that a search has sampled.
#[derive(Debug)]
pub(super) struct Samples {
    /// One of so many nodes is taken.
    every: NonZeroU32,
    /// How many nodes to pass over before the next one is taken.
    left: u32,
    pub(super) taken: Vec<Decision>,
    /// The seed of the random numbers, and how many are drawn.
    seed: u64,
    draws: u64,
}

impl Samples {
    pub(super) const fn new(every: NonZeroU32, seed: u64) -> Self {
        Self { every, left: every.get(), taken: Vec::new(), seed, draws: 0 }
    }

    /// Returns whether the next node is taken.
    pub(super) const fn is_due(&mut self) -> bool {
        self.left -= 1;
        if self.left > 0 {
            return false;
        }
        self.left = self.every.get();
        true
    }

    /// Draws what is added to a rank, so that the highest sum belongs to each move with its odds: Gumbel, "Statistical theory of
    /// extreme values and some practical applications", 1954.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "at most some thousands; 23 bits"
    )]
    pub(super) fn noise(&mut self) -> i32 {
        self.draws += 1;
        let drawn = chance::drawn(self.seed, self.draws) >> 41;
        // Never 0 and never 1.
        let share = (drawn as f32 + 0.5) / (1_u32 << 23) as f32;
        (-(-share.ln()).ln() * RANK_UNIT) as i32
    }
}

const _: () = assert!(STEPS < 256, "a step is a byte");
