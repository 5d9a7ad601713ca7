//! The report of a search.

use tengen_shared::rules::Pace;

use crate::{score::Score, square::Square};

/// The result of a search so far.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) best: Square,
    pub(crate) score: Score,
    pub(crate) depth: u8,
    pub(crate) nodes: u64,
    pub(crate) line: Vec<Square>,
    pub(crate) pace: Pace,
}
