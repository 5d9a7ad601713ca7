//! Training and validation data from games, gathered by several threads.

use std::thread;

use anyhow::anyhow;

/// One in this many games is for validation.
const VALIDATION: usize = 10;

pub(super) struct Dataset<T> {
    pub(super) training: Vec<T>,
    /// Only to measure the loss. What comes from one game is all here or all in `training`: its positions are much alike.
    pub(super) validation: Vec<T>,
}

impl<T: Send> Dataset<T> {
    /// Gathers what `look` adds for each item. An item comes with the number of its game.
    ///
    /// # Errors
    /// Returns the first error of `look`, or an error if it panics.
    pub(super) fn gather<I: Sync>(
        items: &[(usize, I)],
        threads: usize,
        look: impl Fn(&mut Vec<T>, usize, &I) -> anyhow::Result<()> + Sync,
    ) -> anyhow::Result<Self> {
        let gather = |items: &[(usize, I)]| {
            let mut all = Self { training: Vec::new(), validation: Vec::new() };
            for (game, item) in items {
                let into =
                    if game.is_multiple_of(VALIDATION) { &mut all.validation } else { &mut all.training };
                look(into, *game, item)?;
            }
            anyhow::Ok(all)
        };
        let share = items.len().div_ceil(threads).max(1);
        thread::scope(|scope| {
            let parts: Vec<_> = items.chunks(share).map(|items| scope.spawn(|| gather(items))).collect();
            let mut all = Self { training: Vec::new(), validation: Vec::new() };
            for part in parts {
                let part = part.join().map_err(|_| anyhow!("a thread panicked"))??;
                all.training.extend(part.training);
                all.validation.extend(part.validation);
            }
            Ok(all)
        })
    }

    /// Returns how much there is in all.
    pub(super) fn len(&self) -> usize {
        self.training.len() + self.validation.len()
    }
}
