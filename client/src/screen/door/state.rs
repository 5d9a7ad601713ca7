//! The state of the passphrase field, and of the wait for permission to watch.

use tengen_session::text::Lang;
use tengen_shared::{
    game::RoomCode,
    protocol::{ListState, RoomListing},
};

use crate::{
    input::SecretInput,
    intent::Purpose,
    keymap::Context,
    screen::{
        Screen,
        about::{About, Wait, titled},
    },
};

/// The screen with the field for the passphrase of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassphraseScreen {
    /// The code of the room.
    pub room: RoomCode,
    /// Whether to play or to watch.
    pub purpose: Purpose,
    /// The passphrase as typed so far; it is wiped from memory afterwards.
    pub secret: SecretInput,
    /// The screen to go back to.
    pub back: Box<Screen>,
}

/// The screen that waits for the players' permission to watch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnockingScreen {
    /// The code of the room.
    pub room: RoomCode,
    /// The screen to go back to.
    pub back: Box<Screen>,
}

impl About for PassphraseScreen {
    fn context(&self) -> Context {
        Context::Secret
    }

    fn title(&self, lang: Lang) -> String {
        titled(lang.title_passphrase(&self.room))
    }
}

impl About for KnockingScreen {
    fn context(&self) -> Context {
        Context::Opening
    }

    fn title(&self, lang: Lang) -> String {
        titled(lang.title_knocking(&self.room))
    }

    fn wait(&self) -> Option<Wait> {
        Some(Wait::Permission(self.room.clone()))
    }
}

/// Returns whether to play or to watch in a listed room. A full room is watched, since `join` works only for those who
/// have a seat there. They get their seats back by watching too.
pub(crate) fn purpose_in(listing: &RoomListing, wanted: Purpose) -> Purpose {
    match listing.state {
        ListState::Open => wanted,
        ListState::Playing | ListState::Between => Purpose::Watch,
    }
}
