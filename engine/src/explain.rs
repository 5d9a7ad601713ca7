//! Shows a search: the tree that an engine searches, with every value, window and cutoff.
//!
//! An engine's own search keeps only the best move. This module repeats the search, slowly, on a [`Model`] of the
//! engine. The model gives the moves, their order and the value of each position. [`explain()`] makes a [`Tree`] of
//! it, which is exact in everything it shows and small enough to look at.

mod search;
mod shown;
mod typed;

use tengen_shared::rules::Point;
pub use tengen_shared::rules::search::{Bound, Cut, Cuts, End, Node, Part, Parts, Side, Totals, Tree};
use thiserror::Error;
pub use typed::{MAX_DEPTH, MAX_NODES, MAX_VALUE, TypedError, explain_typed};

use self::{
    search::{Expanded, Halt, Search},
    shown::Shown,
};
use crate::limits::Budget;

/// A description of an engine's search. MAX is the side to move at the root, and MIN is the other side. All values
/// are from MAX's point of view, at most 10^18 either way.
pub trait Model {
    /// Returns how the search treats the moves of a node.
    fn method(&self) -> Method;

    /// Returns the value of the position if the game is over.
    fn decided(&self) -> Option<i64>;

    /// Returns a move that the engine plays without a search, such as a win with the next stone, and its value.
    /// `explain` calls it where the game is not over, also at the last level.
    fn at_once(&self) -> Option<(Point, i64)> {
        None
    }

    /// Returns the static evaluation. `explain` calls it at the last level and in positions without moves.
    fn leaf(&self) -> i64;

    /// Returns what [`leaf`](Self::leaf) adds up, the most important first if there may be many; `None` if the
    /// engine's evaluation is no such sum.
    fn parts(&self) -> Option<Vec<Part>> {
        None
    }

    /// Appends the moves in the order in which the engine tries them. A position without moves is a leaf.
    fn moves(&mut self, out: &mut Vec<Point>);

    /// Makes one of the moves.
    fn play(&mut self, point: Point);

    /// Unmakes the last move.
    fn undo(&mut self);
}

/// How a search treats the moves of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Searches every move. A node's value is the best of its children's.
    Minimax(Ties),
    /// Alpha-beta as in article 000. A MAX node's value starts at alpha, and the search leaves the node once it
    /// reaches beta. A MIN node's value starts at beta, and the search leaves the node once it falls to alpha. So a
    /// value at or outside the window is only a bound, see [`Node::bound`]. Of equal moves the first counts. The
    /// search does not find out whether a later one is equal or worse.
    AlphaBeta,
}

impl Method {
    /// Returns the method without cuts. It finds the same best move.
    const fn without_cuts(self) -> Self {
        match self {
            Self::Minimax(_) => self,
            Self::AlphaBeta => Self::Minimax(Ties::First),
        }
    }
}

/// Which of several equal moves counts as the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first one: only a better move replaces it.
    First,
    Last,
}

/// Limits on the nodes searched and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The maximum number of nodes in the tree, including the root. It is at least depth + 1, so the best line always fits.
    pub shown: usize,
    /// The maximum number of nodes that the search may visit, including the root.
    pub searched: u64,
    /// The maximum number of nodes of plain minimax that are counted for [`Totals::plain`].
    pub plain: u64,
}

impl Default for Bounds {
    /// Allows 600 shown nodes, 2 million searched nodes and a count of 10 million.
    ///
    /// A whole tic-tac-toe tree of 3 levels has 586 nodes. On one core, a search of article 001's whole game from
    /// the empty board (549946 nodes) took 0.07 s. Showing it took 0.2 s.
    fn default() -> Self {
        Self { shown: 600, searched: 2_000_000, plain: 10_000_000 }
    }
}

/// The reason why a search cannot be shown. The model is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ExplainError {
    /// The game is over.
    #[error("this game is over and there is nothing left to think about: ask while a move is to be made")]
    Decided,
    /// The search would visit more nodes than [`Bounds::searched`].
    #[error("at depth {depth} more than {limit} nodes are looked at here: {}", advice(*.deepest))]
    TooLarge {
        depth: u8,
        /// The maximum number of nodes that the search may visit.
        limit: u64,
        /// The greatest depth that is possible here; 0 if none is.
        deepest: u8,
    },
    /// The deadline, the stop flag or the node limit ended the search.
    #[error("at depth {depth} the search takes too long here: {}", advice(*.deepest))]
    Stopped {
        depth: u8,
        /// The greatest depth that was searched in time; 0 if none was.
        deepest: u8,
    },
}

/// The reason why no static evaluation can be taken apart. The model is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PartsError {
    /// The search does not make this move there.
    #[error("the search does not try {0} there: choose a position of the search")]
    NotTried(Point),
    /// The game is over there.
    #[error("the game is over there, so the value has no parts: choose another position")]
    Decided,
    /// The engine plays there without an evaluation.
    #[error("the engine plays {0} there at once, without an evaluation: choose another position")]
    AtOnce(Point),
    /// The engine has no static evaluation that is a sum of parts.
    #[error(
        "this evaluation has no parts to show: choose a leaf of a tree of alphabeta, levels, greedy or domain-article, or of \
         a level below expert on 3x3"
    )]
    NoParts,
}

fn advice(deepest: u8) -> String {
    match deepest {
        0 => "not even depth 1 is possible, so ask again when fewer points are empty".to_owned(),
        1 => "choose depth 1".to_owned(),
        _ => format!("choose a depth of 1 to {deepest}"),
    }
}

/// Returns the tree of the search that `model` describes, `depth` plies deep. Depth 0 shows only the root. With
/// [`Cuts::Off`], alpha-beta becomes plain minimax.
///
/// The tree is complete if [`Bounds::shown`] allows. Otherwise every shown node keeps the child that gives it its
/// value, so a reader can check every value. The best line comes first. Then come the other moves of each shown
/// node with their own best lines, level by level and best first. The first line that does not fit ends the tree.
///
/// The function stores nothing but the tree, so it searches again below each shown node. This costs at most about
/// depth + 1 searches. `budget` includes these visits and the count of plain minimax. If it runs out during that
/// count, only the count is missing.
///
/// # Errors
/// Returns an error if the game is over, if the search is too large, or if `budget` is spent.
pub fn explain(
    model: &mut dyn Model,
    depth: u8,
    cuts: Cuts,
    bounds: &Bounds,
    budget: &mut Budget<'_>,
) -> Result<Tree, ExplainError> {
    if model.decided().is_some() {
        return Err(ExplainError::Decided);
    }
    let mut search = Search::new(model, cuts, budget);
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

/// The maximum number of parts that are listed. A test of the protocol makes sure that they fit into a frame.
const MOST_PARTS: usize = 200;

/// Returns what the static evaluation is made of in the position after the moves of `path`.
///
/// # Errors
/// Returns an error if the search of `model` has no such position, or if it has no evaluation with parts there.
pub fn take_apart(model: &mut dyn Model, path: &[Point]) -> Result<Parts, PartsError> {
    let mut played = 0;
    let reached = path.iter().try_for_each(|point| {
        let mut moves = Vec::new();
        if is_open(model).is_ok() {
            model.moves(&mut moves);
        }
        if !moves.contains(point) {
            return Err(PartsError::NotTried(*point));
        }
        model.play(*point);
        played += 1;
        Ok(())
    });
    let parts = reached.and_then(|()| evaluated(model));
    (0..played).for_each(|_| model.undo());
    parts
}

fn evaluated(model: &dyn Model) -> Result<Parts, PartsError> {
    is_open(model)?;
    let parts = model.parts().ok_or(PartsError::NoParts)?;
    Ok(listed(model.leaf(), parts))
}

/// Returns a value with the first of its parts, as many as may be listed.
#[must_use]
pub fn listed(value: i64, mut parts: Vec<Part>) -> Parts {
    let others = parts.split_off(parts.len().min(MOST_PARTS));
    let left_out = u32::try_from(others.len()).unwrap_or(u32::MAX);
    Parts { value, parts, left_out, rest: others.iter().map(|part| part.adds).sum() }
}

/// Checks that the search looks further from the position, or evaluates it.
fn is_open(model: &dyn Model) -> Result<(), PartsError> {
    if model.decided().is_some() {
        return Err(PartsError::Decided);
    }
    model.at_once().map_or(Ok(()), |(point, _)| Err(PartsError::AtOnce(point)))
}

/// Deepens step by step, so that an error can name the depths that are possible. The depths before the last one
/// cost little in comparison.
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
