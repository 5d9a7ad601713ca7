//! Line mode without any input or output: lines in, lines out, a fake server in between.

#![allow(clippy::unwrap_used)]

#[path = "../ui/fake.rs"]
#[allow(dead_code, reason = "the tests of the screens need more of it")]
mod fake;
mod lobby;
mod manners;
mod openings;
mod play;
mod replay;
mod script;
#[path = "../ui/wire.rs"]
#[allow(dead_code, reason = "the tests of the screens need more of it")]
mod wire;
