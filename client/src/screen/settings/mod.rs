//! The settings, the keys among them, and what is wrong in their files.

pub(crate) mod layout;
mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::{SettingsPage, SettingsScreen};
