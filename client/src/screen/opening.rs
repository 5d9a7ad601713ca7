//! The wait for the answer to a command that enters a room.

mod state;
pub(crate) mod update;

pub use state::OpeningScreen;
