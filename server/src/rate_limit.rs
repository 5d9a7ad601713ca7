//! How fast one connection may send: a bucket of tokens that fills at a steady rate.

use std::time::Duration;

use tokio::time::Instant;

/// A token bucket.
#[derive(Clone, Debug)]
pub(crate) struct RateLimit {
    per_second: f64,
    burst: f64,
    tokens: f64,
    filled: Instant,
}

impl RateLimit {
    /// A full bucket of `burst` tokens that gains `per_second`.
    #[must_use]
    pub(crate) fn new(per_second: u16, burst: u16, now: Instant) -> Self {
        let burst = f64::from(burst.max(1));
        Self { per_second: f64::from(per_second.max(1)), burst, tokens: burst, filled: now }
    }

    /// Takes a token, if there is one.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let gained = now.saturating_duration_since(self.filled).as_secs_f64() * self.per_second;
        self.tokens = (self.tokens + gained).min(self.burst);
        self.filled = now;
        let enough = self.tokens >= 1.0;
        if enough {
            self.tokens -= 1.0;
        }
        enough
    }

    /// The time until there is a token again.
    #[must_use]
    pub(crate) fn wait(&self) -> Duration {
        Duration::from_secs_f64((1.0 - self.tokens).max(0.0) / self.per_second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_passes_and_then_the_rate_holds() {
        let start = Instant::now();
        let mut limit = RateLimit::new(10, 5, start);
        let passed =
            |limit: &mut RateLimit, at: Duration| (0..100).filter(|_| limit.take(start + at)).count();
        assert_eq!(passed(&mut limit, Duration::ZERO), 5);
        assert_eq!(passed(&mut limit, Duration::from_millis(100)), 1);
        assert_eq!(passed(&mut limit, Duration::from_millis(350)), 2);
        assert_eq!(passed(&mut limit, Duration::from_secs(3600)), 5);
    }
}
