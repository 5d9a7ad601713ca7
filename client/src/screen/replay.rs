//! The replay of a finished game.

pub(crate) mod layout;
mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::{Autoplay, Marks, Playback, Replay, ReplayScreen, Speed};
