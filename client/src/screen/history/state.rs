//! The state of the list of finished games.

use tengen_session::{
    study::{GameList, Pages},
    text::Lang,
};

use crate::{
    keymap::Context,
    screen::{about::About, room::RoomScreen},
};

/// The owner of the listed games, which also decides where to go back to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Played {
    /// The games of a room, with the room screen to go back to.
    Here(RoomScreen),
    /// The user's games; goes back to the start screen or the room list.
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
    /// The owner of the games.
    pub of: Played,
    /// The games, as far as they are known.
    pub list: GameList,
    /// The number of the game under the cursor, from 0.
    pub cursor: usize,
}

impl HistoryScreen {
    /// Creates an empty list, which loads its first page at once.
    #[must_use]
    pub fn new(of: Played) -> Self {
        let list = GameList::new(of.room().map(|room| room.code.clone()));
        Self { of, list, cursor: 0 }
    }

    /// Whether to load more: the cursor is at the end, and there may be more games.
    #[must_use]
    pub fn wants_more(&self) -> bool {
        *self.list.pages() == Pages::Partial && self.cursor + 1 >= self.list.games().len()
    }
}

impl About for HistoryScreen {
    fn context(&self) -> Context {
        Context::History
    }

    fn title(&self, lang: Lang) -> String {
        match &self.of {
            Played::Here(room) => lang.games_title(room.code.as_str()),
            Played::Mine => lang.my_games_title().to_owned(),
        }
    }
}
