//! The brains of Tengen: every algorithm that picks a move, behind one trait, [`Brain`].
//!
//! All of it is synchronous and without global state: a brain reads a position of
//! [`tengen_shared::rules`], thinks within [`Limits`] and answers with a [`Choice`].

mod bots;
mod brain;
mod chance;
pub mod classic;
pub mod explain;
mod limits;
mod outlook;
mod show;
pub mod solver;
mod urgent;

pub use bots::{BotError, available, brain, strongest};
pub use brain::{Brain, Choice, Observer, Pace, Value, verdict};
pub use limits::{Budget, Limits, StopFlag};
pub use outlook::outlook;
pub use show::{ShowError, show};
pub use urgent::is_quiet;
