//! The figures of a crash test.

use std::{collections::BTreeMap, time::Duration};

use serde::Serialize;

use super::{Fault, Finding, Plan, check::Checked, shared::Shared};

/// What a run does and finds, with one server or with a cluster.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// The number of rooms.
    pub rooms: usize,
    /// The number of connections.
    pub connections: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// The number of commands by their outcome.
    pub commands: Commands,
    /// The number of events in the journal.
    pub events: u64,
    /// The number of snapshots that equal the result of the records.
    pub snapshots: u64,
    /// The number of games that ended.
    pub games: u64,
    /// The number of games that a client saw end and that the history has as the client saw them.
    pub history: u64,
    /// The number of faults of each kind.
    pub faults: BTreeMap<Fault, usize>,
    pub failures: Vec<Finding>,
}

impl Outcome {
    pub(super) fn new(plan: &Plan, shared: &Shared, checked: &Checked, failures: Vec<Finding>) -> Self {
        let mut faults = BTreeMap::new();
        failures.iter().for_each(|finding| *faults.entry(finding.fault).or_default() += 1);
        Self {
            rooms: plan.rooms,
            connections: plan.connections,
            seed: plan.seed,
            commands: *shared.tally(),
            events: checked.events,
            snapshots: checked.snapshots,
            games: checked.games,
            history: checked.history,
            faults,
            failures,
        }
    }
}

/// The figures of a run with one server.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The number of times the server was killed.
    pub kills: usize,
    /// The number of kills before the server listened, and the number before all clients were served again, which
    /// includes the first.
    pub kills_in_restore: [usize; 2],
    #[serde(flatten)]
    pub outcome: Outcome,
    /// The number of running clocks that were held after a crash and charged for nothing but their turn.
    pub clocks: u64,
    /// The number of records in the journal.
    pub records: Records,
    /// The time that the server took to be back.
    pub restore: Restore,
}

/// The numbers of records in the journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Records {
    /// All records that were written.
    pub written: u64,
    /// Records before a checkpoint at the end, deleted or not.
    pub behind_checkpoint: u64,
    /// Records that were deleted.
    pub deleted: u64,
}

/// The number of commands by their outcome.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Commands {
    /// Commands sent, each counted once.
    pub sent: u64,
    /// Commands that were accepted.
    pub acknowledged: u64,
    /// Commands that were refused.
    pub refused: u64,
    /// Commands sent again after a crash because no answer had come; each time counts.
    pub resent: u64,
    /// Answered commands that were sent again after a crash and must get the same answer; each time counts.
    pub repeated: u64,
    /// Repeated commands that got the same answer.
    pub same_answers: u64,
    /// Snapshots at the event to which the client had folded the room itself: both must be equal.
    pub folded: u64,
}

/// Times of a restart, from its beginning.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Restore {
    /// The time until the server printed its address.
    pub listening: Times,
    /// The time until the last client had answers to all of its commands.
    pub resumed: Times,
}

/// The distribution of a time, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// The number of measurements.
    pub count: usize,
    pub p50_ms: f64,
    pub p99_ms: f64,
    pub max_ms: f64,
}

impl Times {
    /// Returns the distribution of these times.
    #[must_use]
    pub fn of(times: &[Duration]) -> Self {
        let mut sorted = times.to_vec();
        sorted.sort_unstable();
        let ms = |rank: usize| sorted.get(rank).map_or(0.0, |time| time.as_micros() as f64 / 1000.0);
        let at = |percent: usize| ms((sorted.len() * percent).div_ceil(100).saturating_sub(1));
        Self { count: sorted.len(), p50_ms: at(50), p99_ms: at(99), max_ms: at(100) }
    }
}

impl Commands {
    /// Returns the number of commands without an answer.
    pub(super) const fn open(&self) -> u64 {
        self.sent.saturating_sub(self.acknowledged + self.refused)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_spread_by_rank() {
        let times: Vec<Duration> = (1..=200).rev().map(Duration::from_millis).collect();
        let Times { count, p50_ms, p99_ms, max_ms } = Times::of(&times);
        assert_eq!((count, p50_ms, p99_ms, max_ms), (200, 100.0, 198.0, 200.0));
        assert_eq!(Times::of(&[]), Times::default());
    }
}
