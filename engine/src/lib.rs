//! The engines of Tengen: every algorithm that picks a move, behind one trait, [`Engine`].
//!
//! Engines are synchronous. The only global state is tables that never change. An engine reads a position of
//! [`tengen_shared::rules`], searches within [`Limits`] and returns a [`Choice`].

mod board;
mod bots;
mod candidates;
mod chance;
#[cfg(any(test, feature = "check"))]
pub mod check;
pub mod classic;
mod depth;
mod engine;
mod eval;
pub mod explain;
mod hint;
mod limits;
mod marks;
mod opening;
mod outlook;
mod pattern;
mod policy;
pub mod pvs;
mod score;
mod search;
mod show;
pub mod solver;
mod square;
mod threat;
mod threats;
mod timing;
mod transpositions;
pub mod tuning;
mod turn;
mod urgent;
mod zobrist;

pub use bots::{BotError, Cost, available, cost, engine_for};
pub use engine::{Choice, Engine, Observer, Pace, Value, verdict};
pub use hint::{HINT_TIME, MIN_DEPTH, hint};
pub use limits::{Budget, Limits, Purpose, StopFlag};
pub use opening::OpeningPlayer;
pub use outlook::outlook;
pub use show::{ShowError, ShowPartsError, parts, show};
pub use threats::{promising, threats};
pub use turn::{Act, Turn};
pub use urgent::is_quiet;
