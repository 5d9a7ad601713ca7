//! Thinking for AI seats, hints and explanations, on threads of their own.

pub(crate) mod budget;
mod engines;
mod fair_queue;
mod job;
mod pool;
mod think;

pub(crate) use engines::{EngineKey, Engines};
pub(crate) use job::{Grant, Job, Owner, Rank};
pub(crate) use pool::{Place, Pool};
pub(crate) use think::{Chosen, choose, hint, parts, show};
