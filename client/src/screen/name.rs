//! The screen with the field for the user's name.

mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::NameScreen;
