//! The crash test: a server under playing rooms is killed again and again, and nothing accepted may be lost.
//!
//! [`run`] starts the server, lets clients play, kills it and starts it anew on the same folder. A client is a
//! [`Session`](tengen_session::Session) on a socket, so that coming back, sending again and waiting are those of every
//! real client. Each room has a [`Ledger`] of what its clients have asked and were told; [`check()`] compares it with
//! the journal. The threads and what they do by chance follow from a seed; the instants at which the machine does it do
//! not.
//!
//! This test checks what only a killed process and a real file can break:
//!
//! | promise | where |
//! |---|---|
//! | an acknowledged command is in the journal, with the events its sender was told of | `check.rs`, `answers` |
//! | a command is carried out once, however often it was sent | `check.rs`, `causes`; `kills.rs`, rooms nobody knows of |
//! | the commands of one client keep their order | `check.rs`, `causes` |
//! | what was never sent, or was refused, has not happened | `check.rs`, `causes` |
//! | every event that anybody was told of is in the journal, unchanged | `check.rs`, `events`; `ledger.rs`, `told` |
//! | a repeated command gets the same answer after a restart | `ledger.rs`, `answered`; `playing.rs`, `come_back` |
//! | records and checkpoint lead to the same room, and clients see that room | `check.rs`, `fold` |
//! | what a client has folded is what it is shown when it comes back; no event is missing | `playing.rs`, `compare`, `told` |
//! | each game that has ended is in the history once, as its players saw it | `check.rs`, `games` |
//! | nobody's clock is charged for the time without a server | `check.rs`, `held` |
//! | server, players and rooms are known again; nobody waits in vain | `playing.rs`, `shared.rs`, `kills.rs` |
//!
//! `server/src/room/simulation` plays far more histories against the same code and checks the rest with the real types:
//! the score, the history of every game, clocks and offers at every step, who may see what, and which commands a room
//! must refuse. `tests/tests/e2e/clocks_kept.rs` checks clocks over a restart, `privacy.rs` and `talk.rs` who hears what.

mod actions;
mod check;
mod client;
#[cfg(test)]
mod doctored;
mod finding;
mod kills;
mod ledger;
mod line;
mod opening;
mod playing;
mod report;
mod shared;
mod stored;
mod victim;

use std::{ops::RangeInclusive, path::PathBuf, time::Duration};

pub use check::{KeptGame, Outage, Stream, check};
pub use finding::{Fault, Finding};
pub use kills::run;
pub use ledger::{Ledger, Told};
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
