//! The `pvs` engine: principal variation search on the search board.

mod careless;
mod deepen;
mod driver;
mod model;
mod node;
mod order;
mod params;
mod prune;
mod reduce;
mod report;
mod root;
mod sample;
mod stack;
mod variety;
mod window;
mod worker;

pub(crate) use self::{
    careless::Carelessness,
    driver::{Options, Searcher},
    model::model,
    params::HISTORY_MAX,
    report::Report,
    sample::decisions,
};
pub use self::{
    params::{Param, Params},
    sample::{Decision, Seen},
    stack::Trace,
};
