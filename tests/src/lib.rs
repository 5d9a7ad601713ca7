//! What the end-to-end tests share: a server of their own, a typed peer, raw sockets, and terminals.
//!
//! Nothing here sleeps. [`PATIENCE`] only ends a test that would otherwise wait for ever.

#![allow(clippy::unwrap_used)]

mod ask;
mod bystanders;
pub mod crash;
mod identity;
mod life;
mod lines;
mod peer;
mod play;
mod process;
pub mod pty;
mod raw;
pub mod record;
mod server;
pub mod term;
mod think;

use std::{future::Future, time::Duration};

pub use ask::{Acceptance, Answer, Refusal};
pub use bystanders::Bystanders;
pub use identity::Identity;
pub use lines::LineClient;
pub use peer::{Absent, Peer};
pub use play::{person_room, place_all, seat_to_move, settings};
pub use process::{Output, ServerProcess, run_to_end};
pub use raw::{Http, RawSocket, handshake_head, masked_frame};
pub use server::{TestServer, test_config, test_limits};

/// The time after which a wait is given up and the test fails.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Waits for `what`, and fails with its name if it does not come.
///
/// # Panics
/// If it takes longer than [`PATIENCE`].
pub async fn within<T>(what: &str, future: impl Future<Output = T>) -> T {
    match tokio::time::timeout(PATIENCE, future).await {
        Ok(value) => value,
        Err(_) => panic!("waited {PATIENCE:?} in vain for {what}"),
    }
}
