//! How the connection stands.

use std::time::Duration;

use tengen_shared::game::CommandId;

use super::Loss;

/// One connection to a server, numbered so that nothing meant for an old one reaches a new one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkId(pub u32);

/// The connection to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Link {
    /// Nobody has asked for one yet.
    Idle,
    /// It is being made.
    Dialling,
    /// It stands, and `hello` has been said.
    Greeting {
        /// The connection.
        link: LinkId,
        /// The `hello` that waits for its answer.
        hello: CommandId,
    },
    /// It stands and commands go through.
    Online {
        /// The connection.
        link: LinkId,
    },
    /// It stands, but nothing has come for longer than it should.
    Silent {
        /// The connection.
        link: LinkId,
        /// Since when, in the local time.
        since: Duration,
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
    /// The connection, if it stands.
    #[must_use]
    pub const fn id(&self) -> Option<LinkId> {
        match self {
            Self::Greeting { link, .. } | Self::Online { link } | Self::Silent { link, .. } => Some(*link),
            Self::Idle | Self::Dialling | Self::Down { .. } => None,
        }
    }

    /// Whether commands go through.
    #[must_use]
    pub const fn is_online(&self) -> bool {
        self.online().is_some()
    }

    /// The connection, if commands go through.
    #[must_use]
    pub const fn online(&self) -> Option<LinkId> {
        match self {
            Self::Online { link } | Self::Silent { link, .. } => Some(*link),
            Self::Idle | Self::Dialling | Self::Greeting { .. } | Self::Down { .. } => None,
        }
    }
}
