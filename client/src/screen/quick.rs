//! The choice of a board for a quick match.

mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::QuickScreen;
