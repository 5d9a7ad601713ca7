//! The local time since the program began, and an estimate of the server's clock.

use std::time::Duration;

use tengen_shared::game::{CommandId, Millis};

/// After this time the server is asked again, because two clocks drift apart by some milliseconds.
const STALE: Duration = Duration::from_secs(60);
/// An error of more than this, in milliseconds, makes the estimate invalid at once.
const FAR_MS: Millis = 1_000;

/// Counts the local time and estimates the server's clock from it.
#[derive(Clone, Debug, Default)]
pub struct Timekeeper {
    local: Duration,
    estimate: Option<Estimate>,
    /// The command that asked for the server's time and still waits for its answer, and when it was sent.
    asked: Option<(CommandId, Duration)>,
}

/// What the server's clock showed at the local time `at`.
#[derive(Clone, Copy, Debug)]
struct Estimate {
    at: Duration,
    shown: Millis,
    /// The round-trip time of the question: the estimate is off by at most half of it.
    trip: Duration,
    /// Whether an event has proven the estimate wrong, for example after this machine slept.
    wrong: bool,
}

impl Timekeeper {
    /// The time since the program began.
    #[must_use]
    pub const fn local(&self) -> Duration {
        self.local
    }

    /// Advances the local time by `elapsed`.
    pub fn pass(&mut self, elapsed: Duration) {
        self.local = self.local.saturating_add(elapsed);
    }

    /// Notes that command `id`, whose answer carries the server's time, is sent now.
    pub const fn ask(&mut self, id: CommandId) {
        self.asked = Some((id, self.local));
    }

    /// Counts the estimate as wrong until the next answer, for example because this machine may have slept.
    pub const fn doubt(&mut self) {
        if let Some(estimate) = &mut self.estimate {
            estimate.wrong = true;
        }
        self.asked = None;
    }

    /// Discards the estimate, for a new connection.
    pub const fn forget(&mut self) {
        self.estimate = None;
        self.asked = None;
    }

    /// Takes in the answer to command `id`: the server's clock showed `now` at some moment between the question and the
    /// answer. Ignores the answer to any other command.
    pub fn answer(&mut self, id: CommandId, now: Millis) {
        let Some((_, at)) = self.asked.take_if(|(asked, _)| *asked == id) else { return };
        let trip = self.local.saturating_sub(at);
        let better = self.estimate.is_none_or(|known| trip <= known.trip || self.is_old(&known));
        if better {
            let shown = now.saturating_add(millis(trip / 2));
            self.estimate = Some(Estimate { at: self.local, shown, trip, wrong: false });
        }
    }

    /// Takes in the time of an event. If it is more than a second ahead of the estimate, the estimate is wrong.
    pub fn heard(&mut self, time: Millis) {
        let behind = self.server().is_some_and(|now| now.saturating_add(FAR_MS) < time);
        if let Some(estimate) = self.estimate.as_mut().filter(|_| behind) {
            estimate.wrong = true;
        }
    }

    /// Returns the estimated time on the server's clock; `None` before its first answer.
    #[must_use]
    pub fn server(&self) -> Option<Millis> {
        let Estimate { at, shown, .. } = self.estimate?;
        Some(shown.saturating_add(millis(self.local.saturating_sub(at))))
    }

    /// Whether the server should be asked for its time: the estimate is missing or old, and no question is under way.
    #[must_use]
    pub fn wants_answer(&self) -> bool {
        let waits = self.asked.is_some_and(|(_, at)| self.local.saturating_sub(at) < STALE);
        !waits && self.estimate.is_none_or(|known| self.is_old(&known))
    }

    fn is_old(&self, estimate: &Estimate) -> bool {
        estimate.wrong || self.local.saturating_sub(estimate.at) >= STALE
    }
}

fn millis(time: Duration) -> Millis {
    Millis::try_from(time.as_millis()).unwrap_or(Millis::MAX)
}

#[cfg(test)]
mod tests {
    use tengen_shared::game::RunId;

    use super::*;

    const fn id(n: u32) -> CommandId {
        CommandId(RunId(1), n)
    }

    fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn the_servers_clock_is_read_in_the_middle_of_question_and_answer_and_goes_on_here() {
        let mut time = Timekeeper::default();
        assert_eq!(time.server(), None);
        assert!(time.wants_answer());
        time.ask(id(1));
        assert!(!time.wants_answer());
        time.pass(ms(80));
        time.answer(id(2), 7);
        assert_eq!(time.server(), None, "this is no answer to the question");
        time.answer(id(1), 5_000);
        assert_eq!(time.server(), Some(5_040));
        time.pass(ms(1_500));
        assert_eq!(time.server(), Some(6_540));
    }

    #[test]
    fn a_server_that_tells_an_impossible_time_does_no_harm() {
        let mut time = Timekeeper::default();
        time.ask(id(1));
        time.pass(ms(80));
        time.answer(id(1), Millis::MAX);
        assert_eq!(time.server(), Some(Millis::MAX));
    }

    #[test]
    fn a_slow_answer_changes_nothing_unless_the_estimate_is_old() {
        let mut time = Timekeeper::default();
        time.ask(id(1));
        time.pass(ms(20));
        time.answer(id(1), 1_000);
        time.pass(ms(1_000));
        time.ask(id(2));
        time.pass(ms(4_000));
        time.answer(id(2), 9_000);
        assert_eq!(time.server(), Some(6_010), "it took four seconds, so it may be wrong by two");
        time.pass(STALE);
        assert!(time.wants_answer());
        time.ask(id(3));
        time.pass(ms(100));
        time.answer(id(3), 90_000);
        assert_eq!(time.server(), Some(90_050));
    }

    #[test]
    fn an_estimate_that_events_prove_wrong_is_made_anew() {
        let mut time = Timekeeper::default();
        time.ask(id(1));
        time.answer(id(1), 5_000);
        time.heard(5_900);
        assert!(!time.wants_answer(), "a message may have been quick");
        time.heard(65_000);
        assert!(time.wants_answer());
        time.ask(id(2));
        time.pass(ms(100));
        time.answer(id(2), 65_000);
        assert_eq!(time.server(), Some(65_050));
        assert!(!time.wants_answer());
    }

    #[test]
    fn a_question_without_an_answer_is_asked_again_after_a_while() {
        let mut time = Timekeeper::default();
        time.ask(id(1));
        time.pass(STALE / 2);
        assert!(!time.wants_answer());
        time.pass(STALE / 2);
        assert!(time.wants_answer());
    }
}
