//! The list of finished games: of the user, or of a room.

pub(crate) mod update;
pub(crate) mod view;

use tengen_session::study::GameList;
use tengen_shared::game::RoomCode;

/// The state of the list.
#[derive(Clone, Debug)]
pub struct Games {
    /// The room whose games are shown; `None` for the user's own.
    pub room: Option<RoomCode>,
    pub list: GameList,
    /// Whether the next page is wanted.
    pub wanted: bool,
}

impl Games {
    /// Creates an empty list, whose first page is to come.
    #[must_use]
    pub(crate) fn new(room: Option<RoomCode>) -> Self {
        Self { list: GameList::new(room.clone()), room, wanted: true }
    }
}

/// What the user does with the list.
#[derive(Clone, Copy, Debug)]
pub enum Msg {
    /// Load the next page of older games.
    More,
}
