//! How deep a node and its moves are searched: reductions of a whole node, and of late moves.

use super::{
    params::{CUT_DEPTH, CUT_MARGIN, IIR_DEPTH, LATE_DEPTH, LATE_MOVE, most_reduction},
    window::{Node, Visit},
    worker::Worker,
};
use crate::depth::{Depth, PLY};

impl Worker<'_> {
    /// 10. Internal iterative reduction: a node is searched less deep if the table has no best move. Reul, "New architectures
    ///     in computer chess", 2009. The same if the search expects it to fail high, and its estimate is far enough above
    ///     beta. Neither applies to a node with a threat.
    ///     Returns by how much less deep.
    pub(super) fn node_reduction(&self, node: Node) -> Depth {
        if node.forced {
            return 0;
        }
        let mut less = 0;
        if node.best.is_none() && node.depth >= IIR_DEPTH {
            less += self.params.iir_less;
        }
        let depth = node.depth - less;
        let enough = node.window.beta + CUT_MARGIN * depth / PLY;
        if node.visit == Visit::Cut && depth > CUT_DEPTH && self.estimates[node.ply] >= enough {
            less += self.params.cut_less;
        }
        less
    }

    /// 13. Late move reductions: by the product of the logarithms of depth and move number, as in most engines since Fruit.
    pub(super) fn late_reduction(&self, node: Node, number: usize, quiet: bool) -> Depth {
        if number < LATE_MOVE || node.depth < LATE_DEPTH {
            return 0;
        }
        let params = &self.params;
        let mut less = params.late_base + params.late_factor * self.logs.product(node.depth, number) / 1024;
        less -= params.late_open * i32::from(!node.window.is_null());
        less -= params.late_not_quiet * i32::from(!quiet);
        less += params.late_cut * i32::from(node.visit == Visit::Cut);
        if node.ply == 0 {
            less = less * params.late_root / 1024;
        }
        less.clamp(0, most_reduction(node.depth))
    }
}
