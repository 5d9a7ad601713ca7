//! Repeatable random numbers: the same on every machine and with every version of every library.

/// A random number generator: SplitMix64, from Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    /// Creates one of the streams of a seed. Streams are independent of each other.
    pub(crate) const fn new(seed: u64, stream: u64) -> Self {
        Self(mix(mix(seed) ^ stream))
    }

    /// Returns the next number.
    pub(crate) const fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mix(self.0)
    }

    /// Returns one of `items`; `None` if there are no items.
    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        // The remainder favours the first items by less than one part in 2^50 on any board.
        let index = self.draw().checked_rem(items.len() as u64)?;
        items.get(usize::try_from(index).ok()?).copied()
    }

    /// Brings the items into a random order: Fisher and Yates, "Statistical tables", 1938.
    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            let other = self.draw() % (last as u64 + 1);
            items.swap(last, usize::try_from(other).unwrap_or(last));
        }
    }

    /// Returns a number from -1 to 1.
    pub(crate) fn symmetric(&mut self) -> f32 {
        // 24 bits fit the fraction of a number with 32 bits.
        (self.draw() >> 40) as f32 / (1_u32 << 23) as f32 - 1.0
    }
}

const fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        // The first output of the reference implementation for the state 1234567.
        assert_eq!(Dice(1_234_567).draw(), 6_457_827_717_110_365_317);
    }

    #[test]
    fn streams_differ_and_every_item_comes_up() {
        let draws = (0..4).flat_map(|seed| (0..250).map(move |stream| Dice::new(seed, stream).draw()));
        assert_eq!(draws.collect::<HashSet<_>>().len(), 1000);
        let mut dice = Dice::new(1, 2);
        let picked: HashSet<_> = (0..200).map(|_| dice.pick(&[1, 2, 3, 4, 5]).unwrap()).collect();
        assert_eq!(picked.len(), 5);
        assert_eq!(dice.pick::<u8>(&[]), None);
    }

    #[test]
    fn a_shuffle_keeps_all_items_and_may_put_each_anywhere() {
        let mut dice = Dice::new(3, 4);
        let mut firsts = HashSet::new();
        for _ in 0..100 {
            let mut items = [1, 2, 3, 4, 5];
            dice.shuffle(&mut items);
            firsts.insert(items[0]);
            items.sort_unstable();
            assert_eq!(items, [1, 2, 3, 4, 5]);
        }
        assert_eq!(firsts.len(), 5);
    }

    #[test]
    fn symmetric_numbers_are_as_often_below_zero_as_above() {
        let mut dice = Dice::new(5, 6);
        let all: Vec<f32> = (0..1000).map(|_| dice.symmetric()).collect();
        assert!(all.iter().all(|it| (-1.0..1.0).contains(it)));
        assert!((400..600).contains(&all.iter().filter(|it| **it < 0.0).count()));
    }
}
