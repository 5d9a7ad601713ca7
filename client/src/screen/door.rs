//! Entering a protected room: its passphrase, and the players' permission to watch.

mod state;
pub(crate) mod update;
pub(crate) mod view;

pub(crate) use state::purpose_in;
pub use state::{KnockingScreen, PassphraseScreen};
