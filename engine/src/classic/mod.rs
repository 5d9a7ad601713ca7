//! The brains of the source articles, repaired, one file each.

pub mod domain;
pub mod greedy;
pub mod levels;
pub mod lines;
