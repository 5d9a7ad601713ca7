//! The engine proper: principal variation search over the search board.

mod driver;
mod node;
mod order;
mod params;
mod stack;

pub(crate) use self::driver::{Engine, Report};
