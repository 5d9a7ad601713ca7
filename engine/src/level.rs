//! The engine proper as a brain.

use tengen_shared::rules::Position;

use crate::{
    brain::{Brain, Choice, Observer},
    limits::{Limits, StopFlag},
    score,
    search::{Engine, Report},
};

/// The engine proper: principal variation search with threat search, for every variant.
#[derive(Debug)]
pub struct Strong {
    engine: Engine,
    max_depth: u8,
}

impl Strong {
    /// A brain whose table takes at most `table_bytes` and that looks at most `max_depth` plies deep.
    #[must_use]
    pub fn new(table_bytes: usize, max_depth: u8) -> Self {
        Self { engine: Engine::new(table_bytes), max_depth }
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
        let mut tell = |report: &Report| observer.depth_done(&choice(report));
        let report = self.engine.search(position, limits, stop, self.max_depth, &mut tell)?;
        Some(choice(&report))
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
