//! Article 004: gomoku by minimax with alpha-beta, looking only round the opponent's last stone.
//!
//! [`DomainArticle`] searches as the article tells it, with its score table and its square of nine by nine points.
//! Four repairs are made: what lies off the board is a blocked end and nothing is counted twice; a five ends the line,
//! and the quicker it comes the more it counts; a full square is widened; the brain that opens plays the centre.

mod article;
mod model;
mod runs;
mod settled;

pub use article::{DEFAULT_DEPTH, DomainArticle, MAX_DEPTH, Ranking, WIN, rank, rank_board};
pub use model::model;
pub use runs::{FIVE, judge, leaf, side_score};
