//! The four engines that follow the source articles, with the articles' errors repaired.
//!
//! Each module also has its article's program as printed, with the errors. Both work on any board, also on one set
//! up by hand, so that readers of the article can compare them.

pub mod alphabeta;
pub mod domain;
pub mod greedy;
mod grid;
pub mod levels;
mod printed;
mod tictactoe;

pub use printed::Printed;
