//! A finished game with the user's branches, and a search tree.

mod games;
mod outline;
mod variations;

pub use games::{GameList, Pages};
pub use outline::{Folding, Outline};
pub use variations::{MAX_TRIED, TryError, Variations};
