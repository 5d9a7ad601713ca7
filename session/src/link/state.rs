//! The state of the connection.

use std::time::Duration;

use tengen_shared::game::CommandId;

use super::Loss;

/// The number of a connection. Orders and reports carry it, so that those for an old connection do not affect a new
/// one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkId(pub u32);

impl LinkId {
    /// Returns the number of the next connection.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.wrapping_add(1))
    }
}

/// The state of the one connection to a server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Link {
    /// There is no connection, and no attempt to make one.
    #[default]
    Idle,
    /// The connection is being made.
    Dialling,
    /// The connection is made. The server has not identified itself yet, or the stored key and name for it are being
    /// read.
    Opened,
    /// The client has said who the user is, with `hello`.
    Greeting {
        /// The `hello` command that waits for its answer.
        hello: CommandId,
    },
    /// The server has answered `hello`, and commands are sent at once.
    Online,
    /// Commands are still sent, but the server has been silent for longer than usual.
    Silent {
        /// The local time of the last sign of life.
        last_heard_at: Duration,
    },
    /// The connection is lost.
    Down {
        /// How it was lost, or why it could not be made.
        why: Loss,
        /// The time until the next attempt, which starts by itself; `None` if the user decides about it.
        retry_in: Option<Duration>,
    },
}

impl Link {
    /// Whether there is a connection, or an attempt to make one.
    #[must_use]
    pub const fn is_active(&self) -> bool {
        !matches!(self, Self::Idle | Self::Down { .. })
    }

    /// Whether the connection is lost.
    #[must_use]
    pub const fn is_lost(&self) -> bool {
        matches!(self, Self::Down { .. })
    }

    /// Whether commands are sent at once.
    #[must_use]
    pub const fn is_online(&self) -> bool {
        matches!(self, Self::Online | Self::Silent { .. })
    }

    /// Whether the connection is being made or is waiting for the answer to `hello`.
    #[must_use]
    pub const fn is_beginning(&self) -> bool {
        matches!(self, Self::Dialling | Self::Opened | Self::Greeting { .. })
    }
}
