//! The brains of Tengen: every algorithm that picks a move, behind one trait, [`Brain`].
//!
//! All of it is synchronous and without global state: a brain reads a position of
//! [`tengen_shared::rules`], thinks within [`Limits`] and answers with a [`Choice`].

mod brain;
pub mod classic;
mod level;
mod limits;
pub mod solver;
mod urgent;

pub use brain::{Brain, Choice, Observer, Value, verdict};
pub use level::{LevelError, available, brain};
pub use limits::{Budget, Limits, StopFlag};
