//! How the connection stands, and what the user was told last.

use std::time::Duration;

use tengen_shared::{game::CommandId, rules::Point};

use crate::{msg::LinkId, net::Loss};

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

/// Whether a notice is good to know or a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Good to know.
    Info,
    /// Something could not be done.
    Problem,
}

/// A line for the user that goes away after a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What it says.
    pub text: String,
    /// How it is meant.
    pub tone: Tone,
    /// How long it stays.
    pub left: Duration,
    /// The point of the board that it is about.
    pub point: Option<Point>,
}

impl Notice {
    /// A notice that stays long enough to be read.
    #[must_use]
    pub fn new(text: impl Into<String>, tone: Tone) -> Self {
        Self { text: text.into(), tone, left: Duration::from_secs(10), point: None }
    }
}
