//! The engine proper as a brain.

use tengen_shared::rules::{Position, Variant};

use crate::{
    brain::{Brain, Choice, Observer},
    limits::{Limits, StopFlag},
    pattern::Patterns,
    score,
    search::{Carelessness, Engine, Options, Report},
    table::BESIDE,
};

/// The engine proper: principal variation search with threat search, for every variant.
///
/// What it has found out lives on from move to move, so it is not asked about two games in turn;
/// [`forget`](Self::forget) makes it as new.
#[derive(Debug)]
pub struct Strong {
    engine: Engine,
    /// The most nodes for a move, whatever the limits allow.
    max_nodes: Option<u64>,
}

impl Strong {
    /// What a search takes beside its table, in bytes: at most this, with a few threads.
    pub const BESIDE_TABLE: usize = BESIDE;

    /// A brain on one thread whose table takes at most `table_bytes` (and at least 64; less where there is no memory
    /// for that), and that looks at most `max_depth` plies deep.
    #[must_use]
    pub fn new(table_bytes: usize, max_depth: u8) -> Self {
        let options = Options { max_depth, threads: 1, varied: false, carelessness: None };
        Self { engine: Engine::new(table_bytes, options), max_nodes: None }
    }

    /// The same that looks at most at so many nodes for a move.
    #[must_use]
    pub fn within(self, nodes: u64) -> Self {
        Self { max_nodes: Some(nodes), ..self }
    }

    /// The same that lets the seed choose among the best moves in the first plies of a game, so that games differ.
    #[must_use]
    pub const fn varied(mut self) -> Self {
        self.engine.options().varied = true;
        self
    }

    /// The same that does not look at what the other side can do in so many of a hundred moves, by the seed.
    #[must_use]
    pub(crate) const fn careless(mut self, percent: u64) -> Self {
        self.engine.options().carelessness = if percent > 0 { Some(Carelessness { percent }) } else { None };
        self
    }

    /// How many bytes its table takes.
    #[must_use]
    pub const fn table_bytes(&self) -> usize {
        self.engine.table_bytes()
    }

    /// Builds what every search of a variant needs, so that the first one does not spend its time on it: some
    /// hundredths of a second, once in a program.
    pub fn get_ready_for(variant: Variant) {
        Patterns::of(variant);
    }

    /// Searches with so many threads from now on, at least one. With several, the same question may get another answer.
    pub fn set_threads(&mut self, threads: usize) {
        self.engine.options().threads = threads.max(1);
    }

    /// Looks at most so many plies deep from now on.
    pub fn set_max_depth(&mut self, plies: u8) {
        self.engine.options().max_depth = plies;
    }

    /// Forgets all it has found out, so that the next answer takes the same nodes as the first time.
    pub fn forget(&mut self) {
        self.engine.forget();
    }
}

impl Brain for Strong {
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
