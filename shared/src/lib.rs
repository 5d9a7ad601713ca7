//! The rules, the room and the protocol of Tengen, in three layers: `protocol -> game -> rules`.
//!
//! Nothing here does I/O, reads a clock or draws a random number. Time and randomness are arguments, so the same
//! inputs always give the same state.

pub mod game;
pub mod protocol;
pub mod rules;
