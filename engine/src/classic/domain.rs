//! The engine of article 004, for gomoku by minimax with alpha-beta.
//!
//! The article teaches a domain: only points near the opponent's last stone are candidates, which keeps the tree
//! small. [`DomainArticle`] searches as the article does, with its score table and its domain of nine by nine
//! points.
//!
//! Four repairs are made: a point off the board is a blocked end, and no stone counts twice; a five ends the line,
//! and quick wins count more; a full domain is widened; and an engine that opens plays the centre.

mod article;
mod model;
mod printed;
mod runs;
mod settled;

pub use article::{
    DEFAULT_DEPTH, DomainArticle, MAX_DEPTH, Ranking, WIN, domain_of, rank, rank_board, rank_weighted,
};
pub use model::model;
pub use printed::{printed, printed_side_score};
pub use runs::{FIVE, judge, leaf, parts_of, side_score};
pub use tengen_shared::rules::search::RunWorths;
