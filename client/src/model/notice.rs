//! The last message for the user.

use std::time::Duration;

use tengen_shared::rules::Point;

/// The kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Information.
    Info,
    /// A warning that something is not possible or has failed.
    Problem,
}

/// A message of one line that disappears after a while.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// The text of the message.
    pub text: String,
    /// The kind of the message.
    pub tone: Tone,
    /// The remaining time.
    pub left: Duration,
    /// The point of the board to mark.
    pub point: Option<Point>,
}

impl Notice {
    /// Creates a message that stays for ten seconds.
    #[must_use]
    pub fn new(text: impl Into<String>, tone: Tone) -> Self {
        Self { text: text.into(), tone, left: Duration::from_secs(10), point: None }
    }
}
