//! The `pvs` engine: principal variation search on the search board.

mod careless;
mod deepen;
mod driver;
mod logs;
mod model;
mod node;
mod order;
mod params;
mod prune;
mod reduce;
mod report;
mod root;
mod samples;
mod sampling;
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
    sampling::decisions,
};
pub use self::{
    params::{Param, Params},
    samples::{Decision, Seen},
    stack::Trace,
};
