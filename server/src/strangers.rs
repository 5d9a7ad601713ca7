//! Players who have said hello and done nothing yet. They are kept in memory only, so that somebody who comes and goes
//! thousands of times leaves nothing on the disk.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, PoisonError},
};

use tengen_shared::game::PlayerId;

use crate::journal::KeyHash;

/// Strangers remembered; beyond it the oldest is forgotten, and is somebody new when they come back.
const MOST: usize = 20_000;

/// Strangers by the hash of their key.
#[derive(Debug, Default)]
pub(crate) struct Strangers(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    players: HashMap<KeyHash, PlayerId>,
    order: VecDeque<KeyHash>,
}

impl Strangers {
    /// The stranger with this key.
    #[must_use]
    pub(crate) fn find(&self, key: &KeyHash) -> Option<PlayerId> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).players.get(key).copied()
    }

    /// Keeps the key and number of a new player; the oldest is forgotten if there are too many.
    pub(crate) fn remember(&self, key: KeyHash, player: PlayerId) {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if inner.order.len() >= MOST
            && let Some(oldest) = inner.order.pop_front()
        {
            inner.players.remove(&oldest);
        }
        inner.players.insert(key, player);
        inner.order.push_back(key);
    }

    /// Forgets somebody whom the journal has now.
    pub(crate) fn forget(&self, key: &KeyHash) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).players.remove(key);
    }
}
