//! Support for the end-to-end tests: servers, a typed peer, raw sockets, and terminals.
//!
//! A test waits for a condition, never for a fixed time: [`poll_until`] looks every few milliseconds, and
//! [`PATIENCE`] ends a test that would otherwise wait for ever. Clippy refuses sleeps (`tests/clippy.toml`).

#![allow(clippy::unwrap_used)]

mod ask;
pub mod broker_behaviour;
pub mod brokers;
#[cfg(feature = "browser")]
pub mod browser;
mod bystanders;
mod cluster;
pub mod crash;
mod identity;
mod lessons;
mod life;
mod lines;
mod page;
mod peer;
mod play;
mod process;
pub mod pty;
mod raw;
pub mod record;
mod server;
mod shown;
pub mod term;
mod think;
mod waiting;

pub use ask::{Acceptance, Answer, Refusal};
pub use bystanders::Bystanders;
pub use cluster::TestCluster;
pub use identity::Identity;
pub use lessons::Lessons;
pub use lines::LineClient;
pub use page::Page;
pub use peer::{Absent, Peer};
pub use play::{person_room, place_all, seat_to_move, settings};
pub use process::{Output, ServerProcess, run_to_end};
pub use raw::{Http, RawSocket, handshake_head, masked_frame};
pub use server::{TestServer, test_config, test_limits};
pub use waiting::{PATIENCE, poll_for, poll_until, within};
