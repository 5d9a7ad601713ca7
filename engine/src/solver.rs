//! An exact solver for small boards: the winner, the number of plies, and the moves that keep the result.
//!
//! It is an alpha-beta search on bitboards with exact results. Three things make it fast:
//!
//! - Positions count as one if they differ by a symmetry, by exchanged colours, or only by stones that no longer
//!   matter.
//! - The criterion of Erdős and Selfridge shows that a side with too few open lines cannot win.
//! - Every search uses a null window, which prunes more than a search for the value.

mod geometry;
mod node;
mod perfect;
mod proven;
mod root;
mod score;
mod search;
mod state;

use tengen_shared::rules::{Point, Position, RuleSet, Variant};
use thiserror::Error;

pub use self::perfect::{Perfect, is_solvable};
use self::{
    geometry::{Geometry, MAX_POINTS, each},
    proven::Table,
    search::Search,
    state::State,
};
use crate::{engine::Value, limits::Budget};

/// The error for a variant that the solver cannot solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unsolvable {
    #[error("{variant} is too large to solve: a board may have at most {MAX_POINTS} points, as 7x7 has")]
    TooLarge { variant: Variant },
    #[error("{variant} cannot be solved: the solver knows no rules but freestyle and standard")]
    OtherRules { variant: Variant },
}

/// Returns whether the solver knows these rules. In others, a run can win for one side only, or only with an open end.
const fn knows(rules: RuleSet) -> bool {
    matches!(rules, RuleSet::Freestyle | RuleSet::Standard)
}

/// The result of perfect play from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The exact value. `Win(n)` is the quickest win and `Loss(n)` the slowest loss. `Estimate(0)` is a draw.
    pub value: Value,
    /// A move that gives this value.
    pub best: Point,
    /// Perfect play of both sides to the end, beginning with `best`. It is shorter if the budget runs out after the
    /// value is known.
    pub line: Vec<Point>,
    pub nodes: u64,
}

/// A solver for one variant, with its transposition table.
///
/// Its methods return `None` if the budget ends too early, or if the position is decided or of another variant. The
/// table keeps the results of an interrupted search, which are exact.
#[derive(Debug)]
pub struct Solver {
    geometry: Geometry,
    table: Table,
}

impl Solver {
    /// Creates a solver whose table takes at most `table_bytes` bytes, rounded down to a power of two, and at least
    /// 64 bytes.
    ///
    /// One position takes 16 bytes. A full table replaces the positions that took the least work. So a small table
    /// costs time, but never correctness.
    ///
    /// # Errors
    /// Returns an error if the board has more than 49 points, or if the rule set is neither freestyle nor standard.
    pub fn new(variant: Variant, table_bytes: usize) -> Result<Self, Unsolvable> {
        if !knows(variant.runs()) {
            return Err(Unsolvable::OtherRules { variant });
        }
        let geometry = Geometry::new(variant).ok_or(Unsolvable::TooLarge { variant })?;
        Ok(Self { geometry, table: Table::new(table_bytes) })
    }

    /// Returns the variant whose positions it solves.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.geometry.variant()
    }

    /// Returns the size of the table in bytes.
    #[must_use]
    pub const fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Clears the table, so that the next search visits the same nodes as the first one did.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// Returns the value of a position and a line of perfect play.
    ///
    /// ```
    /// use tengen_engine::{Budget, Limits, StopFlag, Value, solver::Solver};
    /// use tengen_shared::rules::{Position, Variant};
    ///
    /// let stop = StopFlag::default();
    /// let mut solver = Solver::new(Variant::TICTACTOE, 1 << 20)?;
    /// let empty = Position::new(Variant::TICTACTOE);
    /// let solution = solver.solve(&empty, &mut Budget::new(Limits::default(), &stop)).unwrap();
    /// assert_eq!(solution.value, Value::Estimate(0), "a draw");
    /// assert_eq!(solution.line.len(), 9);
    /// # Ok::<(), tengen_engine::solver::Unsolvable>(())
    /// ```
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

    /// Returns every legal move, row by row from the top left, with its exact value for the side to move.
    pub fn moves(&mut self, position: &Position, budget: &mut Budget<'_>) -> Option<Vec<(Point, Value)>> {
        let state = State::new(&self.geometry, position)?;
        let mut search = self.search(budget);
        let cells = each(state.empty(search.geometry));
        let scored: Option<Vec<_>> =
            cells.map(|cell| Some((cell, search.exact_after(&state, cell)?))).collect();
        Some(scored?.into_iter().map(|(cell, score)| (self.geometry.point(cell), score.value())).collect())
    }

    /// Returns the moves that keep the result of a position (win, draw or loss), row by row from the top left. In a
    /// won position, such a move need not be the quickest.
    pub fn keeping(&mut self, position: &Position, budget: &mut Budget<'_>) -> Option<Vec<Point>> {
        let state = State::new(&self.geometry, position)?;
        let cells = self.search(budget).keeping(&state)?;
        Some(each(cells).map(|cell| self.geometry.point(cell)).collect())
    }

    fn search<'a, 'b>(&'a mut self, budget: &'a mut Budget<'b>) -> Search<'a, 'b> {
        Search { geometry: &self.geometry, table: &mut self.table, budget }
    }
}
