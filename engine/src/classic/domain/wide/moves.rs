//! The moves of a node: which are looked at, and in which order.

use std::cmp::Reverse;

use tengen_shared::rules::Stone;

use super::board::{Threat, ThreatBoard};

/// The moves still to be tried at all nodes between the root and the present one, as one stack, so that nothing
/// is allocated in a node.
pub(super) struct Candidates(Vec<Candidate>);

#[derive(Clone, Copy, Debug)]
struct Candidate {
    worth: i32,
    cell: usize,
}

impl Candidates {
    /// An empty stack with room for `plies` nodes of `cells` moves each.
    pub(super) fn new(plies: usize, cells: usize) -> Self {
        Self(Vec::with_capacity(plies * cells))
    }

    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn truncate(&mut self, len: usize) {
        self.0.truncate(len);
    }

    pub(super) fn push(&mut self, cell: usize, worth: i32) {
        self.0.push(Candidate { worth, cell });
    }

    /// Adds the moves of a quiet node: the points round both last stones, and wherever either side can make a
    /// four or an open three. If there are none the domain is full, and every empty point is added.
    pub(super) fn add_quiet(&mut self, board: &ThreatBoard, stone: Stone, last: [Option<usize>; 2]) {
        let near = |cell| last.into_iter().flatten().any(|last| board.in_domain(cell, last));
        let sharp = |cell| board.makes_threat(cell, stone) || board.makes_threat(cell, stone.other());
        let base = self.len();
        self.add_where(board, stone, |cell| near(cell) || sharp(cell));
        if self.len() == base {
            self.add_where(board, stone, |_| true);
        }
    }

    /// Adds the points where `stone` makes a four or, if that is `in_time`, an open three.
    pub(super) fn add_threats(&mut self, board: &ThreatBoard, stone: Stone, in_time: bool) {
        self.add_where(board, stone, |cell| match in_time {
            true => board.makes_threat(cell, stone),
            false => board.makes_four(cell, stone),
        });
    }

    fn add_where(&mut self, board: &ThreatBoard, stone: Stone, wanted: impl Fn(usize) -> bool) {
        for cell in board.cells().filter(|cell| board.is_empty(*cell) && wanted(*cell)) {
            self.push(cell, board.worth(cell, stone));
        }
    }

    /// Adds every move that does not let the other side make one of its double fours and then a five: those
    /// that spoil all of them, and own fours, which must be answered first.
    pub(super) fn add_defences(&mut self, board: &ThreatBoard, stone: Stone) {
        let base = self.len();
        let other = stone.other();
        let mut threats = 0;
        // Until all are known, the worth counts how many double fours a point spoils.
        for double in board.threat_cells(other, Threat::DoubleFour) {
            threats += 1;
            board.spoilers(double, other, |cell| {
                if threats == 1 {
                    self.push(cell, 1);
                } else if let Some(known) = self.0[base..].iter_mut().find(|known| known.cell == cell) {
                    known.worth += i32::from(known.worth == threats - 1);
                }
            });
        }
        let mut kept = base;
        for index in base..self.len() {
            if self.0[index].worth == threats {
                self.0[kept] = self.0[index];
                kept += 1;
            }
        }
        self.truncate(kept);
        for four in board.threat_cells(stone, Threat::Four) {
            if !self.0[base..].iter().any(|known| known.cell == four) {
                self.push(four, 0);
            }
        }
        for candidate in &mut self.0[base..] {
            candidate.worth = board.worth(candidate.cell, stone);
        }
    }

    /// Lets `cell` be tried first, if it is among those from `base` on.
    pub(super) fn prefer(&mut self, base: usize, cell: Option<usize>) {
        if let Some(candidate) = self.0[base..].iter_mut().find(|candidate| Some(candidate.cell) == cell) {
            candidate.worth = i32::MAX;
        }
    }

    /// Moves the best of the candidates from `index` on to `index`. Mostly the first few are enough, so
    /// this is quicker than sorting them all.
    pub(super) fn pick(&mut self, index: usize) -> usize {
        let rest = &mut self.0[index..];
        // By worth, then by cell: no two are equal, so every platform tries them in the same order.
        let best = (0..rest.len()).max_by_key(|at| (rest[*at].worth, Reverse(rest[*at].cell))).unwrap_or(0);
        rest.swap(0, best);
        rest[0].cell
    }
}
