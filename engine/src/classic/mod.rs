//! The engines of the source articles, repaired, one file each.

pub mod alphabeta;
pub mod domain;
pub mod greedy;
mod grid;
pub mod levels;
mod tictactoe;
