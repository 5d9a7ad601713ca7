//! The `pvs` engine behind the [`Engine`] trait.

use tengen_shared::rules::{Position, Variant};

use crate::{
    engine::{Choice, Engine, Observer},
    limits::{Limits, StopFlag},
    pattern::Patterns,
    score,
    search::{Carelessness, Options, Params, Report, Searcher},
    transpositions::BESIDE,
};

/// The `pvs` engine: principal variation search with threat search, for every variant.
///
/// It keeps its transposition table from move to move, so use one value for one game. [`forget`](Self::forget)
/// clears the table.
#[derive(Debug)]
pub struct PvsEngine {
    engine: Searcher,
    /// The maximum number of nodes for a move. A smaller limit of the caller takes precedence.
    max_nodes: Option<u64>,
}

impl PvsEngine {
    /// The maximum memory that a search with a few threads uses besides its table, in bytes.
    pub const BESIDE_TABLE: usize = BESIDE;

    /// Creates an engine with one thread that searches at most `max_depth` plies deep.
    ///
    /// The table takes at most `table_bytes` and at least 64 bytes. It is smaller if memory is short.
    #[must_use]
    pub fn new(table_bytes: usize, max_depth: u8) -> Self {
        let options =
            Options { max_depth, threads: 1, varied: false, carelessness: None, params: Params::BEST };
        Self { engine: Searcher::new(table_bytes, options), max_nodes: None }
    }

    /// Limits the nodes of each move.
    #[must_use]
    pub fn within(self, nodes: u64) -> Self {
        Self { max_nodes: Some(nodes), ..self }
    }

    /// Varies the openings: in the first plies of a game, the seed chooses among the best moves, and
    /// among their images in a symmetric position.
    #[must_use]
    pub const fn varied(mut self) -> Self {
        self.engine.options().varied = true;
        self
    }

    /// Makes `percent` of 100 moves careless, chosen by the seed. A careless move ignores what the other side can
    /// do.
    #[must_use]
    pub(crate) const fn careless(mut self, percent: u64) -> Self {
        self.engine.options().carelessness = if percent > 0 { Some(Carelessness { percent }) } else { None };
        self
    }

    /// Searches with other parameters.
    #[must_use]
    pub const fn with_params(mut self, params: Params) -> Self {
        self.engine.options().params = params;
        self
    }

    /// Returns the size of the transposition table, in bytes.
    #[must_use]
    pub const fn table_bytes(&self) -> usize {
        self.engine.table_bytes()
    }

    /// Builds the pattern tables of a variant, so that the first search does not spend its time on them. This takes
    /// some hundredths of a second, once in the process.
    pub fn get_ready_for(variant: Variant) {
        Patterns::of(variant);
    }

    /// Sets the number of threads, at least one. With several threads, the answer to the same question may vary.
    pub fn set_threads(&mut self, threads: usize) {
        self.engine.options().threads = threads.max(1);
    }

    /// Sets the greatest depth of a search, in plies.
    pub fn set_max_depth(&mut self, plies: u8) {
        self.engine.options().max_depth = plies;
    }

    /// Clears the transposition table, so that the next search visits the same nodes as the first one did.
    pub fn forget(&mut self) {
        self.engine.forget();
    }
}

impl Engine for PvsEngine {
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Option<Choice> {
        if position.outcome().is_some() {
            return None;
        }
        let most = self
            .max_nodes
            .map_or(limits.max_nodes, |most| Some(limits.max_nodes.map_or(most, |it| it.min(most))));
        let limits = Limits { max_nodes: most, ..*limits };
        let mut tell = |report: &Report| observer.depth_done(&choice(report));
        Some(choice(&self.engine.search(position, &limits, stop, &mut tell)?))
    }
}

fn choice(report: &Report) -> Choice {
    Choice {
        point: report.best.point(),
        value: score::told(report.score),
        depth: report.depth,
        nodes: report.nodes,
        line: report.line.iter().map(|square| square.point()).collect(),
        pace: report.pace,
    }
}
