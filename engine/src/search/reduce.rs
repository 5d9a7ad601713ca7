//! How deep a node and its moves are searched: reductions of a whole node, and of late moves.

use super::{
    node::Node,
    params::{LATE_DEPTH, LATE_MOVE, SURPLUS, SURPLUS_DEPTH, UNKNOWN_DEPTH, most_reduction},
    window::{Visit, Window},
    worker::Worker,
};
use crate::{
    depth::{Depth, PLY},
    score::Score,
    square::Square,
};

/// A move that is tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tried {
    /// How many moves come before it.
    pub(super) number: usize,
    pub(super) quiet: bool,
}

impl Worker<'_> {
    /// Returns by how much a node without threats is searched less deep than its parent asked for.
    pub(super) fn node_reduction(
        &self,
        depth: Depth,
        ply: usize,
        window: Window,
        best: Option<Square>,
        visit: Visit,
    ) -> Depth {
        let mut less = 0;
        // 10. Internal iterative reduction: the table has no best move. Reul, "New architectures in computer chess",
        //     2009.
        if best.is_none() && depth >= UNKNOWN_DEPTH {
            less += self.params.unknown_less;
        }
        // A node that is expected to fail high, by an estimate that already does, needs less depth to do so.
        let depth = depth - less;
        let margin = SURPLUS * depth / PLY;
        if visit == Visit::Cut && depth > SURPLUS_DEPTH && self.estimates[ply] >= window.beta + margin {
            less += self.params.surplus_less;
        }
        less
    }

    /// Returns the value of the move just made. The first move is searched with the full window. The others get a
    /// null window first, and late ones a reduced depth.
    pub(super) fn after_move(&mut self, node: Node, window: Window, below: Depth, tried: Tried) -> Score {
        let ply = node.ply + 1;
        let next = if node.visit == Visit::Cut { Visit::Plain } else { Visit::Cut };
        if tried.number == 0 && window.is_null() {
            return -self.node(below, ply, window.flipped(), next);
        }
        if tried.number == 0 {
            let more = if node.known.is_some() && node.ply > 0 { self.params.known_more } else { 0 };
            return -self.node(below + more, ply, window.flipped(), Visit::Plain);
        }
        // 13. Late move reductions.
        let late = tried.number >= LATE_MOVE && node.depth >= LATE_DEPTH;
        let less = if late { self.late_reduction(node, tried) } else { 0 };
        let narrow = Window::null(window.alpha).flipped();
        let mut score = -self.node(below - less, ply, narrow, if less > 0 { Visit::Cut } else { next });
        if less > 0 && score > window.alpha && !self.over {
            score = -self.node(below, ply, narrow, next);
        }
        if score > window.alpha && score < window.beta && !self.over {
            score = -self.node(below, ply, window.flipped(), Visit::Plain);
        }
        score
    }

    /// Returns the reduction of a late move: by the product of the logarithms of depth and move number, as in most
    /// engines since Fruit.
    fn late_reduction(&self, node: Node, tried: Tried) -> Depth {
        let params = &self.params;
        let mut less =
            params.late_base + params.late_factor * self.logs.product(node.depth, tried.number) / 1024;
        less -= params.late_open * i32::from(!node.window.is_null());
        less -= params.late_loud * i32::from(!tried.quiet);
        less += params.late_cut * i32::from(node.visit == Visit::Cut);
        if node.ply == 0 {
            less = less * params.late_root / 1024;
        }
        less.clamp(0, most_reduction(node.depth))
    }
}

/// Natural logarithms, times 1024.
#[derive(Debug)]
pub(super) struct Logs {
    /// Of depths in plies, in steps of an eighth.
    depths: Box<[i32; 8 * 100]>,
    /// Of move numbers.
    numbers: [i32; 64],
}

impl Logs {
    pub(super) fn new() -> Self {
        #[allow(clippy::cast_possible_truncation, reason = "some thousands")]
        let log = |it: f64| (1024.0 * it.max(1.0).ln()) as i32;
        let mut logs = Self { depths: Box::new([0; 800]), numbers: [0; 64] };
        for (cell, eighths) in logs.depths.iter_mut().zip(0_u32..) {
            *cell = log(f64::from(eighths) / 8.0);
        }
        for (cell, number) in logs.numbers.iter_mut().zip(0_u32..) {
            *cell = log(f64::from(number));
        }
        logs
    }

    /// Returns 1024 times the product of the logarithms of a depth in plies and a move number.
    fn product(&self, depth: Depth, number: usize) -> i32 {
        let eighths = usize::try_from(depth / (PLY / 8)).unwrap_or(0);
        self.depths[eighths.min(self.depths.len() - 1)] * self.numbers[number.min(63)] / 1024
    }
}
