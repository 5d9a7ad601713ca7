//! Exponential back-off: how long to wait before the next connection attempt.

use std::time::Duration;

/// The first and shortest wait.
const FIRST: Duration = Duration::from_millis(200);
/// The longest wait.
const LONGEST: Duration = Duration::from_secs(5);

/// Waits that double from 0.2 s to 5 s. A random part is taken off each, so that the clients of a restarted server do
/// not all reconnect at once.
#[derive(Clone, Copy, Debug)]
pub struct Backoff {
    attempts: u32,
    chance: u64,
}

impl Backoff {
    /// Creates a back-off before its first attempt. `seed` must be random and differ between clients.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { attempts: 0, chance: seed }
    }

    /// Starts again at the shortest wait, after a connection was stable.
    pub const fn reset(&mut self) {
        self.attempts = 0;
    }

    /// Returns the next wait and counts the attempt. The wait is shortened by up to a half, but is at least 0.2 s.
    pub fn next_wait(&mut self) -> Duration {
        let full = FIRST.saturating_mul(1 << self.attempts.min(8)).min(LONGEST);
        self.attempts = self.attempts.saturating_add(1);
        full.mul_f64(1.0 - 0.5 * self.fraction()).max(FIRST)
    }

    /// Returns a random number from 0 to 1, with the `SplitMix64` generator of Steele, Lea and Flood, "Fast splittable
    /// pseudorandom number generators", 2014.
    fn fraction(&mut self) -> f64 {
        self.chance = self.chance.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.chance;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        let high = u32::try_from(bits >> 32).unwrap_or(u32::MAX);
        f64::from(high) / f64::from(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_rise_from_a_fifth_of_a_second_to_five_seconds_and_stay_there() {
        for seed in 0..200 {
            let mut backoff = Backoff::new(seed);
            for full in [200, 400, 800, 1_600, 3_200, 5_000, 5_000] {
                let wait = backoff.next_wait().as_millis();
                assert!((full / 2).max(200) <= wait && wait <= full, "{wait} of {full}");
            }
            for _ in 0..1_000 {
                assert!((FIRST..=LONGEST).contains(&backoff.next_wait()));
            }
            backoff.reset();
            assert_eq!(backoff.next_wait(), FIRST);
        }
    }

    #[test]
    fn clients_do_not_come_back_at_once() {
        let third = |seed| {
            let mut backoff = Backoff::new(seed);
            (backoff.next_wait(), backoff.next_wait(), backoff.next_wait()).2.as_millis()
        };
        let waits: std::collections::BTreeSet<_> = (0..100).map(third).collect();
        assert!(waits.len() > 60, "{} different waits of 100", waits.len());
        let (least, most) = (waits.first().unwrap(), waits.last().unwrap());
        assert!(*least < 450 && *most > 750, "they spread from {least} to {most} of 800 ms");
    }
}
