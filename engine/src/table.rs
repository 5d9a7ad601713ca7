//! The transposition table: what has been found out about positions, shared by threads without a lock.

#![allow(
    clippy::cast_possible_truncation,
    reason = "fields are cut out of one word, and a place is below the length"
)]

use std::{
    hint::black_box,
    sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed},
};

use crate::{score::Score, square::Square};

/// What a stored value says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Bound {
    /// It is at most that.
    Upper = 1,
    /// It is at least that.
    Lower = 2,
    /// It is that.
    Exact = 3,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move, if one was found.
    pub(crate) best: Option<Square>,
    /// -32,767 to 32,767.
    pub(crate) score: Score,
    /// The plies that were searched below it.
    pub(crate) depth: u8,
    /// What `score` says of the value.
    pub(crate) bound: Bound,
}

/// A place for an entry. The key is stored mixed with the data, so that halves of two entries are not taken for
/// one: Hyatt and Mann, "A lock-less transposition table implementation for parallel search chess engines", 2002.
#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// What must be left beside the table, in bytes, for a few threads: 5 MB of tables, 2 MB of stack and some lists each.
pub(crate) const BESIDE: usize = 24 << 20;
/// Slots that a position may lie in.
const WAYS: usize = 4;
/// No move.
const NONE: u16 = u16::MAX;

/// A table of fixed size.
#[derive(Debug)]
pub(crate) struct Table {
    slots: Vec<[Slot; WAYS]>,
    /// Rises with every search; older entries are the first to go.
    age: AtomicU8,
}

impl Table {
    /// A table of at most `bytes`, and at least one bucket of 64; where there is no memory for that and for a search,
    /// of half as much, and so on.
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

    /// How much memory it takes.
    pub(crate) const fn bytes(&self) -> usize {
        size_of::<[Slot; WAYS]>() * self.slots.len()
    }

    /// Says that a new search begins.
    pub(crate) fn grow_older(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    /// Forgets everything.
    pub(crate) fn clear(&self) {
        for slot in self.slots.iter().flatten() {
            slot.check.store(0, Relaxed);
            slot.data.store(0, Relaxed);
        }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; WAYS] {
        // The upper half of the product spreads keys over any number of buckets.
        let at = (u128::from(key) * self.slots.len() as u128) >> 64;
        &self.slots[at as usize]
    }

    /// Begins to fetch what is known of a position, so that it is at hand a little later. Does nothing where that
    /// cannot be said.
    #[inline]
    #[allow(unsafe_code, reason = "the processor's hint has no safe form")]
    pub(crate) fn prefetch(&self, key: u64) {
        let bucket = self.bucket(key);
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        // SAFETY: the hint reads and writes nothing that a program could tell, and every x86-64 has it.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(bucket).cast());
        }
        #[cfg(not(all(target_arch = "x86_64", not(miri))))]
        let _ = bucket;
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Entry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key).then(|| unpack(data)).flatten()
        })
    }

    /// Keeps what was found out, in the place of the same position or of what is worth least.
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
                // A much shallower look does not drive out a deep one.
                let deeper =
                    entry.bound == Bound::Exact || entry.depth + 3 >= old.depth || aged(data, age) > 0;
                if !deeper {
                    return;
                }
                chosen = slot;
                break;
            }
            let worth = i32::from(old.depth) - 8 * i32::from(aged(data, age));
            if worth < least {
                (chosen, least) = (slot, worth);
            }
        }
        let data = pack(entry, age);
        chosen.check.store(key ^ data, Relaxed);
        chosen.data.store(data, Relaxed);
    }
}

/// Whether so many bytes more could be had.
fn has_memory_for(bytes: usize) -> bool {
    let mut room: Vec<u8> = Vec::new();
    // Out of sight of the optimiser, which may take memory that nobody uses for granted.
    black_box(&mut room).try_reserve_exact(bytes).is_ok()
}

/// How many searches ago an entry was written, up to 63.
const fn aged(data: u64, age: u8) -> u8 {
    age.wrapping_sub((data >> 58) as u8) & 63
}

/// 16 bits of value, 16 of move, 8 of depth, 2 of bound; from bit 58 on the age.
fn pack(entry: Entry, age: u8) -> u64 {
    let score = i16::try_from(entry.score).unwrap_or(if entry.score < 0 { i16::MIN } else { i16::MAX });
    let best = entry.best.map_or(NONE, Square::bits);
    u64::from(score.cast_unsigned())
        | u64::from(best) << 16
        | u64::from(entry.depth) << 32
        | (entry.bound as u64) << 40
        | u64::from(age) << 58
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 40 & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    let best = Square::from_bits((data >> 16) as u16);
    Some(Entry { best, score: Score::from(data as u16 as i16), depth: (data >> 32) as u8, bound })
}
