//! Decides when to call for the user's attention.

use std::time::Duration;

/// How long after a key press the user counts as present. A present user needs no call, and expects the AI's
/// reply to a move.
const PRESENT_FOR: Duration = Duration::from_secs(2);
/// The least time between two calls.
const MIN_GAP: Duration = Duration::from_secs(1);

/// When the user was last active and last called, in the local time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notifier {
    touched: Option<Duration>,
    called: Option<Duration>,
}

impl Notifier {
    /// Notes that the user has pressed a key or a mouse button.
    pub const fn touch(&mut self, now: Duration) {
        self.touched = Some(now);
    }

    /// Whether to call the user now. If so, the call is counted.
    pub fn may_call(&mut self, now: Duration) -> bool {
        let within = |then: Option<Duration>, time| then.is_some_and(|then| now.saturating_sub(then) < time);
        let may = !within(self.touched, PRESENT_FOR) && !within(self.called, MIN_GAP);
        if may {
            self.called = Some(now);
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn nobody_is_called_who_is_there_or_was_just_called() {
        let mut notifier = Notifier::default();
        assert!(notifier.may_call(at(0)));
        assert!(!notifier.may_call(at(999)));
        assert!(notifier.may_call(at(1_000)));
        notifier.touch(at(5_000));
        assert!(!notifier.may_call(at(6_999)));
        assert!(notifier.may_call(at(7_000)));
    }
}
