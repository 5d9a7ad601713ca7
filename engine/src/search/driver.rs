//! The engine proper: its table, and one search from the first node to the answer, on one thread or several.

use std::thread;

use tengen_shared::rules::Position;

use super::{
    careless::{self, Carelessness},
    params::MAX_DEPTH,
    report::Report,
    variety,
    worker::Worker,
};
use crate::{
    board::Board,
    limits::{Budget, Limits, StopFlag},
    table::Table,
};

/// The engine proper: its table lives on from move to move.
#[derive(Debug)]
pub(crate) struct Engine {
    table: Table,
    options: Options,
}

/// How an engine searches.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    /// The deepest iteration, in plies.
    pub(crate) max_depth: u8,
    /// Threads that search at the same time.
    pub(crate) threads: usize,
    /// Whether the seed chooses among moves that are about as good, in the first plies of a game.
    pub(crate) varied: bool,
    /// How a weak player errs.
    pub(crate) carelessness: Option<Carelessness>,
}

impl Engine {
    /// An engine whose table takes at most `bytes`.
    pub(crate) fn new(bytes: usize, options: Options) -> Self {
        Self { table: Table::new(bytes), options }
    }

    /// How much memory its table takes.
    pub(crate) const fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    pub(crate) const fn options(&mut self) -> &mut Options {
        &mut self.options
    }

    /// Forgets everything, so that the next search goes as the first did.
    pub(crate) fn forget(&mut self) {
        self.table.clear();
    }

    /// Searches a position until the budget is spent or a win is proven; `tell` hears of each finished depth. `None` if
    /// there is no move.
    pub(crate) fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        tell: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let board = Board::at(position);
        let report = self.think(&board, limits, stop, tell)?;
        Some(match self.options.carelessness {
            Some(carelessness) => carelessness.spoil(report, &board, limits.seed),
            None => report,
        })
    }

    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        stop: &StopFlag,
        tell: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        self.table.grow_older();
        let Options { max_depth, threads, varied, carelessness } = self.options;
        let max_depth = max_depth.min(MAX_DEPTH);
        let table = &self.table;
        let mut worker = Worker::new(board.clone(), table, Budget::new(*limits, stop));
        if carelessness.is_some() {
            worker.excluded = careless::far(board);
        }
        if varied && let Some(report) = variety::choose(&mut worker, limits.seed) {
            return Some(report);
        }
        if threads < 2 {
            return worker.deepen(1, max_depth, tell);
        }
        // The helpers search the same position and share what they find through the table alone; they end with the
        // first thread, whose answer counts: "lazy SMP", as Stockfish does since version 7.
        let done = StopFlag::default();
        let helping = Limits { deadline: limits.deadline, purpose: limits.purpose, ..Limits::default() };
        thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads)
                .filter_map(|number| {
                    let mut helper = Worker::new(board.clone(), table, Budget::new(helping, &done));
                    let help = move || {
                        // Half of them begin a ply deeper, so that they do not all do the same.
                        helper.deepen(1 + u8::from(number % 2 == 1), max_depth, &mut |_| ());
                        helper.nodes()
                    };
                    // One that cannot begin is done without.
                    thread::Builder::new().spawn_scoped(scope, help).ok()
                })
                .collect();
            let report = worker.deepen(1, max_depth, tell);
            done.stop();
            let helped: u64 = helpers.into_iter().map(|it| it.join().unwrap_or(0)).sum();
            report.map(|report| Report { nodes: report.nodes + helped, ..report })
        })
    }
}
