//! The four engines that follow the source articles, with the articles' errors repaired.

pub mod alphabeta;
pub mod domain;
pub mod greedy;
mod grid;
pub mod levels;
mod tictactoe;
