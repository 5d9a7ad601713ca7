//! The memory that all outboxes may use together.

use std::sync::atomic::{AtomicUsize, Ordering};

/// The bytes queued in all outboxes, or taken from them and not yet sent.
#[derive(Debug)]
pub(crate) struct Budget {
    pub(super) used: AtomicUsize,
    most: usize,
}

impl Budget {
    /// Creates an unused budget of `most` bytes.
    #[must_use]
    pub(crate) const fn new(most: usize) -> Self {
        Self { used: AtomicUsize::new(0), most }
    }

    pub(super) fn is_spent(&self) -> bool {
        self.used.load(Ordering::Relaxed) >= self.most
    }

    pub(super) fn add(&self, bytes: usize) {
        self.used.fetch_add(bytes, Ordering::Relaxed);
    }

    pub(super) fn remove(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}
