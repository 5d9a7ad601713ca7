//! A room on the screen: what is the user's own there, not the room's.

use tengen_shared::{
    game::RoomCode,
    rules::{Point, Variant},
};

use super::input::TextInput;

/// A room on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomScreen {
    /// Which room.
    pub code: RoomCode,
    /// The point under the cursor; the board's centre until it was moved.
    pub cursor: Option<Point>,
    /// The first column and the first row from the top that are shown, where the board does not fit.
    pub origin: (u8, u8),
    /// A point being typed.
    pub entry: Option<TextInput>,
}

impl RoomScreen {
    /// The screen of a room, nothing touched yet.
    #[must_use]
    pub const fn new(code: RoomCode) -> Self {
        Self { code, cursor: None, origin: (0, 0), entry: None }
    }

    /// The point under the cursor on a board of `variant`.
    #[must_use]
    pub fn cursor_on(&self, variant: Variant) -> Option<Point> {
        self.cursor
            .filter(|point| variant.contains(*point))
            .or_else(|| Point::new(variant.width() / 2, variant.height() / 2))
    }
}
