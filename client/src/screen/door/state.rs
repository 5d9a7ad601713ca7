//! The door of a room: its passphrase, or the wait for leave to watch.

use tengen_shared::game::RoomCode;

use crate::{input::SecretInput, intent::Purpose, screen::Screen};

/// A room's passphrase being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassphraseScreen {
    /// The room.
    pub room: RoomCode,
    /// What the room is wanted for.
    pub purpose: Purpose,
    /// What has been typed.
    pub secret: SecretInput,
    /// Where to go instead.
    pub back: Box<Screen>,
}

/// The wait for leave to watch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnockingScreen {
    /// The room.
    pub room: RoomCode,
    /// Where to go instead.
    pub back: Box<Screen>,
}
