//! What came of it, as figures.

use std::{collections::BTreeMap, time::Duration};

use serde::Serialize;

use super::{Fault, Finding};

/// The figures of a run.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// How often the server was killed.
    pub kills: usize,
    /// The kills that came before all clients were served again; the first of them before it listened.
    pub kills_in_restore: [usize; 2],
    /// Rooms.
    pub rooms: usize,
    /// Connections.
    pub connections: usize,
    /// What everything that happened by chance followed from.
    pub seed: u64,
    /// Commands by what became of them.
    pub commands: Commands,
    /// Events in the journal.
    pub events: u64,
    /// Snapshots that are what the records lead to.
    pub snapshots: u64,
    /// Games that ended.
    pub games: u64,
    /// Those of them that a client saw end and that are kept as it saw them.
    pub history: u64,
    /// Running clocks that were held after a crash, and charged for nothing but their turn.
    pub clocks: u64,
    /// Records.
    pub records: Records,
    /// How long the server took to be there again.
    pub restore: Restore,
    /// How often each kind of failure was found.
    pub faults: BTreeMap<Fault, usize>,
    /// What was wrong.
    pub failures: Vec<Finding>,
}

/// Records of the journal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Records {
    /// Written in all.
    pub written: u64,
    /// Of them those that lay behind a checkpoint in the end, be they deleted or not.
    pub behind_checkpoint: u64,
    /// Of them those that were deleted.
    pub deleted: u64,
}

/// Commands by what became of them.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Commands {
    /// Sent, each counted once.
    pub sent: u64,
    /// Accepted.
    pub acknowledged: u64,
    /// Refused.
    pub refused: u64,
    /// Sent again after a crash because there was no answer; each time counts.
    pub resent: u64,
    /// Answered ones that were sent again after a crash and had to get the same answer; each time counts.
    pub repeated: u64,
    /// Of them those that got it.
    pub same_answers: u64,
    /// Snapshots at the event to which the client had folded the room itself: the two must be the same.
    pub folded: u64,
}

/// Times of a restart, from its beginning.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Restore {
    /// To the line that says where the server listens.
    pub listening: Times,
    /// To the last client whose commands have all been answered.
    pub resumed: Times,
}

/// How a time is spread, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Times {
    /// How many were measured.
    pub count: usize,
    /// Half took less.
    pub p50_ms: f64,
    /// One in a hundred took longer.
    pub p99_ms: f64,
    /// The longest.
    pub max_ms: f64,
}

impl Times {
    /// The spread of these.
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
    /// Commands without an answer.
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
