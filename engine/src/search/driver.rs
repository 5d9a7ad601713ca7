//! Iterative deepening: one search after another, each a ply deeper, until the budget is spent.

use super::{
    node::Window,
    order::Ranked,
    params::{
        FOUR_TABLE_BITS, LATE_BASE, LATE_FACTOR, MAX_DEPTH, PROOF_SHARE, PROOF_TABLE_BITS, ROOT_FOURS,
        WINDOW, WINDOW_DEPTH,
    },
    stack::Memory,
};
use crate::{
    board::{Board, Square},
    candidates,
    limits::{Budget, Limits, StopFlag},
    pattern::Class,
    score::{INFINITE, Score, is_decided, is_win, win_at},
    table::Table,
    threat::{FourTable, Fours, Proof, ProofTable},
};
use tengen_shared::rules::{Pace, Position};

/// The engine proper: its tables live on from move to move.
#[derive(Debug)]
pub(crate) struct Engine {
    table: Table,
}

/// How far a search has come.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) best: Square,
    pub(crate) score: Score,
    pub(crate) depth: u8,
    pub(crate) nodes: u64,
    pub(crate) line: Vec<Square>,
    pub(crate) pace: Pace,
}

/// One thread of a search.
pub(super) struct Worker<'a> {
    pub(super) board: Board,
    pub(super) table: &'a Table,
    pub(super) fours: FourTable,
    pub(super) memory: Memory,
    proofs: ProofTable,
    /// Nodes that the search by threats has taken.
    proving: u64,
    pub(super) budget: Budget<'a>,
    /// The budget is spent: nothing found from now on counts.
    pub(super) over: bool,
    /// Moves of all nodes from the root to here, one after the other.
    pub(super) moves: Vec<Ranked>,
    /// The best move at the root of this iteration so far.
    pub(super) found: Option<(Square, Score)>,
    /// Moves at the root that are not to be tried.
    pub(super) excluded: Vec<Square>,
    /// Reductions of late moves in 1/1024 ply, by depth and number.
    pub(super) late: Box<[[i32; 64]; 64]>,
}

impl Engine {
    /// An engine whose table takes `bytes`.
    pub(crate) fn new(bytes: usize) -> Self {
        Self { table: Table::new(bytes) }
    }

    /// Forgets everything, so that the next search goes as the first did.
    pub(crate) fn forget(&mut self) {
        self.table.clear();
    }

    /// Searches a position until the budget is spent or a win is proven; `tell` hears of each finished depth. `None` if there is no move.
    pub(crate) fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        max_depth: u8,
        tell: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        self.table.grow_older();
        let mut worker = Worker::new(Board::at(position), &self.table, Budget::new(*limits, stop));
        worker.deepen(max_depth.min(MAX_DEPTH), tell)
    }
}

impl<'a> Worker<'a> {
    fn new(board: Board, table: &'a Table, budget: Budget<'a>) -> Self {
        let late = |depth: usize, number: usize| {
            let product = (depth.max(1) as f64).ln() * (number.max(1) as f64).ln();
            #[allow(clippy::cast_possible_truncation, reason = "some thousands")]
            let less = LATE_FACTOR.mul_add(product, LATE_BASE) as i32;
            less
        };
        Self {
            moves: Vec::with_capacity(64 * board.variant().points()),
            board,
            table,
            fours: FourTable::new(FOUR_TABLE_BITS),
            memory: Memory::default(),
            proofs: ProofTable::new(PROOF_TABLE_BITS),
            proving: 0,
            budget,
            over: false,
            found: None,
            excluded: Vec::new(),
            late: Box::new(std::array::from_fn(|depth| std::array::from_fn(|number| late(depth, number)))),
        }
    }

    /// Counts a node; `false` when the budget is spent.
    #[inline]
    pub(super) fn enter(&mut self) -> bool {
        self.over = self.over || !self.budget.enter();
        !self.over
    }

    /// Counts nodes that another search has looked at.
    pub(super) fn spend(&mut self, nodes: u32) {
        for _ in 0..nodes {
            self.enter();
        }
    }

    fn deepen(&mut self, max_depth: u8, tell: &mut dyn FnMut(&Report)) -> Option<Report> {
        let mut report = None;
        if let Some((best, plies)) = self.shortest_by_fours() {
            let score = win_at(usize::from(plies));
            report = Some(Report {
                best,
                score,
                depth: plies,
                nodes: self.budget.nodes(),
                line: vec![best],
                pace: Pace::Full,
            });
        }
        let mut last = 0;
        for depth in 1..=max_depth {
            if report.as_ref().is_some_and(|it: &Report| is_decided(it.score)) {
                break;
            }
            self.budget.begin_depth(depth);
            if depth > 2
                && let Some((best, plies)) = self.prove()
            {
                let score = win_at(usize::from(plies));
                let nodes = self.budget.nodes();
                report =
                    Some(Report { best, score, depth: depth - 1, nodes, line: vec![best], pace: Pace::Full });
                break;
            }
            self.found = None;
            let score = self.iteration(depth, last);
            let Some((best, partial)) = self.found else { break };
            let score = if self.over { partial } else { score };
            let finished = if self.over { depth - 1 } else { depth };
            let now = Report {
                best,
                score,
                depth: finished,
                nodes: self.budget.nodes(),
                line: self.line(best),
                pace: self.budget.pace(),
            };
            if !self.over {
                tell(&now);
            }
            report = Some(now);
            last = score;
            if self.over || is_win(score) && depth as i32 > 2 && win_at(usize::from(depth)) <= score {
                break;
            }
        }
        let mut report = match report {
            None => Some(self.guess()?),
            found => found,
        };
        if let Some(report) = &mut report {
            report.nodes = self.budget.nodes();
            report.pace = self.budget.pace();
        }
        report
    }

    /// A move without any search, when there is no time for it: what threats demand, else the most promising one.
    fn guess(&self) -> Option<Report> {
        let side = self.board.to_move();
        let (mine, theirs) = (self.board.marks(side), self.board.marks(1 - side));
        let gain = |square: &Square| {
            i32::from(self.board.worth(*square, side).gain)
                + i32::from(self.board.worth(*square, 1 - side).gain)
        };
        let urgent = mine.first(Class::Five).or_else(|| theirs.first(Class::Five));
        let best = urgent.or_else(|| mine.first(Class::OpenFour));
        let best = best.or_else(|| {
            let near = candidates::near(&self.board);
            near.iter()
                .filter(|it| !self.excluded.contains(it))
                .max_by_key(|it| (gain(it), std::cmp::Reverse(*it)))
        })?;
        let score = if mine.has(Class::Five) { win_at(1) } else { self.board.estimate() };
        Some(Report { best, score, depth: 0, nodes: 0, line: vec![best], pace: Pace::Full })
    }

    /// One depth, with a window round the last value that is widened until the value lies in it.
    fn iteration(&mut self, depth: u8, last: Score) -> Score {
        let mut half = if depth >= WINDOW_DEPTH && !is_decided(last) { WINDOW } else { 2 * INFINITE };
        let (mut alpha, mut beta) = (last - half, last + half);
        loop {
            let window = Window { alpha: alpha.max(-INFINITE), beta: beta.min(INFINITE) };
            let score = self.node(i32::from(depth), 0, window, false);
            if self.over || (score > window.alpha && score < window.beta) || half >= INFINITE {
                return score;
            }
            half *= 3;
            if is_decided(score) {
                half = 2 * INFINITE;
            }
            if score <= window.alpha {
                alpha = last - half;
            } else {
                beta = last + half;
            }
        }
    }

    /// Goes on looking for a win by threats, as long as that has not had its share of the nodes.
    fn prove(&mut self) -> Option<(Square, u16)> {
        let fair = self.budget.nodes() / 100 * PROOF_SHARE;
        let left = fair.saturating_sub(self.proving);
        let root = self.board.moves().len();
        let (board, table, fours) = (&mut self.board, &mut self.proofs, &mut self.fours);
        let (attacker, budget) = (board.to_move(), &mut self.budget);
        let before = budget.nodes();
        let found = Proof { board, table, fours, attacker, left, budget, moves: Vec::new(), root }.prove();
        self.proving += self.budget.nodes() - before;
        found
    }

    /// The shortest win by fours from the root, with its first move.
    fn shortest_by_fours(&mut self) -> Option<(Square, u8)> {
        let (left, most) = ROOT_FOURS;
        for fours in 0..most {
            let mut search = Fours { board: &mut self.board, table: &mut self.fours, left };
            if let Some(plies) = search.win(fours) {
                let best = search.first(plies, fours)?;
                return Some((best, plies));
            }
        }
        None
    }

    /// The line that the table expects after a first move.
    fn line(&mut self, first: Square) -> Vec<Square> {
        let mut line = vec![first];
        self.board.make(first);
        while line.len() < 32
            && let Some(best) = self.table.get(self.board.hash()).and_then(|it| it.best)
            && self.board.empty().contains(best)
        {
            let wins = self.board.class(best, self.board.to_move()) == Class::Five;
            line.push(best);
            self.board.make(best);
            if wins {
                break;
            }
        }
        line.iter().for_each(|_| self.board.unmake());
        line
    }
}
