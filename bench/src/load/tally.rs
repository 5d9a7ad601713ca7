//! Counts of the bots: moves, latencies, frame sizes and failures.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::Context as _;
use hdrhistogram::Histogram;

/// The number of locks that the counts are spread over, so that threads rarely wait for each other.
const SHARDS: usize = 8;
/// The maximum latency, in microseconds: one minute.
const LONGEST: u64 = 60_000_000;
/// The maximum number of failure messages to keep.
const KEPT: usize = 5;

/// All counts, shared by all bots.
#[derive(Debug)]
pub(super) struct Tally {
    shards: Vec<Mutex<Counts>>,
    /// The number of moves so far, never reset. It shows that play goes on.
    moves: AtomicU64,
    failures: Mutex<Failures>,
}

/// The counts of a window.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    /// The time from sending to the mover's answer: one entry per answer.
    pub(super) answered: Histogram<u64>,
    /// The time from sending to the opponent's event: one entry per move.
    pub(super) delivered: Histogram<u64>,
    /// Games that ended.
    pub(super) games: u64,
    /// Bytes of the commands, the answers and the events.
    pub(super) bytes: [u64; 3],
}

/// The failures of the run.
#[derive(Clone, Debug, Default)]
pub(super) struct Failures {
    /// The number of refused commands, by code.
    pub(super) rejected: BTreeMap<String, u64>,
    /// The number of rooms in which play has stopped.
    pub(super) stopped: u64,
    /// The messages of the first failures.
    pub(super) texts: Vec<String>,
}

impl Counts {
    fn new() -> anyhow::Result<Self> {
        let empty = Histogram::new_with_bounds(1, LONGEST, 3).context("no histogram")?;
        Ok(Self { answered: empty.clone(), delivered: empty, games: 0, bytes: [0; 3] })
    }

    /// Returns the mean length of the frames of one move, in bytes.
    #[must_use]
    pub(super) fn mean_frame(&self) -> u64 {
        let frames = self.answered.len() * 2 + self.delivered.len();
        self.bytes.iter().sum::<u64>().checked_div(frames).unwrap_or(0)
    }
}

impl Tally {
    /// Creates an empty tally.
    ///
    /// # Errors
    /// Never fails, because the bounds are constant.
    pub(super) fn new() -> anyhow::Result<Self> {
        let shard = || Counts::new().map(Mutex::new);
        let shards = (0..SHARDS).map(|_| shard()).collect::<Result<_, _>>()?;
        Ok(Self { shards, moves: AtomicU64::new(0), failures: Mutex::default() })
    }

    fn shard(&self, room: usize) -> MutexGuard<'_, Counts> {
        self.shards[room % SHARDS].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts an answer to the mover.
    pub(super) fn answered(&self, room: usize, after: Duration, sent: usize, received: usize) {
        let mut shard = self.shard(room);
        shard.answered.saturating_record(micros(after));
        shard.bytes[0] += sent as u64;
        shard.bytes[1] += received as u64;
    }

    /// Counts an event that reached the opponent.
    pub(super) fn delivered(&self, room: usize, after: Duration, received: usize) {
        self.moves.fetch_add(1, Ordering::Relaxed);
        let mut shard = self.shard(room);
        shard.delivered.saturating_record(micros(after));
        shard.bytes[2] += received as u64;
    }

    /// Counts a game that ended.
    pub(super) fn game_over(&self, room: usize) {
        self.shard(room).games += 1;
    }

    /// Returns the number of moves since the beginning.
    #[must_use]
    pub(super) fn moves(&self) -> u64 {
        self.moves.load(Ordering::Relaxed)
    }

    /// Returns the counts since the last call, and resets them.
    ///
    /// # Errors
    /// Never fails, because all histograms have the same bounds.
    pub(super) fn take(&self) -> anyhow::Result<Counts> {
        let mut all = Counts::new()?;
        for shard in &self.shards {
            let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            all.answered.add(&shard.answered).context("histograms differ")?;
            all.delivered.add(&shard.delivered).context("histograms differ")?;
            all.games += shard.games;
            for (sum, bytes) in all.bytes.iter_mut().zip(shard.bytes) {
                *sum += bytes;
            }
            shard.answered.reset();
            shard.delivered.reset();
            (shard.games, shard.bytes) = (0, [0; 3]);
        }
        Ok(all)
    }

    /// Counts a refused command.
    pub(super) fn rejected(&self, code: String) {
        *self.failures_mut().rejected.entry(code).or_default() += 1;
    }

    /// Counts a room in which play has stopped.
    pub(super) fn stopped(&self, text: String) {
        let mut failures = self.failures_mut();
        failures.stopped += 1;
        if failures.texts.len() < KEPT {
            failures.texts.push(text);
        }
    }

    /// Returns the failures so far.
    #[must_use]
    pub(super) fn failures(&self) -> Failures {
        self.failures_mut().clone()
    }

    fn failures_mut(&self) -> MutexGuard<'_, Failures> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(LONGEST)
}
