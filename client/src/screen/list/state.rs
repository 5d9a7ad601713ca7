//! The state of the room list.

use crate::intent::Purpose;

/// The screen with the room list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListScreen {
    /// What Enter does on a room: play or watch.
    pub purpose: Purpose,
    /// The index of the room under the cursor.
    pub cursor: usize,
}

impl ListScreen {
    /// Creates the list with the cursor on the first room.
    #[must_use]
    pub const fn new(purpose: Purpose) -> Self {
        Self { purpose, cursor: 0 }
    }
}
