//! A list of finished games, and its cursor.

use tengen_session::study::{GameList, Pages};

use crate::screen::room::RoomScreen;

/// Whose games a list shows, and where it leads back to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Played {
    /// Those of a room, as it was left.
    Here(RoomScreen),
    /// The user's own; back to the menu.
    Mine,
}

impl Played {
    /// The room behind, if there is one.
    #[must_use]
    pub const fn room(&self) -> Option<&RoomScreen> {
        match self {
            Self::Here(room) => Some(room),
            Self::Mine => None,
        }
    }
}

/// A list of finished games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryScreen {
    /// Whose.
    pub of: Played,
    /// The games, as far as they are known.
    pub list: GameList,
    /// The number of the game under the cursor, from 0.
    pub cursor: usize,
}

impl HistoryScreen {
    /// A list of which nothing is known yet.
    #[must_use]
    pub fn new(of: Played) -> Self {
        let list = GameList::new(of.room().map(|room| room.code.clone()));
        Self { of, list, cursor: 0 }
    }

    /// Whether the cursor has reached the end of what is known, and there may be more.
    #[must_use]
    pub fn wants_more(&self) -> bool {
        *self.list.pages() == Pages::Partial && self.cursor + 1 >= self.list.games().len()
    }
}
