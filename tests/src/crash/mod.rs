//! The crash test: a server under playing rooms is killed again and again, and nothing accepted may be lost.
//!
//! [`run`] starts the server, lets clients play, kills it and starts it anew on the same folder. Each
//! room has a [`Ledger`] of what its clients have asked and were told; [`check()`] compares it with the journal.
//! The threads and what they do by chance follow from a seed; the instants at which the machine does it do not.

mod actions;
mod check;
mod check_story;
mod client;
mod clocks;
mod connecting;
#[cfg(test)]
mod doctored;
#[cfg(test)]
mod doctored_life;
mod expected;
mod finding;
mod kills;
mod ledger;
mod line;
mod opening;
mod outage;
mod past;
mod report;
mod score;
mod shared;
mod sight;
mod stored;
mod story;
mod table;
mod taking;
mod victim;

use std::{ops::RangeInclusive, path::PathBuf, time::Duration};

pub use check::{Stream, check};
pub use clocks::Clocks;
pub use finding::{Fault, Finding};
pub use kills::run;
pub use ledger::{Ledger, Told};
pub use outage::Outage;
pub use past::KeptGame;
pub use report::{Commands, Records, Report, Restore, Times};

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The server's program.
    pub program: PathBuf,
    /// The folder for the server's data, its log, and what the clients saw if something is wrong.
    pub folder: PathBuf,
    /// Rooms in which is played.
    pub rooms: usize,
    /// Connections; each follows its share of the rooms, of which each has three followers.
    pub connections: usize,
    /// How often the server is killed.
    pub kills: usize,
    /// What everything that happens by chance follows from.
    pub seed: u64,
    /// The time for which the clients are busy before a kill, in milliseconds.
    pub busy_ms: RangeInclusive<u64>,
    /// The time after which a server that does not come up, or a client that is not served, is a failure.
    pub patience: Duration,
}

/// The rooms that a connection may follow.
pub const MOST_ROOMS: usize = 16;
/// The followers of each room: two who play, mostly, and one who watches.
pub const FOLLOWERS: usize = 3;

impl Plan {
    /// The connections for so many rooms: five or six rooms each.
    #[must_use]
    pub fn connections_for(rooms: usize) -> usize {
        (rooms * FOLLOWERS).div_ceil(5).max(FOLLOWERS)
    }
}
