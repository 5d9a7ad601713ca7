//! The engines in a browser. The page asks a [`Question`], and a worker, which has the engines, gives one [`Answer`] or
//! several.
//!
//! Page and worker are two programs. They are built from the same sources and exchange bytes. The page knows only the
//! questions and the answers; the feature `engine` adds what finds the answers.

#[cfg(feature = "engine")]
mod answering;
#[cfg(all(feature = "engine", target_arch = "wasm32"))]
pub mod browser;
mod question;

#[cfg(feature = "engine")]
pub use answering::answer;
pub use question::{Answer, Line, Question, Seen, Setup};
