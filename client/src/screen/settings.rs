//! The settings of the program, with the pages for keys and for errors.

pub(crate) mod layout;
mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::{SettingsPage, SettingsScreen};
