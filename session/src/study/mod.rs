//! What is looked at move by move: a finished game with branches of one's own, and a search as a tree.

mod outline;
mod variations;

pub use outline::{Folding, Outline};
pub use variations::{MAX_TRIED, TryError, Variations};
