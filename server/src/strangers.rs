//! Players who have said `hello` and done nothing else. They live in memory only, so that somebody who comes and goes
//! thousands of times leaves nothing on disk.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Mutex, PoisonError},
};

use tengen_shared::game::PlayerId;

use crate::journal::Key;

/// Strangers remembered. Beyond it the oldest is forgotten and counts as a new player when they return.
const MOST: usize = 20_000;

/// Strangers by their key.
#[derive(Debug, Default)]
pub(crate) struct Strangers(Mutex<Inner>);

#[derive(Debug, Default)]
struct Inner {
    players: HashMap<Key, PlayerId>,
    order: VecDeque<Key>,
}

impl Strangers {
    /// Returns the stranger with this key.
    #[must_use]
    pub(crate) fn find(&self, key: &Key) -> Option<PlayerId> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).players.get(key).copied()
    }

    /// Remembers the key and number of a new player; forgets the oldest if there are too many. Returns the number of the
    /// key, which is an earlier one if two connections have shown it at once.
    pub(crate) fn remember(&self, key: Key, player: PlayerId) -> PlayerId {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(earlier) = inner.players.get(&key) {
            return *earlier;
        }
        if inner.order.len() >= MOST
            && let Some(oldest) = inner.order.pop_front()
        {
            inner.players.remove(&oldest);
        }
        inner.players.insert(key, player);
        inner.order.push_back(key);
        player
    }

    /// Forgets a player whom the journal now has.
    pub(crate) fn forget(&self, key: &Key) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).players.remove(key);
    }
}
