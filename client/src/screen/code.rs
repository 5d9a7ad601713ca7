//! The screen with the field for a room code or a server address.

mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::CodeScreen;
