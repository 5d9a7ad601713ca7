//! A job for the thinking threads: for whom it is, how long it may take, and what to do.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tengen_engine::StopFlag;
use tengen_shared::game::PlayerId;

use crate::quota::AddressBlock;

/// For whom a job is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Owner {
    pub address: AddressBlock,
    pub player: PlayerId,
}

pub(crate) struct Job {
    pub rank: Rank,
    pub owner: Owner,
    /// The longest time that it needs.
    pub want: Duration,
    /// Its deadline, if a game clock runs for it. Time in the queue counts too.
    pub by: Option<Instant>,
    /// Ends the work early, once nobody needs the answer. No other job may share the flag, because the pool uses it to hurry this job.
    pub stop: StopFlag,
    /// Called when a thread takes the job.
    pub began: Box<dyn FnOnce() + Send>,
    /// The work, within the granted time. It runs on the thinking thread, so it must not wait for others.
    pub work: Box<dyn FnOnce(Grant) + Send>,
}

/// The time that a job has got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grant {
    pub due: Instant,
    /// Whether the granted time is all of [`Job::want`]. The pool may still shorten it when other jobs begin to wait.
    pub full: bool,
}

/// The priority of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Rank {
    /// The next act of a turn that has several, as in an opening. The first one has waited already, and one clock runs for
    /// all of them, so this one goes first.
    Continued,
    /// A person plays and waits for it.
    Played,
    /// People only watch it, so players have most of the turns.
    Watched,
}
