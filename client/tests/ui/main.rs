//! The client driven by keys, mouse and messages, and read from what it draws.

#![allow(clippy::unwrap_used)]

mod anything;
mod bench;
mod fake;
mod form;
mod manners;
mod play;
mod screens;
mod session;
mod thinking;
mod trees;
mod ways;
