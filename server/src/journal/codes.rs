//! The codes of stored rooms, so that an unknown code costs no read.

use std::{
    collections::HashSet,
    hash::{BuildHasher as _, RandomState},
    sync::{PoisonError, RwLock},
};

/// The codes of all stored rooms, as hashes: about ten bytes per room. Two codes share a hash once in 10¹⁹ times; then
/// a read finds no such room.
#[derive(Debug, Default)]
pub(super) struct Codes {
    // The seed is random, so that nobody can search for codes with the same hash.
    hasher: RandomState,
    hashes: RwLock<HashSet<u64>>,
}

impl Codes {
    pub(super) fn of(rooms: &[String]) -> Self {
        let codes = Self::default();
        let hashes = rooms.iter().map(|room| codes.hasher.hash_one(room.as_str())).collect();
        Self { hashes: RwLock::new(hashes), ..codes }
    }

    pub(super) fn has(&self, room: &str) -> bool {
        let hash = self.hasher.hash_one(room);
        self.hashes.read().unwrap_or_else(PoisonError::into_inner).contains(&hash)
    }

    /// Adds a code. Returns false if it was there already.
    pub(super) fn add(&self, room: &str) -> bool {
        let hash = self.hasher.hash_one(room);
        self.hashes.write().unwrap_or_else(PoisonError::into_inner).insert(hash)
    }

    pub(super) fn remove(&self, room: &str) {
        let hash = self.hasher.hash_one(room);
        self.hashes.write().unwrap_or_else(PoisonError::into_inner).remove(&hash);
    }
}
