//! The state of the passphrase field, and of the wait for permission to watch.

use tengen_shared::game::RoomCode;

use crate::{input::SecretInput, intent::Purpose, screen::Screen};

/// The screen with the field for the passphrase of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassphraseScreen {
    /// The code of the room.
    pub room: RoomCode,
    /// Whether to play or to watch.
    pub purpose: Purpose,
    /// The passphrase field.
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
