//! What came of it, as figures.

use std::{collections::BTreeMap, sync::atomic::Ordering, time::Duration};

use serde::Serialize;

use super::{Clocks, Fault, Finding, shared::Shared};

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
    /// Games that ended.
    pub games: u64,
    /// Snapshots that were compared with the journal.
    pub snapshots: u64,
    /// Snapshots from before the records that are left, compared with what all clients were told.
    pub old_snapshots: u64,
    /// Rooms whose score was compared with the games that ended.
    pub scores: u64,
    /// Finished games that are in the history as they were played, each once.
    pub history: u64,
    /// Checkpoints that are what the clients were told up to them.
    pub checkpoints: u64,
    /// Rooms of which every event is known from the first, from the records or from what clients were told.
    pub whole_stories: u64,
    /// Clocks.
    pub clocks: Clocks,
    /// Records.
    pub records: Records,
    /// Actions by kind: how many were accepted and how many refused.
    pub actions: BTreeMap<String, [u64; 2]>,
    /// How long the server took to be there again.
    pub restore: Restore,
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
    /// Answered after they were sent again.
    pub answered_after_resend: u64,
    /// Answered ones that were sent again after a crash and had to get the same answer; each time counts.
    pub repeated: u64,
    /// Of them those accepted again with the same events.
    pub same_events: u64,
    /// Those accepted again without events, since they lie too far back or there were none.
    pub without_events: u64,
    /// Those refused again, or refused as too old to be judged anew behind a later command.
    pub refused_again: u64,
    /// Findings that something acknowledged or told is not there.
    pub lost: usize,
    /// Findings that a command was carried out twice.
    pub doubled: usize,
    /// Findings that commands were carried out in another order.
    pub out_of_order: usize,
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
    pub(super) fn of(shared: &Shared, failures: &[Finding]) -> Self {
        let tally = &shared.tally;
        let with = |fault: Fault| failures.iter().filter(|finding| finding.fault == fault).count();
        Self {
            sent: tally.sent.load(Ordering::Relaxed),
            acknowledged: tally.accepted.load(Ordering::Relaxed),
            refused: tally.refused.load(Ordering::Relaxed),
            resent: tally.resent.load(Ordering::Relaxed),
            answered_after_resend: tally.answered_again.load(Ordering::Relaxed),
            repeated: tally.repeated.load(Ordering::Relaxed),
            same_events: tally.same_events.load(Ordering::Relaxed),
            without_events: tally.without_events.load(Ordering::Relaxed),
            refused_again: tally.refused_again.load(Ordering::Relaxed),
            lost: with(Fault::Lost),
            doubled: with(Fault::Doubled),
            out_of_order: with(Fault::OutOfOrder),
        }
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
