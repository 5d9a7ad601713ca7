//! The transposition table, shared by threads without locks.

#![allow(
    clippy::cast_possible_truncation,
    reason = "fields are cut out of one word, and a place is below the length"
)]

use std::{
    hint::black_box,
    sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed},
};

use crate::{
    depth::{Depth, PLY},
    score::Score,
    square::Square,
};

/// How a stored score bounds the value of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// The value is at most the score.
    Upper = 1,
    /// The value is at least the score.
    Lower = 2,
    /// The value equals the score.
    Exact = 3,
}

/// The stored result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move, if the search found one.
    pub(crate) best: Option<Square>,
    /// -32,767 to 32,767.
    pub(crate) score: Score,
    /// The remaining depth of the search that gave the score, at least 0 and less than 2^18.
    pub(crate) depth: Depth,
    /// How `score` bounds the value.
    pub(crate) bound: Bound,
}

/// A slot for one entry. The key is stored XORed with the data, so that a torn write never looks like an entry:
/// Hyatt and Mann, "A lock-less transposition table implementation for parallel search chess engines", 2002.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// Memory that must stay free beside the table, in bytes. It serves a few threads, each with 5 MB of tables, 2 MB
/// of stack and some lists.
pub(crate) const BESIDE: usize = 24 << 20;
/// Slots in a bucket.
const WAYS: usize = 4;
/// The packed form of "no best move".
const NONE: u16 = u16::MAX;

/// A hash table of fixed size.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Vec<[Slot; WAYS]>,
    /// The number of the current search. Entries of older searches are more likely to be replaced.
    age: AtomicU8,
}

impl Table {
    /// Creates a table of at most `bytes` bytes, and at least one bucket of 64. While memory is short for the table
    /// and a search, the size is halved.
    pub(crate) fn new(bytes: usize) -> Self {
        let mut buckets = (bytes / size_of::<[Slot; WAYS]>()).max(1);
        let mut slots = Vec::new();
        while buckets > 1 && (slots.try_reserve_exact(buckets).is_err() || !has_memory_for(BESIDE)) {
            slots = Vec::new();
            buckets /= 2;
        }
        slots.resize_with(buckets, Default::default);
        Self { slots, age: AtomicU8::new(0) }
    }

    /// Returns the size of the table, in bytes.
    pub(crate) const fn bytes(&self) -> usize {
        size_of::<[Slot; WAYS]>() * self.slots.len()
    }

    /// Starts a new search, which makes all stored entries one search older.
    pub(crate) fn grow_older(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    pub(crate) fn clear(&self) {
        for slot in self.slots.iter().flatten() {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; WAYS] {
        // The upper half of the product spreads keys evenly over any number of buckets.
        let at = (u128::from(key) * self.slots.len() as u128) >> 64;
        &self.slots[at as usize]
    }

    /// Prefetches the bucket of a key into the cache. Does nothing on other processors than x86-64.
    #[inline]
    #[allow(unsafe_code, reason = "the processor's hint has no safe form")]
    pub(crate) fn prefetch(&self, key: u64) {
        let bucket = self.bucket(key);
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        // SAFETY: the hint has no effect that a program can observe, and every x86-64 processor supports it.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(bucket).cast());
        }
        #[cfg(not(all(target_arch = "x86_64", not(miri))))]
        let _ = bucket;
    }

    /// Returns the entry of a position, if the table has one.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key).then(|| unpack(data)).flatten()
        })
    }

    /// Stores a result. It replaces the entry of the same position, or else the least valuable entry of the bucket.
    pub(crate) fn put(&self, key: u64, entry: Entry) {
        let age = self.age.load(Relaxed) & 63;
        let mut chosen = &self.bucket(key)[0];
        let mut least = i32::MAX;
        for slot in self.bucket(key) {
            let data = slot.data.load(Relaxed);
            let Some(old) = unpack(data) else {
                chosen = slot;
                break;
            };
            if slot.check.load(Relaxed) ^ data == key {
                // A much shallower result does not replace a deep one of the same search, unless it is exact.
                let deeper =
                    entry.bound == Bound::Exact || entry.depth + 3 * PLY >= old.depth || aged(data, age) > 0;
                if !deeper {
                    return;
                }
                chosen = slot;
                break;
            }
            let worth = old.depth - 8 * PLY * i32::from(aged(data, age));
            if worth < least {
                (chosen, least) = (slot, worth);
            }
        }
        let data = pack(entry, age);
        chosen.check.store(key ^ data, Relaxed);
        chosen.data.store(data, Relaxed);
    }
}

/// Returns whether `bytes` more bytes can be allocated.
fn has_memory_for(bytes: usize) -> bool {
    let mut room: Vec<u8> = Vec::new();
    // `black_box` hides the vector: the optimiser may remove an allocation that nobody uses.
    black_box(&mut room).try_reserve_exact(bytes).is_ok()
}

/// Returns how many searches ago an entry was written, modulo 64.
const fn aged(data: u64, age: u8) -> u8 {
    age.wrapping_sub((data >> 58) as u8) & 63
}

/// Packs an entry: 16 bits of score, 16 of move, 18 of depth, 2 of bound, and the age from bit 58 on.
fn pack(entry: Entry, age: u8) -> u64 {
    debug_assert!((0..1 << 18).contains(&entry.depth), "depth {}", entry.depth);
    let score = i16::try_from(entry.score).unwrap_or(if entry.score < 0 { i16::MIN } else { i16::MAX });
    let best = entry.best.map_or(NONE, Square::bits);
    u64::from(score.cast_unsigned())
        | u64::from(best) << 16
        | u64::from(entry.depth.unsigned_abs()) << 32
        | (entry.bound as u64) << 50
        | u64::from(age) << 58
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 50 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let best = Square::from_bits((data >> 16) as u16);
    Some(Entry {
        best,
        score: Score::from(data as u16 as i16),
        depth: (data >> 32) as Depth & 0x3_ffff,
        bound,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_back() {
        for (score, depth, bound) in
            [(-32_767, 0, Bound::Upper), (0, PLY / 3, Bound::Lower), (32_767, (1 << 18) - 1, Bound::Exact)]
        {
            for best in [Square::from_bits(300), None] {
                let entry = Entry { best, score, depth, bound };
                let data = pack(entry, 63);
                assert_eq!(unpack(data), Some(entry));
                assert_eq!(aged(data, 0), 1);
            }
        }
        assert_eq!(unpack(0), None);
    }
}
