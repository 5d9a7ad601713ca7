//! The choice of a board for a quick match.

/// The choice of a board for a quick match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuickScreen {
    /// Where the cursor stands in [`Variant::NAMED`](tengen_shared::rules::Variant::NAMED).
    pub cursor: usize,
}
