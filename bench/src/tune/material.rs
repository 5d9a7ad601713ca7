//! What is learnt from games, gathered by several threads.

use std::thread;

use anyhow::anyhow;

/// What one in this many games gives is kept apart.
const APART: usize = 10;

/// What games give.
pub(super) struct Material<T> {
    pub(super) learnt: Vec<T>,
    /// Not learnt from, but used to measure the loss. All that a game gives is on one side: its positions are much alike.
    pub(super) apart: Vec<T>,
}

impl<T: Send> Material<T> {
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
            let mut all = Self { learnt: Vec::new(), apart: Vec::new() };
            for (game, item) in items {
                let into = if game.is_multiple_of(APART) { &mut all.apart } else { &mut all.learnt };
                look(into, *game, item)?;
            }
            anyhow::Ok(all)
        };
        let share = items.len().div_ceil(threads).max(1);
        thread::scope(|scope| {
            let parts: Vec<_> = items.chunks(share).map(|items| scope.spawn(|| gather(items))).collect();
            let mut all = Self { learnt: Vec::new(), apart: Vec::new() };
            for part in parts {
                let part = part.join().map_err(|_| anyhow!("a thread panicked"))??;
                all.learnt.extend(part.learnt);
                all.apart.extend(part.apart);
            }
            Ok(all)
        })
    }

    /// Returns how much there is in all.
    pub(super) fn len(&self) -> usize {
        self.learnt.len() + self.apart.len()
    }
}
