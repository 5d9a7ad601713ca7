//! The events of a session: lines from the manager, and results of a search.

use tengen_engine::pvs::PvsEngine;
use tengen_shared::rules::Point;

use crate::swap2::Swap2;

/// The result of a search. Each variant holds `None` if the engine found nothing.
pub(crate) enum Found {
    Move(Option<Point>),
    Swap2(Option<Swap2>),
}

/// An input of the session.
pub(crate) enum Event {
    /// A line from the manager.
    Line(String),
    /// A line that exceeded the limit and was skipped.
    TooLong,
    /// The end of the input.
    Closed,
    /// A progress message of the search.
    Message(String),
    /// The result of the search, and the engine that made it.
    Thought { brain: Box<PvsEngine>, found: Found },
}
