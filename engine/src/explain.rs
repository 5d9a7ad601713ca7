//! Shows a search: the tree that a brain of the articles looks at, with every value, window and cut.
//!
//! A brain's own search keeps nothing but the best move. Here the same search is made again, slowly, by a
//! [`Model`] that says what the article does: which moves there are, in which order, what a position is
//! worth. [`explain()`] makes a [`Tree`] of it that is exact in all it shows and small enough to look at.

mod search;
mod shown;

use tengen_shared::rules::Point;
pub use tengen_shared::rules::search::{Bound, Cut, End, Node, Side, Totals, Tree};
use thiserror::Error;

use self::{
    search::{Expanded, Halt, Search},
    shown::Shown,
};
use crate::limits::Budget;

/// A search as an article describes it. MAX is the side to move at the root, MIN the other side; every
/// value is one for MAX, and may be as large as 10^18 either way.
pub trait Model {
    /// How the search goes through the moves.
    fn method(&self) -> Method;

    /// The value of the position if the game is over in it.
    fn decided(&self) -> Option<i64>;

    /// A move that is taken without any search, such as a win with the next stone, and its value. Asked
    /// only where the game is not over, and asked at the last level too.
    fn at_once(&self) -> Option<(Point, i64)> {
        None
    }

    /// What the position is worth as it stands; asked at the last level, and where there are no moves.
    fn leaf(&self) -> i64;

    /// Appends the moves, in the order in which they are tried; none makes the position a leaf.
    fn moves(&mut self, out: &mut Vec<Point>);

    /// Plays one of the moves.
    fn play(&mut self, point: Point);

    /// Takes the last move back.
    fn undo(&mut self);
}

/// How a search goes through the moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every move is searched; a node's value is the best of its children's.
    Minimax(Ties),
    /// With alpha and beta cuts, as article 000 programs them: a MAX node's value starts at alpha and the
    /// node is left once it reaches beta; a MIN node's starts at beta and the node is left once it falls to
    /// alpha. So a value at or outside the window is only a bound, see [`Node::bound`]. Of equal moves the
    /// first counts: whether a later one is equal or worse is not found out.
    AlphaBeta,
}

/// Which of equal moves counts as the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first: only a better move replaces it.
    First,
    /// The last.
    Last,
}

/// How much may be looked at and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The most nodes in the tree, with the root; taken as at least depth + 1, which holds the best line.
    pub shown: usize,
    /// The most nodes that the search may look at, with the root.
    pub searched: u64,
    /// Up to how many nodes plain minimax is counted for [`Totals::plain`].
    pub plain: u64,
}

impl Default for Bounds {
    /// 600 nodes shown, enough for the whole of a tic-tac-toe tree of 3 levels (586); 2 million searched
    /// and 10 million counted. Measured on one core, article 001's whole game from the empty board, 549946
    /// nodes, is searched in 0.07 s and shown in 0.2 s.
    fn default() -> Self {
        Self { shown: 600, searched: 2_000_000, plain: 10_000_000 }
    }
}

/// Why a search is not shown. The model is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ExplainError {
    /// The game is over.
    #[error("this game is over and there is nothing left to think about: ask while a move is to be made")]
    Decided,
    /// The search would look at more nodes than [`Bounds::searched`].
    #[error("at depth {depth} more than {limit} nodes are looked at here: {}", advice(*.deepest))]
    TooLarge {
        /// The depth asked for.
        depth: u8,
        /// How many nodes may be looked at.
        limit: u64,
        /// Every depth from 1 to this is possible here; 0 if not even 1 is.
        deepest: u8,
    },
    /// The budget was spent, by deadline, flag or node limit.
    #[error("at depth {depth} the search takes too long here: {}", advice(*.deepest))]
    Stopped {
        /// The depth asked for.
        depth: u8,
        /// Every depth from 1 to this was searched in time; 0 if not even 1 was.
        deepest: u8,
    },
}

fn advice(deepest: u8) -> String {
    match deepest {
        0 => "not even depth 1 is possible, so ask again when fewer points are empty".to_owned(),
        1 => "choose depth 1".to_owned(),
        _ => format!("choose a depth of 1 to {deepest}"),
    }
}

/// The search that `model` describes, `depth` plies deep, 0 showing the root alone.
///
/// The whole tree is shown if [`Bounds::shown`] allows. Otherwise every shown node keeps the child that
/// gives it its value, so that every value can be worked out again from what is shown. First comes the best
/// line; then, level by level from the root, the other moves of each shown node, best first, each with its
/// own best line, up to the first that does not fit.
///
/// Besides the tree nothing is kept: what is below a shown node is searched again, which comes to about
/// depth + 1 searches at most. `budget` counts these visits and those of the plain count too; if it ends in
/// the latter, only that is missing.
///
/// # Errors
/// If the game is over, if the search is too large, or if `budget` is spent.
pub fn explain(
    model: &mut dyn Model,
    depth: u8,
    bounds: &Bounds,
    budget: &mut Budget<'_>,
) -> Result<Tree, ExplainError> {
    if model.decided().is_some() {
        return Err(ExplainError::Decided);
    }
    let mut search = Search::new(model, budget);
    let (root, per_level) = whole(&mut search, depth, bounds.searched)?;
    let most = bounds.shown.max(usize::from(depth) + 1);
    let stopped = |_| ExplainError::Stopped { depth, deepest: depth.saturating_sub(1) };
    let nodes = Shown::choose(&mut search, root, depth, most).map_err(stopped)?;
    let seen = per_level.iter().sum();
    let plain = match search.method() {
        Method::Minimax(_) => Some(seen),
        Method::AlphaBeta => search.plain(depth, bounds.plain),
    };
    Ok(Tree { nodes, totals: Totals { nodes: seen, per_level, plain }, depth })
}

/// Searches deeper step by step, so that a refusal can say which depths are possible. The depths before the last
/// cost little beside it.
fn whole(search: &mut Search<'_, '_>, depth: u8, limit: u64) -> Result<(Expanded, Vec<u64>), ExplainError> {
    for lower in 1..=depth {
        let deepest = lower - 1;
        match search.whole(lower, limit) {
            Ok(found) if lower == depth => return Ok(found),
            Ok(_) => {}
            Err(Halt::TooMany) => return Err(ExplainError::TooLarge { depth, limit, deepest }),
            Err(Halt::Stopped) => return Err(ExplainError::Stopped { depth, deepest }),
        }
    }
    search.whole(0, limit).map_err(|_| ExplainError::Stopped { depth, deepest: 0 })
}
