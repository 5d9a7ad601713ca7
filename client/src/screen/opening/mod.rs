//! The wait for a room.

mod state;
pub(crate) mod update;

pub use state::OpeningScreen;
