//! The engine proper: principal variation search over the search board.

mod deepen;
mod driver;
mod model;
mod node;
mod order;
mod params;
mod prune;
mod root;
mod stack;
mod variety;
mod worker;

pub(crate) use self::{
    driver::{Engine, Options, Report},
    model::model,
};
