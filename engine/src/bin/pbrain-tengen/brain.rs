//! The brain between two moves: made when it is needed, made anew when it has to be another one.

use tengen_engine::level::Strong;

/// What a brain has to be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Make {
    /// The most that its table may take, in bytes.
    pub(crate) table: usize,
    pub(crate) max_depth: u8,
}

/// The memory for a table was not to be had, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shortage {
    pub(crate) wanted: usize,
    pub(crate) found: usize,
}

/// Keeps the brain while it does not think.
#[derive(Debug, Default)]
pub(crate) struct Keeper {
    brain: Option<Box<Strong>>,
    /// What the last one was made for.
    made: Option<Make>,
}

impl Keeper {
    /// The brain as wanted: the one there is, or another one that knows nothing.
    pub(crate) fn take(&mut self, wanted: Make) -> Box<Strong> {
        match self.brain.take() {
            Some(brain) if self.made == Some(wanted) => brain,
            other => {
                // The old table has to go before there is room for the new one.
                drop(other);
                self.made = Some(wanted);
                Box::new(Strong::new(wanted.table, wanted.max_depth))
            }
        }
    }

    /// Gives the brain back.
    pub(crate) fn put(&mut self, brain: Box<Strong>) {
        self.brain = Some(brain);
    }

    /// Sees to it that the brain is as wanted and knows nothing, and says whether memory was short.
    pub(crate) fn forget(&mut self, wanted: Make) -> Option<Shortage> {
        // One that has just been made knows nothing yet, and clearing a large table takes a while.
        let used = self.brain.is_some() && self.made == Some(wanted);
        let mut brain = self.take(wanted);
        if used {
            brain.forget();
        }
        let found = brain.table_bytes();
        self.put(brain);
        (found < wanted.table / 2).then_some(Shortage { wanted: wanted.table, found })
    }
}
