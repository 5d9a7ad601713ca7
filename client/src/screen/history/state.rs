//! A list of finished games.

use tengen_shared::{
    game::CommandId,
    protocol::{GAMES_PAGE, GameSummary, GamesOf},
};

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
    /// How the server calls it.
    #[must_use]
    pub const fn asked(&self) -> GamesOf {
        match self {
            Self::Here(_) => GamesOf::Room {},
            Self::Mine => GamesOf::Me {},
        }
    }

    /// The room behind, if there is one.
    #[must_use]
    pub const fn room(&self) -> Option<&RoomScreen> {
        match self {
            Self::Here(room) => Some(room),
            Self::Mine => None,
        }
    }
}

/// How much of a list is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pages {
    /// There may be more.
    Partial,
    /// More was asked for.
    Asked(CommandId),
    /// All of it.
    Whole,
    /// No more can be had, and why.
    Refused(String),
}

/// A list of finished games, the latest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryScreen {
    /// Whose.
    pub of: Played,
    /// The games known.
    pub games: Vec<GameSummary>,
    /// The game under the cursor.
    pub cursor: usize,
    /// How much of the list is there.
    pub pages: Pages,
}

impl HistoryScreen {
    /// A list of which nothing is known yet.
    #[must_use]
    pub const fn new(of: Played) -> Self {
        Self { of, games: Vec::new(), cursor: 0, pages: Pages::Partial }
    }

    /// Whether the cursor has reached the end of what is known, and there may be more.
    #[must_use]
    pub fn wants_more(&self) -> bool {
        self.pages == Pages::Partial && self.cursor + 1 >= self.games.len()
    }

    /// Takes in a page.
    pub fn take(&mut self, games: Vec<GameSummary>) {
        self.pages = if games.len() < GAMES_PAGE { Pages::Whole } else { Pages::Partial };
        let last = self.games.last().map(|game| game.game);
        self.games.extend(games.into_iter().filter(|game| last.is_none_or(|last| game.game < last)));
    }
}
