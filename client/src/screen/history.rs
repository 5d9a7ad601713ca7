//! The list of finished games.

mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::{HistoryScreen, Played};
