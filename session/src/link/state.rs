//! How the connection stands.

use std::time::Duration;

use tengen_shared::game::CommandId;

use super::Loss;

/// One connection to a server, numbered so that nothing meant for an old one reaches a new one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkId(pub u32);

impl LinkId {
    /// The number of the next connection.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.wrapping_add(1))
    }
}

/// The connection to the server.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Link {
    /// Nobody has asked for one yet.
    #[default]
    Idle,
    /// It is being made.
    Dialling,
    /// It stands; the server has not said who it is, or what is kept for it is being looked up.
    Opened,
    /// It stands, and `hello` has been said.
    Greeting {
        /// The `hello` that waits for its answer.
        hello: CommandId,
    },
    /// It stands and commands go through.
    Online,
    /// It stands, but nothing has come for longer than it should.
    Silent {
        /// When the last sign of life came, in the local time.
        last_heard: Duration,
    },
    /// There is none; another attempt comes by itself.
    Down {
        /// Why.
        why: Loss,
        /// How long until the next attempt.
        left: Duration,
    },
}

impl Link {
    /// Whether there is a connection, or one is being made.
    #[must_use]
    pub const fn is_up(&self) -> bool {
        !matches!(self, Self::Idle | Self::Down { .. })
    }

    /// Whether commands go through.
    #[must_use]
    pub const fn is_online(&self) -> bool {
        matches!(self, Self::Online | Self::Silent { .. })
    }

    /// Whether it is on the way to where commands go through.
    #[must_use]
    pub const fn is_beginning(&self) -> bool {
        matches!(self, Self::Dialling | Self::Opened | Self::Greeting { .. })
    }
}
