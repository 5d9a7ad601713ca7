//! One thread of a search and all data that it owns.

use super::{
    history::Memory,
    logs::Logs,
    order::Ranked,
    params::{FOUR_TABLE_BITS, MAX_PLY, PROOF_TABLE_BITS, Params},
    samples::Samples,
};
use crate::{
    board::Board,
    limits::Budget,
    score::Score,
    square::Square,
    threat::{FourTable, Fours, ProofTable},
    timing::Pacer,
    transpositions::Table,
};

/// One thread of a search. All memory is allocated at the start, so nodes allocate nothing.
pub(super) struct Worker<'a> {
    pub(super) board: Board,
    pub(super) table: &'a Table,
    pub(super) params: Params,
    pub(super) memory: Memory,
    pub(super) fours: FourTable,
    pub(super) proofs: ProofTable,
    /// Nodes spent on the search for a win by threats.
    pub(super) proving: u64,
    pub(super) budget: Budget<'a>,
    pub(super) pacer: Pacer,
    /// Whether the budget is spent. Results found after that do not count.
    pub(super) over: bool,
    /// The depth of the current iteration, in plies.
    pub(super) iteration: u8,
    /// The estimates of the positions from the root to the current node, by ply.
    pub(super) estimates: Vec<Score>,
    /// The moves of all nodes from the root to the current one, in one list.
    pub(super) moves: Vec<Ranked>,
    /// The same for the search for a win by threats.
    pub(super) threats: Vec<Square>,
    /// The best move of this iteration at the root so far.
    pub(super) found: Option<(Square, Score)>,
    /// Moves that the search must not try at the root.
    pub(super) excluded: Vec<Square>,
    /// Nodes for the policy to learn from.
    pub(super) samples: Option<Samples>,
    /// For late move reductions.
    pub(super) logs: Logs,
}

impl<'a> Worker<'a> {
    pub(super) fn new(board: Board, table: &'a Table, params: Params, budget: Budget<'a>) -> Self {
        let points = board.variant().points();
        // A search with few nodes needs only small tables.
        let few = |bits: u32| budget.max_nodes().map_or(bits, |most| bits.min(most.max(256).ilog2()));
        Self {
            board,
            table,
            params,
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
            samples: None,
            logs: Logs::new(),
        }
    }

    pub(super) const fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    /// Stores the estimate of the position for the plies below. If a threat must be answered, the estimate of the
    /// previous position is more accurate.
    pub(super) fn keep_estimate(&mut self, ply: usize, forced: bool) {
        self.estimates[ply] = match ply.checked_sub(1) {
            Some(before) if forced => -self.estimates[before],
            _ => self.board.estimate(),
        };
    }

    /// Returns whether the side to move *improves*: its estimate is higher than two plies before.
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        ply >= 2 && self.estimates[ply] > self.estimates[ply - 2]
    }

    /// Counts a node. Returns `false` once the budget is spent.
    #[inline]
    pub(super) fn enter(&mut self) -> bool {
        self.over = self.over || !self.budget.enter();
        !self.over
    }

    /// Returns the plies in which the side to move wins by fours (VCF). The arguments are the most positions to
    /// visit and the most fours ahead.
    pub(super) fn win_by_fours(&mut self, visits: i32, ahead: u8) -> Option<u8> {
        let left = visits.unsigned_abs();
        let mut search = Fours { board: &mut self.board, table: &mut self.fours, left };
        let plies = search.win(ahead);
        let spent = left - search.left;
        self.over |= !self.budget.spend(spent);
        plies
    }
}
