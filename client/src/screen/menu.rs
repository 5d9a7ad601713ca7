//! The start screen.

pub(crate) mod layout;
mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::{MenuScreen, action_of};
