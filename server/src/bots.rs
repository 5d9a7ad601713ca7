//! Thinking for AI seats, hints and explanations, on threads of their own.

pub(crate) mod budget;
mod pool;
mod think;

pub(crate) use pool::{Job, Place, Pool, Rank};
pub(crate) use think::{Chosen, HINT_TIME, MIN_DEPTH, choose, hint, show};
