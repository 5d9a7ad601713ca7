//! The transposition table: what was found out about positions, which are often reached in several ways.

/// What a stored score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    AtLeast,
    AtMost,
    Exact,
}

/// What is known of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    key: u64,
    /// Wins and losses count from this position on.
    pub(super) score: i32,
    /// The best move, if there was one.
    pub(super) cell: u16,
    pub(super) depth: i8,
    pub(super) bound: Bound,
}

/// A table of bounded size in which a new position takes the place of an old one.
#[derive(Clone, Debug)]
pub(super) struct Table(Vec<Entry>);

/// 2 MB: enough for the positions of the default node limit.
const ENTRIES: usize = 1 << 17;

const EMPTY: Entry = Entry { key: 0, score: 0, cell: 0, depth: i8::MIN, bound: Bound::AtLeast };

impl Table {
    pub(super) fn new() -> Self {
        Self(vec![EMPTY; ENTRIES])
    }

    pub(super) fn get(&self, key: u64) -> Option<&Entry> {
        Some(&self.0[place(key)]).filter(|entry| entry.key == key && entry.depth > i8::MIN)
    }

    /// Remembers a position unless more is known of it.
    pub(super) fn put(&mut self, key: u64, depth: i8, bound: Bound, score: i32, cell: usize) {
        let entry = &mut self.0[place(key)];
        if entry.key != key || entry.depth <= depth {
            let cell = u16::try_from(cell).unwrap_or(u16::MAX);
            *entry = Entry { key, score, cell, depth, bound };
        }
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the low bits are what is wanted")]
const fn place(key: u64) -> usize {
    key as usize % ENTRIES
}
