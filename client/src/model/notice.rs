//! What the user was told last.

use std::time::Duration;

use tengen_shared::rules::Point;

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
