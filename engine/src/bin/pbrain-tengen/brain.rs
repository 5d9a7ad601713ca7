//! The brain between two moves: made when it is needed, made anew when its table has to be another one.

use tengen_engine::level::Strong;

/// Keeps the brain while it does not think.
#[derive(Debug, Default)]
pub(crate) struct Keeper {
    brain: Option<Box<Strong>>,
    /// How large a table the last one was to have, in bytes.
    made_for: usize,
}

impl Keeper {
    /// The brain for a move, whose table takes at most `table` bytes. A clock runs, so a smaller one will do for now.
    pub(crate) fn take(&mut self, table: usize) -> Box<Strong> {
        let fits = self.made_for <= table;
        self.brain.take().filter(|_| fits).unwrap_or_else(|| self.make(table))
    }

    /// Gives the brain back.
    pub(crate) fn put(&mut self, brain: Box<Strong>) {
        self.brain = Some(brain);
    }

    /// Makes the brain anew if its table may be larger than it is.
    pub(crate) fn grow(&mut self, table: usize) {
        if self.made_for < table {
            self.brain = None;
            self.brain = Some(self.make(table));
        }
    }

    /// Sees to it that the brain is as wanted and knows nothing. How large its table is, in bytes: half of what is wanted,
    /// or less, where memory was short.
    pub(crate) fn forget(&mut self, table: usize) -> usize {
        let brain = match self.brain.take().filter(|_| self.made_for == table) {
            Some(mut brain) => {
                brain.forget();
                brain
            }
            // It knows nothing yet, and clearing a large table takes a while.
            None => self.make(table),
        };
        let found = brain.table_bytes();
        self.put(brain);
        found
    }

    fn make(&mut self, table: usize) -> Box<Strong> {
        self.made_for = table;
        Box::new(Strong::new(table, u8::MAX))
    }
}
