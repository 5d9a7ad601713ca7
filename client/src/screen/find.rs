//! The list of servers and rooms on this network, and the search for a room by its code.

mod state;
pub(crate) mod update;
pub(crate) mod view;

pub use state::{Auto, FindRow, FindScreen, FoundServer, LISTEN, Reception, SEEK, SeekScreen};
