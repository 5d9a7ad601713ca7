//! One thread of a search and all it owns.

use super::{
    order::Ranked,
    params::{FOUR_TABLE_BITS, LATE_BASE, LATE_FACTOR, MAX_PLY, PROOF_TABLE_BITS},
    stack::Memory,
};
use crate::{
    board::Board,
    limits::Budget,
    score::{Score, estimated},
    square::Square,
    table::Table,
    threat::{FourTable, Fours, ProofTable},
    timing::Pacer,
};

/// One thread of a search. Everything is allocated when it is made: nodes allocate nothing.
pub(super) struct Worker<'a> {
    pub(super) board: Board,
    pub(super) table: &'a Table,
    pub(super) memory: Memory,
    pub(super) fours: FourTable,
    pub(super) proofs: ProofTable,
    /// Nodes that the search for a win by threats has taken.
    pub(super) proving: u64,
    pub(super) budget: Budget<'a>,
    pub(super) pacer: Pacer,
    /// The budget is spent: nothing found from now on counts.
    pub(super) over: bool,
    /// The depth of this iteration, in plies.
    pub(super) iteration: u8,
    /// By ply: the estimates of the positions from the root to here.
    pub(super) estimates: Vec<Score>,
    /// Moves of all nodes from the root to here, one after the other.
    pub(super) moves: Vec<Ranked>,
    /// The same for the search for a win by threats.
    pub(super) threats: Vec<Square>,
    /// The best move at the root of this iteration so far.
    pub(super) found: Option<(Square, Score)>,
    /// Moves at the root that are not to be tried.
    pub(super) excluded: Vec<Square>,
    /// Reductions of late moves in 1/1024 ply, by depth and number.
    pub(super) late: Box<[[i32; 64]; 64]>,
}

impl<'a> Worker<'a> {
    pub(super) fn new(board: Board, table: &'a Table, budget: Budget<'a>) -> Self {
        let points = board.variant().points();
        // A search that may look at few nodes needs little room.
        let few = |bits: u32| budget.max_nodes().map_or(bits, |most| bits.min(most.max(256).ilog2()));
        Self {
            board,
            table,
            memory: Memory::default(),
            fours: FourTable::new(few(FOUR_TABLE_BITS)),
            proofs: ProofTable::new(few(PROOF_TABLE_BITS)),
            proving: 0,
            budget,
            pacer: Pacer::new(),
            over: false,
            iteration: 0,
            estimates: vec![0; MAX_PLY + 1],
            moves: Vec::with_capacity((MAX_PLY + 1) * points),
            threats: Vec::with_capacity((MAX_PLY + 1) * points),
            found: None,
            excluded: Vec::with_capacity(points),
            late: reductions(),
        }
    }

    /// The nodes looked at.
    pub(super) const fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    /// Keeps the estimate of the position for the plies below. Where a threat must be answered, that of the position
    /// before says more.
    pub(super) fn keep_estimate(&mut self, ply: usize, forced: bool) {
        self.estimates[ply] = match ply.checked_sub(1) {
            Some(before) if forced => -self.estimates[before],
            _ => estimated(self.board.estimate()),
        };
    }

    /// Whether the side to move stands better at a ply, to all appearance, than before its last move.
    pub(super) fn is_rising(&self, ply: usize) -> bool {
        ply >= 2 && self.estimates[ply] > self.estimates[ply - 2]
    }

    /// Counts a node; `false` when the budget is spent.
    #[inline]
    pub(super) fn enter(&mut self) -> bool {
        self.over = self.over || !self.budget.enter();
        !self.over
    }

    /// In how many plies the side to move wins by fours, looking at so many positions, so many fours ahead.
    pub(super) fn win_by_fours(&mut self, (left, ahead): (u32, u8)) -> Option<u8> {
        let mut search = Fours { board: &mut self.board, table: &mut self.fours, left };
        let plies = search.win(ahead);
        let spent = left - search.left;
        self.over |= !self.budget.spend(spent);
        plies
    }
}

/// By depth and number: the product of the logarithms, as most engines have it since Fruit.
fn reductions() -> Box<[[i32; 64]; 64]> {
    let less = |depth: u32, number: u32| {
        let product = f64::from(depth.max(1)).ln() * f64::from(number.max(1)).ln();
        #[allow(clippy::cast_possible_truncation, reason = "some thousands")]
        let less = LATE_FACTOR.mul_add(product, LATE_BASE) as i32;
        less
    };
    let mut table = Box::new([[0; 64]; 64]);
    for (row, depth) in table.iter_mut().zip(0..) {
        for (cell, number) in row.iter_mut().zip(0..) {
            *cell = less(depth, number);
        }
    }
    table
}
