//! The `pvs` engine: principal variation search on the search board.

mod careless;
mod deepen;
mod driver;
mod history;
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
    history::Trace,
    params::{Param, Params},
    samples::{Decision, Seen},
};
