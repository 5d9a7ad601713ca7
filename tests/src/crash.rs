//! The crash test: kills a server again and again while rooms play. Nothing that it accepted may be lost.
//!
//! [`run`] starts the server, lets clients play, kills it, and starts it again on the same folder. A client is a
//! [`Session`](tengen_session::Session) on a socket, so it reconnects, repeats commands and waits as every real
//! client does. Each room has a [`Ledger`] of its clients' commands and of everything that they received.
//! [`check()`] compares it with the journal. A seed determines the random actions; the machine determines the exact
//! times at which they happen.
//!
//! The test checks the promises that only a killed process and a real file can break:
//!
//! | promise | where |
//! |---|---|
//! | the journal has every acknowledged command, with the events that its sender received | `check.rs`, `answers` |
//! | a command is carried out once, however often it was sent | `check.rs`, `causes`; `kills.rs`, unknown rooms |
//! | the commands of one client keep their order | `check.rs`, `causes` |
//! | a command that was never sent, or was refused, has no effect | `check.rs`, `causes` |
//! | the journal has every event that any client received, unchanged | `check.rs`, `events`; `ledger.rs`, `told` |
//! | a repeated command gets the same answer after a restart | `ledger.rs`, `answered`; `playing.rs`, `come_back` |
//! | records and checkpoint give the same room, which clients see | `check.rs`, `fold` |
//! | a client's folded room equals the snapshot; no event is missing | `playing.rs`, `compare`, `told` |
//! | the history has each finished game once, as its players saw it | `check.rs`, `games` |
//! | no clock is charged for the time without a server | `check.rs`, `held` |
//! | server, players and rooms keep their identity; every client gets answers | `playing.rs`, `shared.rs`, `kills.rs` |
//!
//! `server/src/room/simulation` plays far more histories against the same code and checks the rest with the real
//! types: the score, the history of every game, clocks and offers at every step, who may see which event, and which
//! commands a room must refuse. `tests/tests/e2e/clocks_kept.rs` checks clocks over a restart; `privacy.rs` and
//! `talk.rs` check who receives what.

mod actions;
mod check;
mod client;
#[cfg(feature = "cluster")]
mod cluster;
#[cfg(test)]
mod doctored;
mod finding;
mod kills;
mod ledger;
mod line;
#[cfg(feature = "cluster")]
mod network;
mod opening;
mod playing;
mod report;
mod shared;
mod stored;
mod victim;

use std::{ops::RangeInclusive, path::PathBuf, time::Duration};

pub use check::{KeptGame, Outage, Stream, check};
#[cfg(feature = "cluster")]
pub use cluster::{ClusterReport, Failure, Recovery, run_cluster};
pub use finding::{Fault, Finding};
pub use kills::run;
pub use ledger::{Ledger, Told};
pub use report::{Commands, Outcome, Records, Report, Restore, Times};

/// The plan of a crash test.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The path of the server program.
    pub program: PathBuf,
    /// The folder for the server's data, its log, and the logs of rooms with a fault.
    pub folder: PathBuf,
    /// The number of rooms that play.
    pub rooms: usize,
    /// The number of connections. Each room has three followers, and each connection follows its share of the
    /// rooms.
    pub connections: usize,
    /// The number of times to kill the server.
    pub kills: usize,
    /// The seed of all random choices.
    pub seed: u64,
    /// How long the clients play before a kill, in milliseconds.
    pub busy_ms: RangeInclusive<u64>,
    /// The time limit for the server to start and for the clients to be served.
    pub patience: Duration,
}

/// The maximum number of rooms that a connection may follow.
pub const MOST_ROOMS: usize = 16;
/// The number of followers of each room: usually two players and one spectator.
pub const FOLLOWERS: usize = 3;

impl Plan {
    /// Returns the number of connections for this many rooms, so that each follows about five.
    #[must_use]
    pub fn connections_for(rooms: usize) -> usize {
        (rooms * FOLLOWERS).div_ceil(5).max(FOLLOWERS)
    }
}
