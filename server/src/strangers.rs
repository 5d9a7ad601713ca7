//! Players who have said `hello` and done nothing else. They live in memory only, so that somebody who comes and goes
//! thousands of times leaves nothing on disk.

use std::{
    collections::{BTreeMap, HashMap},
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
    /// The player of each key, and when it was remembered: a number that rises.
    players: HashMap<Key, (PlayerId, u64)>,
    order: BTreeMap<u64, Key>,
}

impl Strangers {
    /// Returns the stranger with this key.
    #[must_use]
    pub(crate) fn find(&self, key: &Key) -> Option<PlayerId> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).players.get(key).map(|(player, _)| *player)
    }

    /// Remembers the key and number of a new player; forgets the oldest if there are too many. Returns the number of the
    /// key, which is an earlier one if two connections have shown it at once.
    pub(crate) fn remember(&self, key: Key, player: PlayerId) -> PlayerId {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((earlier, _)) = inner.players.get(&key) {
            return *earlier;
        }
        if inner.order.len() >= MOST
            && let Some((_, oldest)) = inner.order.pop_first()
        {
            inner.players.remove(&oldest);
        }
        let number = inner.order.last_key_value().map_or(0, |(last, _)| last + 1);
        inner.players.insert(key, (player, number));
        inner.order.insert(number, key);
        player
    }

    /// Forgets a player whom the journal now has.
    pub(crate) fn forget(&self, key: &Key) {
        let mut inner = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, number)) = inner.players.remove(key) {
            inner.order.remove(&number);
        }
    }
}
