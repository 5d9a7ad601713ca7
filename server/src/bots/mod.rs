//! The AI seats' thinking, kept away from the sockets.

pub(crate) mod budget;
mod pool;
mod think;

pub(crate) use pool::{Job, Place, Pool, Rank};
pub(crate) use think::{Chosen, HINT_TIME, MIN_DEPTH, choose, hint, show};
