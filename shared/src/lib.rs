//! Rules, room and protocol of Tengen, in three layers: `protocol -> game -> rules`.
//!
//! Nothing here does I/O, reads a clock or draws a random number; time and chance come in as
//! arguments, so the same inputs always give the same state.

pub mod game;
pub mod protocol;
pub mod rules;
