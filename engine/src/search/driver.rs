//! The entry point of a search, on one thread or several, and the table that outlives it.

use std::thread;

use tengen_shared::rules::{Position, Variant};

use super::{
    careless::{self, Carelessness},
    params::{MAX_DEPTH, Params, VARIED_LIST_PERCENT},
    report::Report,
    variety,
    worker::Worker,
};
use crate::{
    board::Board,
    limits::{Budget, Limits, StopFlag},
    transpositions::Table,
};

/// The `pvs` engine. Its table persists from move to move.
#[derive(Debug)]
pub(crate) struct Searcher {
    table: Table,
    /// The variant of the table's positions. Other rules value the same stones differently.
    variant: Option<Variant>,
    options: Options,
}

/// The options of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options {
    /// The greatest depth of an iteration, in plies.
    pub(crate) max_depth: u8,
    /// The number of threads that search at the same time.
    pub(crate) threads: usize,
    /// Whether the seed chooses among almost equal moves and their images in the first plies of a game.
    pub(crate) varied: bool,
    /// How often a weak level errs, if at all.
    pub(crate) carelessness: Option<Carelessness>,
    pub(crate) params: Params,
}

impl Searcher {
    /// Creates an engine whose table takes at most `bytes` bytes.
    pub(crate) fn new(bytes: usize, options: Options) -> Self {
        Self { table: Table::new(bytes), variant: None, options }
    }

    /// Returns the size of the table, in bytes.
    pub(crate) const fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    pub(crate) const fn options(&mut self) -> &mut Options {
        &mut self.options
    }

    /// Clears the table, so that the next search visits the same nodes as the first one did.
    pub(crate) fn forget(&mut self) {
        self.table.clear();
    }

    /// Searches a position until the budget is spent or the result is proven. Calls `tell` after each completed
    /// depth. Returns `None` if there is no move.
    pub(crate) fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        tell: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        let board = Board::at(position);
        if self.variant.replace(board.variant()).is_some_and(|before| before != board.variant()) {
            self.forget();
        }
        let report = self.think(&board, limits, stop, tell)?;
        Some(match self.options.carelessness {
            Some(carelessness) => carelessness.spoil(report, &board, limits.seed),
            None => report,
        })
    }

    /// Searches an early position on one thread, and lets the seed choose among almost equal moves. The usual search has
    /// the limits `main`, everything together has `all`.
    fn think_varied(
        &self,
        board: &Board,
        (main, all): (&Limits, &Limits),
        stop: &StopFlag,
        tell: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        // Each search has a budget of its own: one that was interrupted must not end the next.
        let worker = |limits: &Limits, spent: u64| {
            let max_nodes = limits.max_nodes.map(|most| most.saturating_sub(spent));
            Worker::new(
                board.clone(),
                &self.table,
                self.options.params,
                Budget::new(Limits { max_nodes, ..*limits }, stop),
            )
        };
        let max_depth = self.options.max_depth.min(MAX_DEPTH);
        let mut first = worker(&variety::share(main, VARIED_LIST_PERCENT), 0);
        let candidates = variety::candidates(&mut first, max_depth);
        let report = worker(main, first.nodes()).deepen(1, max_depth, tell)?;
        let report = Report { nodes: report.nodes + first.nodes(), ..report };
        let drawn = variety::draw(&candidates, &report, all.seed, board.moves().len());
        let confirmed = drawn.and_then(|square| {
            let mut again = worker(all, report.nodes);
            variety::confirm(&mut again, square, &report)
        });
        // Observers were told of the move before it was turned.
        Some(variety::turned(board, confirmed.unwrap_or(report), all.seed))
    }

    fn think(
        &mut self,
        board: &Board,
        limits: &Limits,
        stop: &StopFlag,
        tell: &mut dyn FnMut(&Report),
    ) -> Option<Report> {
        self.table.grow_older();
        let Options { max_depth, threads, varied, carelessness, params } = self.options;
        let max_depth = max_depth.min(MAX_DEPTH);
        let table = &self.table;
        if varied && let Some(main) = variety::split(board, limits) {
            return self.think_varied(board, (&main, limits), stop, tell);
        }
        let mut worker = Worker::new(board.clone(), table, params, Budget::new(*limits, stop));
        if carelessness.is_some() {
            worker.excluded = careless::far(board);
        }
        if threads < 2 {
            return worker.deepen(1, max_depth, tell);
        }
        // Lazy SMP, as in Stockfish since version 7: helpers search the same position and share results only
        // through the table. The first thread gives the answer, and the helpers stop with it.
        let done = StopFlag::default();
        let helping = Limits { deadline: limits.deadline, purpose: limits.purpose, ..Limits::default() };
        thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads)
                .filter_map(|number| {
                    let mut helper = Worker::new(board.clone(), table, params, Budget::new(helping, &done));
                    let help = move || {
                        // Half of the helpers begin one ply deeper, so that the threads do not all do the same
                        // work.
                        helper.deepen(1 + u8::from(number % 2 == 1), max_depth, &mut |_| ());
                        helper.nodes()
                    };
                    // A helper that cannot start is left out.
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
