//! The door of a room: its passphrase, and the players' consent to be watched.

mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::{KnockingScreen, PassphraseScreen};
