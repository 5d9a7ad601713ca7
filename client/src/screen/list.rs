//! The room list of a server.

mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::ListScreen;
