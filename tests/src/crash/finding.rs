//! The faults that a crash can cause.

use serde::Serialize;
use tengen_shared::game::Seq;

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// Something that a client received is missing.
    Lost,
    /// A command was carried out twice.
    Doubled,
    /// Commands of one run were not carried out in the order in which they were sent.
    OutOfOrder,
    /// A command that was never sent, or was refused, was carried out or answered.
    Invented,
    /// An event or an answer differs from the one that a client received.
    Changed,
    /// Two states of the same room at the same event differ.
    Disagrees,
    /// A clock was charged for the time without a server.
    Clock,
    /// The history differs from the games that ended.
    History,
    /// The server refused a valid request, or closed a connection without a reason.
    Unexpected,
    /// Something did not happen within the time limit.
    Stalled,
}

/// A fault, with its place and a description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The kind of the fault.
    pub fault: Fault,
    /// The code of the room; `None` if it is about no room.
    pub room: Option<String>,
    /// The number of the event; `None` if it is about no event.
    pub seq: Option<Seq>,
    /// The description for people.
    pub text: String,
}

impl Finding {
    /// Creates a finding that is about no room.
    #[must_use]
    pub fn general(fault: Fault, text: impl Into<String>) -> Self {
        Self { fault, room: None, seq: None, text: text.into() }
    }
}
