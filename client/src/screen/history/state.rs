//! The state of the list of finished games.

use tengen_shared::{
    game::CommandId,
    protocol::{GAMES_PAGE, GameSummary, GamesOf},
};

use crate::screen::room::RoomScreen;

/// The owner of the listed games, which also decides where to go back to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Played {
    /// The games of a room, with the room screen to go back to.
    Here(RoomScreen),
    /// The user's games; goes back to the start screen or the room list.
    Mine,
}

impl Played {
    /// Returns the owner as the server's request names it.
    #[must_use]
    pub const fn asked(&self) -> GamesOf {
        match self {
            Self::Here(_) => GamesOf::Room {},
            Self::Mine => GamesOf::Me {},
        }
    }

    /// The room to go back to; `None` for the user's own games.
    #[must_use]
    pub const fn room(&self) -> Option<&RoomScreen> {
        match self {
            Self::Here(room) => Some(room),
            Self::Mine => None,
        }
    }
}

/// How much of the list has been loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pages {
    /// There may be more games.
    Partial,
    /// This command has asked for more games.
    Asked(CommandId),
    /// All games are loaded.
    Whole,
    /// The server refuses to send more games, for this reason.
    Refused(String),
}

/// The screen with the list of finished games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryScreen {
    /// The owner of the games.
    pub of: Played,
    /// The loaded games, the latest first.
    pub games: Vec<GameSummary>,
    /// The index of the game under the cursor.
    pub cursor: usize,
    /// How much of the list has been loaded.
    pub pages: Pages,
}

impl HistoryScreen {
    /// Creates an empty list, which loads its first page at once.
    #[must_use]
    pub const fn new(of: Played) -> Self {
        Self { of, games: Vec::new(), cursor: 0, pages: Pages::Partial }
    }

    /// Whether to load more: the cursor is at the end, and there may be more games.
    #[must_use]
    pub fn wants_more(&self) -> bool {
        self.pages == Pages::Partial && self.cursor + 1 >= self.games.len()
    }

    /// Appends a page of games, and skips those that are known already.
    pub fn take(&mut self, games: Vec<GameSummary>) {
        self.pages = if games.len() < GAMES_PAGE { Pages::Whole } else { Pages::Partial };
        let last = self.games.last().map(|game| game.game);
        self.games.extend(games.into_iter().filter(|game| last.is_none_or(|last| game.game < last)));
    }
}
