//! What is studied: finished games, a replay with branches of one's own, and a search as a tree.

mod games;
mod outline;
mod variations;

pub use games::{GameList, Pages};
pub use outline::{Folding, Outline};
pub use variations::{MAX_TRIED, TryError, Variations};
