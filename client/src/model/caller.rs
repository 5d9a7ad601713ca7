//! When the user was last at the keys, and when they were last called.

use std::time::Duration;

/// How long after a press of a key the user counts as being there: no call is needed then, and the reply of an AI to a
/// move just made is no news.
const THERE: Duration = Duration::from_secs(2);
/// No two calls come closer together.
const APART: Duration = Duration::from_secs(1);

/// When the user was last there, and when they were last called, by the program's own time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Caller {
    touched: Option<Duration>,
    called: Option<Duration>,
}

impl Caller {
    /// The user has pressed a key or a button.
    pub const fn touch(&mut self, now: Duration) {
        self.touched = Some(now);
    }

    /// Whether to call now; if so, this counts as a call.
    pub fn may_call(&mut self, now: Duration) -> bool {
        let within = |then: Option<Duration>, time| then.is_some_and(|then| now.saturating_sub(then) < time);
        let may = !within(self.touched, THERE) && !within(self.called, APART);
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
        let mut caller = Caller::default();
        assert!(caller.may_call(at(0)));
        assert!(!caller.may_call(at(999)));
        assert!(caller.may_call(at(1_000)));
        caller.touch(at(5_000));
        assert!(!caller.may_call(at(6_999)));
        assert!(caller.may_call(at(7_000)));
    }
}
