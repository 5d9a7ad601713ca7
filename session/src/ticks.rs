//! The time until something on the screen changes by itself.

use std::time::Duration;

use tengen_shared::game::{Seat, SideTime};

use crate::{room::Viewer, terms};

/// Returns the time until a countdown in whole seconds, rounded up, shows another number; `None` at zero.
#[must_use]
pub fn to_next_second(left: Duration) -> Option<Duration> {
    let part = Duration::from_nanos(left.subsec_nanos().into());
    match (left.is_zero(), part.is_zero()) {
        (true, _) => None,
        (false, true) => Some(Duration::from_secs(1)),
        (false, false) => Some(part),
    }
}

/// Returns the time until a running clock shows another time; `None` at zero.
#[must_use]
pub fn to_next_clock(left: SideTime) -> Option<Duration> {
    let step = if terms::is_low(left) { 100 } else { 1_000 };
    (left.ms > 0).then(|| Duration::from_millis(u64::from(left.ms % step) + 1))
}

impl Viewer<'_> {
    /// Returns the time until a running clock, the countdown after a pause or that of a kept seat changes; `None` if none
    /// of them runs.
    #[must_use]
    pub fn next_tick(&self) -> Option<Duration> {
        let countdown = self.countdown().and_then(to_next_second);
        let clock = self.running().filter(|_| countdown.is_none()).and_then(|(_, left)| to_next_clock(left));
        let kept = Seat::BOTH.into_iter().filter_map(|seat| self.kept_for(seat));
        kept.filter_map(to_next_second).chain(countdown).chain(clock).min()
    }
}
