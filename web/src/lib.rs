//! The browser client. The crate `session` knows everything that does not depend on looks. This crate draws it and takes
//! clicks, keys and fingers.
//!
//! A [`Msg`](msg::Msg) from the browser changes the [`Model`](model::Model) in [`update`], which returns effects.
//! [`view::page`] makes a tree of plain values of the model. Only `page` knows the browser: it carries out the
//! effects, and changes the page where two trees differ. Everything else builds for every target, so that tests run
//! without a browser.

pub mod effect;
pub mod model;
pub mod msg;
#[cfg(target_arch = "wasm32")]
mod page;
pub mod prefs;
pub mod route;
pub mod screen;
mod thinking;
pub mod tree;
pub mod update;
pub mod view;
