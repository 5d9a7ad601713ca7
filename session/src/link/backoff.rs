//! How long to wait before the next attempt to reach the server.

use std::time::Duration;

/// The first wait.
const FIRST: Duration = Duration::from_millis(200);
/// The longest wait.
const LONGEST: Duration = Duration::from_secs(5);

/// Waits that double from 0.2 s up to 5 s, each shortened by chance so that the clients of a server
/// that has restarted do not all return at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Backoff {
    attempts: u32,
}

impl Backoff {
    /// Begins anew: the connection has proved itself.
    pub const fn reset(&mut self) {
        self.attempts = 0;
    }

    /// The next wait; `chance` from 0 to 1 shortens it by up to a half, never below 0.2 s.
    pub fn next_wait(&mut self, chance: f64) -> Duration {
        let full = FIRST.saturating_mul(1 << self.attempts.min(8)).min(LONGEST);
        self.attempts = self.attempts.saturating_add(1);
        full.mul_f64(1.0 - 0.5 * chance.clamp(0.0, 1.0)).max(FIRST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_rise_from_a_fifth_of_a_second_to_five_seconds_and_stay_there() {
        let mut backoff = Backoff::default();
        let waits: Vec<u128> = (0..7).map(|_| backoff.next_wait(0.0).as_millis()).collect();
        assert_eq!(waits, [200, 400, 800, 1_600, 3_200, 5_000, 5_000]);
        for _ in 0..100_000 {
            let wait = backoff.next_wait(1.0);
            assert!((FIRST..=LONGEST).contains(&wait));
        }
        backoff.reset();
        assert_eq!(backoff.next_wait(1.0), FIRST);
    }
}
