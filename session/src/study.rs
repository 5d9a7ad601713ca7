//! A finished game with the user's branches, and a search tree.

mod game_values;
mod games;
mod outline;
mod variations;
mod walk;

pub use game_values::{GameValues, Known, Turning, TurningKind, black_chance, percent};
pub use games::{GameList, Pages};
pub use outline::{Folding, Outline};
pub use variations::{MAX_TRIED, TryError, Variations};
pub use walk::{Stage, Step, Walk};
