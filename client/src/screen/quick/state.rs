//! The state of the choice of a board.

/// The screen with the choice of a board for a quick match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuickScreen {
    /// The index of the board in [`Variant::NAMED`](tengen_shared::rules::Variant::NAMED).
    pub cursor: usize,
}
