//! A list of finished games, which the server tells page by page.

use tengen_shared::{
    game::{CommandId, RoomCode},
    protocol::{GAMES_PAGE, GameSummary, GamesOf, Request},
};

/// How much of a list is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pages {
    /// There may be more.
    Partial,
    /// This command asks for the next page.
    Asked(CommandId),
    /// The last page has arrived.
    Whole,
    /// The server sends no more, for this reason.
    Refused(String),
}

/// A list of finished games, the latest first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameList {
    room: Option<RoomCode>,
    games: Vec<GameSummary>,
    pages: Pages,
}

impl GameList {
    /// An empty list of the games of `room`, or else of the user's own.
    #[must_use]
    pub const fn new(room: Option<RoomCode>) -> Self {
        Self { room, games: Vec::new(), pages: Pages::Partial }
    }

    /// The games that are known.
    #[must_use]
    pub fn games(&self) -> &[GameSummary] {
        &self.games
    }

    /// How much of the list is known.
    #[must_use]
    pub const fn pages(&self) -> &Pages {
        &self.pages
    }

    /// The request for the next page, and the room that it goes to. None if all is known, or a page is on its way.
    #[must_use]
    pub fn next_page(&self) -> Option<(Option<RoomCode>, Request)> {
        let of = if self.room.is_some() { GamesOf::Room {} } else { GamesOf::Me {} };
        let before = self.games.last().map(|game| game.game);
        (self.pages == Pages::Partial).then(|| (self.room.clone(), Request::ListGames { of, before }))
    }

    /// Notes that the next page was asked for with command `id`.
    pub fn asked(&mut self, id: CommandId) {
        self.pages = Pages::Asked(id);
    }

    /// Takes in the page that answers command `id`. Does nothing if the list has not asked with it.
    pub fn take(&mut self, id: CommandId, games: Vec<GameSummary>) {
        if self.pages == Pages::Asked(id) {
            self.pages = if games.len() < GAMES_PAGE { Pages::Whole } else { Pages::Partial };
            let last = self.games.last().map(|game| game.game);
            self.games.extend(games.into_iter().filter(|game| last.is_none_or(|last| game.game < last)));
        }
    }

    /// Notes that the page of command `id` does not come. Returns false, and does nothing, if the list has not asked with it.
    pub fn refused(&mut self, id: CommandId, why: &str) -> bool {
        let is_own = self.pages == Pages::Asked(id);
        if is_own {
            self.give_up(why);
        }
        is_own
    }

    /// Notes that no more can be had.
    pub fn give_up(&mut self, why: &str) {
        self.pages = Pages::Refused(why.to_owned());
    }
}
