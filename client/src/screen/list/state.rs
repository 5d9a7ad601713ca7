//! The room list.

use crate::intent::Purpose;

/// The room list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListScreen {
    /// What a room is wanted for.
    pub purpose: Purpose,
    /// Where the cursor stands.
    pub cursor: usize,
}

impl ListScreen {
    /// The list, its cursor on the first room.
    #[must_use]
    pub const fn new(purpose: Purpose) -> Self {
        Self { purpose, cursor: 0 }
    }
}
