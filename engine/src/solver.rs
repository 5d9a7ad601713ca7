//! An exact solver for small boards: who wins, how soon, and with which moves.
//!
//! It is an alpha-beta search on bitboards that proves instead of judging. Three things make it quick:
//! positions that differ by a symmetry, by exchanged colours or only by stones that no longer matter
//! count as one; a side whose open lines are too few by the count of Erdős and Selfridge is known not to
//! win; and every question is asked as "at least this or less?", which prunes more than asking for the
//! value.

mod geometry;
mod node;
mod perfect;
mod root;
mod score;
mod search;
mod state;
mod table;

use tengen_shared::rules::{Point, Position, Variant};
use thiserror::Error;

pub use self::perfect::{Perfect, is_solvable};
use self::{
    geometry::{Geometry, MAX_POINTS, each},
    search::Search,
    state::State,
    table::Table,
};
use crate::{brain::Value, limits::Budget};

/// A board too large for the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{variant} is too large to solve: a board may have at most {MAX_POINTS} points, as 7x7 has")]
pub struct TooLarge {
    /// The variant asked for.
    pub variant: Variant,
}

/// What perfect play from a position comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// `Win(n)` and `Loss(n)` are exact: the winner cannot be quicker nor the loser slower.
    /// `Estimate(0)` is a draw.
    pub value: Value,
    /// A move that gives this value.
    pub best: Point,
    /// Perfect play of both sides to the end, beginning with `best`; shorter if the budget ran out after
    /// the value was known.
    pub line: Vec<Point>,
    /// The nodes this took.
    pub nodes: u64,
}

/// A solver of positions of one variant, with the memory of what it has found out.
///
/// Its methods answer `None` when the budget ends before the answer is known, and when there is no
/// question: the position is decided or of another variant. What an interrupted search has learnt is
/// true and is kept.
#[derive(Debug)]
pub struct Solver {
    geometry: Geometry,
    table: Table,
}

impl Solver {
    /// A solver whose table takes at most `table_bytes` bytes (and at least 64): the greatest power of
    /// two within it. One position takes 16 bytes; when the table is full, what took least work is
    /// forgotten, so a small table costs time, never truth.
    ///
    /// # Errors
    /// The board has more than 49 points.
    pub fn new(variant: Variant, table_bytes: usize) -> Result<Self, TooLarge> {
        let geometry = Geometry::new(variant).ok_or(TooLarge { variant })?;
        Ok(Self { geometry, table: Table::new(table_bytes) })
    }

    /// The variant whose positions it solves.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.geometry.variant()
    }

    /// The size of the table in bytes.
    #[must_use]
    pub const fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Forgets all it has found out, so that the next answer takes the same nodes as the first time.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// The value of a position, with a line of perfect play.
    pub fn solve(&mut self, position: &Position, budget: &mut Budget<'_>) -> Option<Solution> {
        let state = State::new(&self.geometry, position)?;
        let before = budget.nodes();
        let mut search = self.search(budget);
        let score = search.exact(&state)?;
        let best = search.best_move(&state, score)?;
        let line = search.line(&state, score, best);
        let line: Vec<Point> = line.into_iter().map(|cell| self.geometry.point(cell)).collect();
        let nodes = budget.nodes() - before;
        Some(Solution { value: score.value(), best: self.geometry.point(best), line, nodes })
    }

    /// Every legal move, row by row from the top left, with its exact value for the side to move.
    pub fn moves(&mut self, position: &Position, budget: &mut Budget<'_>) -> Option<Vec<(Point, Value)>> {
        let state = State::new(&self.geometry, position)?;
        let mut search = self.search(budget);
        let cells = each(state.empty(search.geometry));
        let scored: Option<Vec<_>> =
            cells.map(|cell| Some((cell, search.exact_after(&state, cell)?))).collect();
        Some(scored?.into_iter().map(|(cell, score)| (self.geometry.point(cell), score.value())).collect())
    }

    /// The moves that keep the result of a position, be it a win, a draw or a loss, row by row from the
    /// top left; a keeping move of a won position need not be the quickest.
    pub fn keeping(&mut self, position: &Position, budget: &mut Budget<'_>) -> Option<Vec<Point>> {
        let state = State::new(&self.geometry, position)?;
        let cells = self.search(budget).keeping(&state)?;
        Some(each(cells).map(|cell| self.geometry.point(cell)).collect())
    }

    fn search<'a, 'b>(&'a mut self, budget: &'a mut Budget<'b>) -> Search<'a, 'b> {
        Search { geometry: &self.geometry, table: &mut self.table, budget }
    }
}
