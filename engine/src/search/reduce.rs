//! How deep a node and its moves are searched: reductions of a whole node, and of late moves.

use super::{
    node::Node,
    params::{LATE_DEPTH, LATE_MOVE, MAX_DEPTH, SURPLUS, SURPLUS_DEPTH, UNKNOWN_DEPTH, most_reduction},
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
        //     The same if the search expects the node to fail high, and the estimate is far enough above beta.
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
        if tried.number == 0 {
            let open = !window.is_null();
            // The table's move comes first, and is searched deeper if the window is open.
            let more = if open && node.known.is_some() && node.ply > 0 { self.params.known_more } else { 0 };
            return -self.node(below + more, ply, window.flipped(), if open { Visit::Plain } else { next });
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

/// The depths of [`Logs`] for each ply.
const PARTS: u16 = 8;

/// Natural logarithms, times 1024. Those of numbers below 1 count as 0.
#[derive(Debug)]
pub(super) struct Logs {
    /// Of depths in plies, in eighths of a ply.
    depths: Box<[i32; PARTS as usize * MAX_DEPTH as usize]>,
    /// Of move numbers. Greater numbers count like the last.
    numbers: [i32; 64],
}

impl Logs {
    pub(super) fn new() -> Self {
        #[allow(clippy::cast_possible_truncation, reason = "some thousands")]
        let log = |it: f64| (1024.0 * it.max(1.0).ln()) as i32;
        Self {
            depths: Box::new(std::array::from_fn(|at| log(float(at) / f64::from(PARTS)))),
            numbers: std::array::from_fn(|at| log(float(at))),
        }
    }

    /// Returns 1024 times the product of the logarithms of a depth in plies and a move number.
    fn product(&self, depth: Depth, number: usize) -> i32 {
        let at = usize::try_from(depth / (PLY / i32::from(PARTS))).unwrap_or(0);
        let [depth, number] = [(&self.depths[..], at), (&self.numbers[..], number)]
            .map(|(logs, at)| logs[at.min(logs.len() - 1)]);
        depth * number / 1024
    }
}

#[allow(clippy::cast_precision_loss, reason = "some hundreds")]
const fn float(number: usize) -> f64 {
    number as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_logarithms_are_those_of_plies() {
        let logs = Logs::new();
        for (plies, number, expected) in [(1.0, 9, 0.0), (8.0, 1, 0.0), (8.0, 20, 6.23), (2.5, 7, 1.78)] {
            #[allow(clippy::cast_possible_truncation, reason = "some plies")]
            let depth = (plies * f64::from(PLY)) as Depth;
            let product = f64::from(logs.product(depth, number)) / 1024.0;
            assert!((product - expected).abs() < 0.01, "{plies} plies, move {number}: {product}");
        }
        assert_eq!(logs.product(-PLY, 5), 0);
        assert_eq!(logs.product(500 * PLY, 500), logs.product(100 * PLY - 1, 63));
    }
}
