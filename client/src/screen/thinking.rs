//! The search tree of an AI for a position.

pub mod layout;
mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::{Answer, Apart, ThinkingScreen, bots_to_show, first_bot, played};
