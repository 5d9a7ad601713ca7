//! The room list.

mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::ListScreen;
