//! The browser client: a program for games, and one for [the lessons](learn). The crate `session` knows everything that does
//! not depend on looks. This crate draws it and takes clicks, keys and fingers.
//!
//! A [`Msg`](msg::Msg) from the browser changes the [`Model`](model::Model) in [`update`], which returns effects.
//! [`view::page`] makes a tree of plain values of the model. Only `page` and `learn::page` know the browser: they carry out
//! the effects, and change the page where two trees differ. Everything else builds for every target, so that tests run
//! without a browser.

pub mod effect;
pub mod learn;
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

/// Called by the browser when one of the two programs has loaded.
///
/// # Errors
/// Returns an error if the browser lacks something without which nothing can be shown.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen(start)]
fn start() -> Result<(), wasm_bindgen::JsValue> {
    if cfg!(feature = "learn") { learn::page::start() } else { page::start() }
}
