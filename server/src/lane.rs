//! The two lanes of a room's mailbox.

use serde::{Deserialize, Serialize};

/// A priority lane of a room's mailbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Lane {
    /// For the host, owners of seats, and the server itself; read first.
    Players,
    /// For spectators and strangers; read when the other lane is empty.
    Spectators,
}
