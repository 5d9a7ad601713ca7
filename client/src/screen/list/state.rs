//! The state of the room list.

use crate::{
    intent::Purpose,
    keymap::Context,
    screen::about::{About, titled},
};
use tengen_session::text::Lang;

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

impl About for ListScreen {
    fn context(&self) -> Context {
        Context::List
    }

    fn title(&self, lang: Lang) -> String {
        titled(match self.purpose {
            Purpose::Join => lang.title_rooms(),
            Purpose::Watch => lang.title_rooms_to_watch(),
        })
    }
}
