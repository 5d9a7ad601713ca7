//! The solver's transposition table, of fixed size.

use super::{geometry::Key, score::Bounds};

/// The bounds of one position, in 16 bytes.
#[derive(Clone, Copy, Debug)]
struct Record {
    /// The whole position, so no two positions are ever confused.
    key: Key,
    bounds: Bounds,
    /// The binary logarithm of the nodes that the result took.
    effort: u8,
}

const EMPTY: Record = Record { key: Key::NONE, bounds: Bounds::NONE, effort: 0 };

/// The slots that a position may use: one cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Bucket([Record; 4]);

/// A table that never grows. It first replaces results that took little work.
#[derive(Debug)]
pub(super) struct Table {
    /// A power of two many.
    buckets: Vec<Bucket>,
}

impl Table {
    /// Creates a table of at most `bytes` bytes, but at least one bucket of 64.
    pub(super) fn new(bytes: usize) -> Self {
        let most = (bytes / size_of::<Bucket>()).max(1);
        Self { buckets: vec![Bucket([EMPTY; 4]); 1 << most.ilog2()] }
    }

    /// Returns the size in bytes.
    pub(super) const fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<Bucket>()
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill(Bucket([EMPTY; 4]));
    }

    /// Returns the stored bounds of a position.
    pub(super) fn bounds(&self, key: Key) -> Bounds {
        let bucket = &self.buckets[key.hash() & (self.buckets.len() - 1)];
        bucket.0.iter().find(|record| record.key == key).map_or(Bounds::NONE, |record| record.bounds)
    }

    /// Stores bounds of a position, which a search of `nodes` nodes found.
    pub(super) fn learn(&mut self, key: Key, bounds: Bounds, nodes: u64) {
        let effort = nodes.checked_ilog2().and_then(|log| u8::try_from(log).ok()).unwrap_or(0);
        let index = key.hash() & (self.buckets.len() - 1);
        let bucket = &mut self.buckets[index].0;
        let known = bucket.iter().position(|record| record.key == key);
        let cheapest = || (0..bucket.len()).min_by_key(|slot| bucket[*slot].effort).unwrap_or(0);
        let slot = known.unwrap_or_else(cheapest);
        bucket[slot] = match known {
            Some(_) => {
                let old = bucket[slot];
                Record { key, bounds: bounds.and(old.bounds), effort: effort.max(old.effort) }
            }
            None => Record { key, bounds, effort },
        };
    }
}

#[cfg(test)]
mod tests {
    use super::{super::score::Score, *};

    #[test]
    fn a_record_takes_16_bytes_and_a_table_no_more_than_it_may() {
        assert_eq!((size_of::<Record>(), size_of::<Bucket>()), (16, 64));
        let sizes = [0, 64, 200, 1 << 20, (1 << 20) + 5].map(|bytes| Table::new(bytes).bytes());
        assert_eq!(sizes, [64, 64, 128, 1 << 20, 1 << 20]);
    }

    #[test]
    fn knowledge_of_a_position_is_joined_and_the_cheapest_gives_way() {
        let mut table = Table::new(64);
        let key = |n| Key::new(n, 2 * n);
        let at_least = |lower| Bounds { lower, upper: Score::MOST };
        let at_most = |upper| Bounds { lower: Score::LEAST, upper };
        table.learn(key(1), at_least(Score::DRAW), 100);
        table.learn(key(1), at_most(Score::win(9)), 5);
        let joined = Bounds { lower: Score::DRAW, upper: Score::win(9) };
        assert_eq!(table.bounds(key(1)), joined);
        for n in 2..7 {
            table.learn(key(n), at_least(Score::DRAW), n);
        }
        assert_eq!(table.bounds(key(1)), joined);
        assert_eq!(table.bounds(key(6)), at_least(Score::DRAW));
        assert_eq!(table.bounds(key(2)), Bounds::NONE);
        table.clear();
        assert_eq!(table.bounds(key(1)), Bounds::NONE);
    }
}
