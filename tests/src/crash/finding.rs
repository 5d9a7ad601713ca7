//! What can be wrong after a crash.

use serde::Serialize;
use tengen_shared::game::Seq;

/// A kind of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// What a client was told of is not there.
    Lost,
    /// A command was carried out twice.
    Doubled,
    /// Commands of one run were carried out in another order than they were sent in.
    OutOfOrder,
    /// Something has happened that nobody asked for, or that was refused.
    Invented,
    /// An event or an answer is another than a client was told of.
    Changed,
    /// Two pictures of the same room at the same event differ.
    Disagrees,
    /// A clock was charged for the time without a server.
    Clock,
    /// The history is not that of the games that ended.
    History,
    /// The server did what it never should: it refused what it must take, or ended a connection.
    Unexpected,
    /// Somebody waited in vain.
    Stalled,
}

/// A failure: of what kind, where, and in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// Its kind.
    pub fault: Fault,
    /// The room, if it is about one.
    pub room: Option<String>,
    /// The event, if it is about one.
    pub seq: Option<Seq>,
    /// What is wrong.
    pub text: String,
}

impl Finding {
    /// A failure that concerns no room.
    #[must_use]
    pub fn general(fault: Fault, text: impl Into<String>) -> Self {
        Self { fault, room: None, seq: None, text: text.into() }
    }
}
