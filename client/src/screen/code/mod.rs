//! The screen on which a room's code or a server's address is typed.

mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::CodeScreen;
