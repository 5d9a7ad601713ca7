//! Thinking for AI seats, hints and explanations, on threads of their own.

pub(crate) mod budget;
mod engines;
mod fair_queue;
mod pool;
mod think;

pub(crate) use engines::{EngineKey, Engines};
pub(crate) use fair_queue::Owner;
pub(crate) use pool::{Grant, Job, Place, Pool, Rank};
pub(crate) use think::{Chosen, HINT_TIME, MIN_DEPTH, choose, hint, show};
