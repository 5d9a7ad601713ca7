//! Whether a room stays in memory after a step.

/// Whether a room stays in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Go,
    /// It leaves memory.
    End,
    /// Somebody else has written to it: it leaves memory, and its successor handles again what is in hand.
    Moved,
}
