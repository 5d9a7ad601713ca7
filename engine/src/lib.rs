//! The brains of Tengen: every algorithm that picks a move, behind one trait, [`Brain`].
//!
//! All of it is synchronous, and without global state but tables that never change: a brain reads a position of
//! [`tengen_shared::rules`], thinks within [`Limits`] and answers with a [`Choice`].

mod board;
mod bots;
mod brain;
mod candidates;
mod chance;
#[cfg(any(test, feature = "check"))]
pub mod check;
pub mod classic;
mod eval;
pub mod explain;
pub mod level;
mod limits;
mod marks;
mod outlook;
mod pattern;
mod score;
mod search;
mod show;
pub mod solver;
mod square;
mod table;
mod threat;
mod timing;
pub mod tuning;
mod urgent;
mod zobrist;

pub use bots::{BotError, available, brain};
pub use brain::{Brain, Choice, Observer, Pace, Value, verdict};
pub use limits::{Budget, Limits, Purpose, StopFlag};
pub use outlook::outlook;
pub use show::{ShowError, show};
pub use urgent::is_quiet;
