//! The engines in a browser. The page asks a [`Question`], and a worker, which has the engines, gives one [`Answer`] or
//! several. The lessons ask a [`Task`], which has one answer, [`Taught`].
//!
//! They are programs of their own, built from the same sources, and exchange bytes. Page and lessons know only what is asked
//! and answered; the feature `engine` adds what finds the answers.

#[cfg(feature = "engine")]
mod answering;
#[cfg(all(feature = "engine", target_arch = "wasm32"))]
pub mod browser;
mod lesson;
mod question;
#[cfg(feature = "engine")]
mod studying;
#[cfg(feature = "engine")]
mod teaching;

#[cfg(feature = "engine")]
pub use answering::answer;
pub use lesson::{Article, Edition, Editions, Exercise, Pick, Program, Study, Task, Taught};
pub use question::{Answer, Ask, Line, Question, Seen, Setup};
#[cfg(feature = "engine")]
pub use teaching::teach;
