//! The client driven by keys, mouse and messages, and read from what it draws.

#![allow(clippy::unwrap_used)]

mod anything;
mod bench;
mod between;
mod calls;
mod clocks;
mod devices;
mod doors;
mod dropouts;
mod fake;
mod find;
mod form;
mod guard;
mod history;
mod invitation;
mod kept;
mod languages;
mod look;
mod manners;
mod offers;
mod openings;
mod parts;
mod play;
mod preferences;
mod remapped;
mod screens;
mod session;
mod steps;
mod table;
mod talk;
mod thinking;
mod trees;
mod typing;
mod ways;
mod wire;
mod zones;
