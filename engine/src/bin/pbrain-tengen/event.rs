//! What the conversation with the manager hears of: lines, and what thinking has come to.

use tengen_engine::{Choice, level::Strong};

/// What the conversation hears of.
pub(crate) enum Event {
    /// A line of the manager.
    Line(String),
    /// A line that was too long to be read.
    TooLong,
    /// The manager has closed its end.
    Closed,
    /// What thinking has come to so far.
    Message(String),
    /// The end of thinking, with the brain.
    Thought { brain: Box<Strong>, choice: Option<Choice> },
}
