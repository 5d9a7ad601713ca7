//! The Tengen terminal client.
//!
//! Keys, mouse and network produce messages. [`update::update`] applies each message to the [`model::Model`]
//! and returns effects. [`view::draw`] draws the model. [`runtime`] carries out the effects.

pub mod action;
pub mod cli;
pub mod effect;
pub mod input;
pub mod intent;

pub mod keeper;
pub mod keymap;
pub mod layout;
pub mod line;
pub mod local;
pub mod model;
pub mod msg;
mod near;
pub mod net;
pub mod profile;
pub mod program;
pub mod runtime;
pub mod screen;
pub mod settings;
pub mod target;
pub mod terminal;
pub mod theme;
pub mod update;
pub mod view;
pub mod wish;
pub mod world;
pub mod zone;
