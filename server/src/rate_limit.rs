//! Rate limits, as token buckets.

use std::time::Duration;

use serde::Deserialize;
use tokio::time::Instant;

/// A rate: a burst after a pause, then a steady flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rate {
    /// Events per minute over a longer time; at least 1.
    pub per_minute: u32,
    /// Events at once after a pause; at least 1.
    pub burst: u32,
}

impl Rate {
    /// Creates a rate from a number per second.
    #[must_use]
    pub(crate) fn per_second(per_second: u16, burst: u16) -> Self {
        Self { per_minute: u32::from(per_second) * 60, burst: burst.into() }
    }
}

/// A token bucket.
#[derive(Clone, Debug)]
pub(crate) struct RateLimit {
    per_second: f64,
    burst: f64,
    tokens: f64,
    filled: Instant,
}

impl RateLimit {
    /// Creates a full bucket, as after a long pause.
    #[must_use]
    pub(crate) fn new(rate: Rate, now: Instant) -> Self {
        let burst = f64::from(rate.burst.max(1));
        Self { per_second: f64::from(rate.per_minute.max(1)) / 60.0, burst, tokens: burst, filled: now }
    }

    /// Takes a token; false if there is none.
    pub(crate) fn take(&mut self, now: Instant) -> bool {
        let enough = self.has_one(now);
        if enough {
            self.tokens -= 1.0;
        }
        enough
    }

    /// Returns whether there is a token, without taking it.
    pub(crate) fn has_one(&mut self, now: Instant) -> bool {
        self.fill(now);
        self.tokens >= 1.0
    }

    /// Takes `cost` tokens, even if that leaves a debt. Returns the time until the debt is paid, if there is one.
    pub(crate) fn spend(&mut self, cost: f64, now: Instant) -> Option<Duration> {
        self.fill(now);
        self.tokens -= cost;
        (self.tokens < 0.0).then(|| Duration::from_secs_f64(-self.tokens / self.per_second))
    }

    fn fill(&mut self, now: Instant) {
        let gained = now.saturating_duration_since(self.filled).as_secs_f64() * self.per_second;
        self.tokens = (self.tokens + gained).min(self.burst);
        self.filled = now;
    }

    /// Returns whether the bucket is full, so that a new one would be the same.
    pub(crate) fn is_full(&mut self, now: Instant) -> bool {
        self.has_one(now) && self.tokens >= self.burst
    }

    /// Returns the time until the next token.
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
        let mut limit = RateLimit::new(Rate::per_second(10, 5), start);
        let passed =
            |limit: &mut RateLimit, at: Duration| (0..100).filter(|_| limit.take(start + at)).count();
        assert_eq!(passed(&mut limit, Duration::ZERO), 5);
        assert_eq!(passed(&mut limit, Duration::from_millis(100)), 1);
        assert_eq!(passed(&mut limit, Duration::from_millis(350)), 2);
        assert!(!limit.is_full(start + Duration::from_millis(360)));
        assert!(limit.is_full(start + Duration::from_secs(3600)));
        assert_eq!(passed(&mut limit, Duration::from_secs(3600)), 5);
    }

    #[test]
    fn what_is_spent_beyond_the_burst_is_a_debt_that_is_paid_at_the_rate() {
        let start = Instant::now();
        let mut limit = RateLimit::new(Rate::per_second(10, 5), start);
        assert_eq!(limit.spend(5.0, start), None);
        assert_eq!(limit.spend(2.5, start), Some(Duration::from_millis(250)));
        assert_eq!(limit.spend(0.0, start + Duration::from_millis(250)), None);
    }
}
