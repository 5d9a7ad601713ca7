//! Keeps the engine between two moves, and replaces it if its table needs another size.

use tengen_engine::pvs::PvsEngine;

/// The owner of the engine while it is not searching.
#[derive(Debug, Default)]
pub(crate) struct Keeper {
    brain: Option<Box<PvsEngine>>,
    /// The requested table size of the last engine, in bytes.
    made_for: usize,
}

impl Keeper {
    /// Returns the engine for a move, with a table of at most `table` bytes. A smaller table is accepted, because
    /// the clock is running.
    pub(crate) fn take(&mut self, table: usize) -> Box<PvsEngine> {
        let fits = self.made_for <= table;
        self.brain.take().filter(|_| fits).unwrap_or_else(|| self.make(table))
    }

    /// Takes the engine back after a search.
    pub(crate) fn put(&mut self, brain: Box<PvsEngine>) {
        self.brain = Some(brain);
    }

    /// Replaces the engine if its table may be larger than now.
    pub(crate) fn grow(&mut self, table: usize) {
        if self.made_for < table {
            self.brain = None;
            self.brain = Some(self.make(table));
        }
    }

    /// Prepares an engine with the requested table size and an empty table. Returns the table's actual size in
    /// bytes, which is half the request or less if memory was short.
    pub(crate) fn forget(&mut self, table: usize) -> usize {
        let brain = match self.brain.take().filter(|_| self.made_for == table) {
            Some(mut brain) => {
                brain.forget();
                brain
            }
            // A new engine is empty, and clearing a large table takes a while.
            None => self.make(table),
        };
        let found = brain.table_bytes();
        self.put(brain);
        found
    }

    fn make(&mut self, table: usize) -> Box<PvsEngine> {
        self.made_for = table;
        Box::new(PvsEngine::new(table, u8::MAX))
    }
}
