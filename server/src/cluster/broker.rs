//! The broker as the cluster sees it: streams of messages, each message under a subject, and messages that are not stored.
//!
//! [`MemoryBroker`](super::MemoryBroker) stands in for NATS in tests.

use std::fmt;

use bytes::Bytes;
use futures_util::{future::BoxFuture, stream::BoxStream};
use thiserror::Error;

use super::{Filter, NodeName, Subject};

/// A message to append to a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Publish {
    pub subject: Subject,
    /// The sequence number that the subject's last message must have; 0 if there must be none.
    pub after: u64,
    /// Whether the earlier messages of the subject go.
    pub replaces: bool,
    /// A random number by which its sender knows it again.
    pub id: u64,
    /// A short text that can be read without the body.
    pub note: String,
    pub body: Bytes,
}

impl Publish {
    /// Returns a message without a note that must follow the message `after`.
    #[must_use]
    pub fn new(subject: Subject, after: u64, body: impl Into<Bytes>) -> Self {
        Self { subject, after, replaces: false, id: rand::random(), note: String::new(), body: body.into() }
    }

    /// Adds a note, which can be read without the body.
    #[must_use]
    pub fn with_note(self, note: &impl fmt::Display) -> Self {
        Self { note: note.to_string(), ..self }
    }

    /// Lets the message take the place of all earlier ones of its subject.
    #[must_use]
    pub fn in_place_of_all(self) -> Self {
        Self { replaces: true, ..self }
    }
}

/// A message of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub subject: Subject,
    /// Its number in the stream; it rises with each message of any subject.
    pub sequence: u64,
    /// The number by which its sender knows it again.
    pub id: u64,
    pub note: String,
    /// Empty if only notes were asked for.
    pub body: Bytes,
}

/// Why the broker cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BrokerError {
    #[error("the broker does not answer ({0})")]
    Away(String),
    #[error("the broker refuses: {0}")]
    Failed(String),
}

/// Why it is not certain that a message was stored.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PublishError {
    /// The broker says that the subject's last message is another. This is no proof: about one append in a thousand was
    /// refused although nobody else had written.
    #[error("the broker says that somebody else has written")]
    Refused,
    /// No answer came. The message may be stored now, later, or never.
    #[error("the broker does not answer ({0})")]
    Unknown(String),
    /// The message is not stored, and would not be if it were sent again.
    #[error("the broker refuses: {0}")]
    Failed(String),
}

/// An answer of the broker, some time later.
pub(super) type Later<T, E = BrokerError> = BoxFuture<'static, Result<T, E>>;

/// A broker that stores streams.
pub trait Broker: Send + Sync + 'static {
    /// Appends a message to the stream of its subject. Returns its sequence number once it is stored.
    fn publish(&self, publish: Publish) -> Later<u64, PublishError>;

    /// Returns the last message of a subject, as the leader of its stream knows it.
    fn last(&self, subject: Subject) -> Later<Option<Message>>;

    /// Returns the messages of a subject from the sequence number `from` on, oldest first. The last ones may be missing:
    /// any replica may answer.
    fn read(&self, subject: Subject, from: u64) -> Later<Vec<Message>>;

    /// Removes the messages of a subject before the sequence number `before`; all of them if `None`.
    fn purge(&self, subject: Subject, before: Option<u64>) -> Later<()>;

    /// Returns the messages of a part of a stream from the sequence number `from` on, and then those that arrive. It goes on
    /// by itself after a failure.
    fn follow(&self, filter: Filter, from: u64) -> BoxStream<'static, Message>;

    /// Returns the last message of each subject in a part of a stream, without bodies.
    fn notes(&self, filter: Filter) -> Later<Vec<Message>>;

    /// Sends a message to a node. It may be lost; the messages that arrive from one sender do so in order.
    fn tell(&self, to: NodeName, body: Bytes) -> Later<()>;

    /// Returns the messages to a node, from now on.
    fn listen(&self, node: NodeName) -> Later<BoxStream<'static, Bytes>>;
}
