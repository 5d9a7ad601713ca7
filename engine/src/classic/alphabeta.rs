//! The engine of articles 000 and 002 (the same program, in Chinese and English), for tic-tac-toe.
//!
//! The article teaches minimax with alpha-beta pruning: it grows the game tree to a fixed depth and skips branches
//! that cannot change the result. Two routines call each other: `max` for the AI and `min` for its opponent. Both
//! first look for a win with the next stone. At the last layer, both evaluate the board by its open lines.
//! Otherwise both try the empty cells in order.
//!
//! Two repairs are made:
//!
//! - A full board without a line is worth 0, the difference of its open lines. The article returned the
//!   initial bound, which causes the error that it reports for 3 layers.
//! - The window at the root is open. The article's window began at the value of a loss. So no move was better in a
//!   lost position, and the program played on an occupied cell.

mod model;
mod printed;

use tengen_shared::rules::{
    Board, Point, Position, Stone,
    search::{Cuts, Part},
};

pub use self::{model::model, printed::printed};
use super::{
    grid::{Branch, Grid, points},
    tictactoe::{self, GridSearch},
};
use crate::{
    engine::{Choice, Engine, Observer},
    limits::{Budget, Limits, StopFlag},
};

/// The value of a win for the side to move at the root. It replaces plus infinity in the article.
pub const WIN: i32 = 60;

/// The value of a loss for the side to move at the root. As in the article, it is nearer to zero than [`WIN`].
pub const LOSS: i32 = -20;

/// The number of layers in the article's program.
pub const DEFAULT_LAYERS: u8 = 2;

/// The maximum number of layers, as there are nine cells.
pub const MAX_LAYERS: u8 = 9;

/// The window that allows no cutoff.
const OPEN: (i32, i32) = (i32::MIN, i32::MAX);

/// The result of the article's search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The minimax value: 60 for a win of the side to move and -20 for a loss. Otherwise it is the difference of
    /// open lines at the last layer, -8 to 8.
    pub value: i32,
    /// Every point that reaches the value, row by row from the top left. If there is an immediate win, this has
    /// only immediate wins.
    pub best: Vec<Point>,
    /// The article's choice among them: the first.
    pub pick: Point,
}

/// The result and the cost of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The minimax value, as in [`Ranking::value`].
    pub value: i32,
    /// The nodes searched, including the root.
    pub nodes: u64,
}

/// Returns the article's e(P) for the side to move: lines without a stone of the other side minus lines without one
/// of its own, -8 to 8. `None` for a decided position and for a board that is not 3x3.
#[must_use]
pub fn evaluate(position: &Position) -> Option<i32> {
    Grid::new(position).map(|grid| grid.open_lines())
}

/// Returns the eight lines of a board with what each adds to e(P) for `to_move`. `None` for a full board, a board with a
/// line and a board that is not 3x3.
#[must_use]
pub fn parts_of(board: &Board, to_move: Stone) -> Option<Vec<Part>> {
    Grid::of(board, to_move).map(|grid| grid.parts(&points(board.variant())))
}

/// Ranks the moves of a tic-tac-toe position as the article does with `layers` layers. Values outside 1 to 9 become
/// 1 or 9. `None` for a decided position and for a board that is not 3x3.
///
/// Every move is searched with an open window. With the window left by earlier moves, the search could not tell a
/// worse move from an equal one.
#[must_use]
pub fn rank(position: &Position, layers: u8) -> Option<Ranking> {
    rank_board(position.board(), position.to_move(), layers)
}

/// Ranks moves like [`rank`] on any board, with `to_move` as MAX. The sides may have any number of stones. `None`
/// for a full board, a board with a line and a board that is not 3x3.
#[must_use]
pub fn rank_board(board: &Board, to_move: Stone, layers: u8) -> Option<Ranking> {
    let grid = Grid::of(board, to_move)?;
    let points = points(board.variant());
    let wins: Vec<Point> = grid.winning_cells(1).map(|cell| points[cell]).collect();
    if let Some(pick) = wins.first().copied() {
        return Some(Ranking { value: WIN, best: wins, pick });
    }
    let stop = StopFlag::default();
    let mut search = Search { grid, cuts: Cuts::On, budget: Budget::new(Limits::default(), &stop) };
    let layers = layers.clamp(1, MAX_LAYERS);
    let branches: Vec<Branch> =
        grid.empty().map(|cell| search.after_ours(cell, OPEN, layers)).collect::<Option<_>>()?;
    let value = branches.iter().map(|branch| branch.value).max()?;
    let best: Vec<Point> =
        branches.iter().filter(|branch| branch.value == value).map(|branch| points[branch.cell()]).collect();
    let pick = *best.first()?;
    Some(Ranking { value, best, pick })
}

/// Searches from the root with `layers` layers, 1 to 9, with or without cutoffs. `None` for a decided position and
/// for a board that is not 3x3.
///
/// ```
/// use tengen_engine::classic::alphabeta::effort;
/// use tengen_shared::rules::{Position, Variant, search::Cuts};
///
/// let empty = Position::new(Variant::TICTACTOE);
/// let (cut, whole) = (effort(&empty, 2, Cuts::On).unwrap(), effort(&empty, 2, Cuts::Off).unwrap());
/// assert_eq!(cut.value, whole.value);
/// assert_eq!((cut.nodes, whole.nodes), (36, 82));
/// ```
#[must_use]
pub fn effort(position: &Position, layers: u8, cuts: Cuts) -> Option<Effort> {
    let stop = StopFlag::default();
    let budget = Budget::new(Limits::default(), &stop);
    let mut search = Search { grid: Grid::new(position)?, cuts, budget };
    let value = search.max(OPEN, layers.clamp(1, MAX_LAYERS))?.value;
    Some(Effort { value, nodes: search.budget.nodes() })
}

/// The engine of articles 000 and 002, for 3x3 boards.
///
/// It plays [`Ranking::pick`], but it always blocks the other side's only winning point. This point is usually the
/// pick. The two differ only if the block does not save the position. Then all moves are equal, and the article
/// plays the first empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alphabeta {
    layers: u8,
}

impl Default for Alphabeta {
    /// Creates an engine with [`DEFAULT_LAYERS`].
    fn default() -> Self {
        Self::new(DEFAULT_LAYERS)
    }
}

impl Alphabeta {
    /// Creates an engine that searches `layers` layers. Values outside 1 to 9 become 1 or 9. One layer is one
    /// stone, and the search sees wins one stone further.
    #[must_use]
    pub fn new(layers: u8) -> Self {
        Self { layers: layers.clamp(1, MAX_LAYERS) }
    }
}

impl Engine for Alphabeta {
    /// On a board that is not 3x3, it plays an immediate win, a block or the first empty point.
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Option<Choice> {
        let search = |grid| Search { grid, cuts: Cuts::On, budget: Budget::new(*limits, stop) };
        tictactoe::choose(position, self.layers, observer, search)
    }
}

struct Search<'a> {
    grid: Grid,
    cuts: Cuts,
    budget: Budget<'a>,
}

impl<'a> GridSearch<'a> for Search<'a> {
    const WIN: i32 = WIN;
    const LOSS: i32 = LOSS;
    const FORESIGHT: u8 = 1;

    /// Returns the moves that were better than all before them. Only their values are exact, not just bounds. The
    /// last one is the best.
    fn branches(&mut self, layers: u8, block: Option<usize>) -> Option<Vec<Branch>> {
        let mut better = Vec::with_capacity(9);
        let (mut alpha, beta) = OPEN;
        for cell in self.grid.empty().filter(|cell| block.is_none_or(|block| block == *cell)) {
            let branch = self.after_ours(cell, (alpha, beta), layers)?;
            if branch.value > alpha {
                alpha = branch.value;
                better.push(branch);
            }
        }
        Some(better)
    }

    fn budget(&mut self) -> &mut Budget<'a> {
        &mut self.budget
    }
}

impl Search<'_> {
    /// Searches with the AI to move, `layers` layers above the last; `None` if the budget ends.
    fn max(&mut self, (alpha, beta): (i32, i32), layers: u8) -> Option<Branch> {
        if !self.budget.enter() {
            return None;
        }
        if let Some(cell) = self.grid.winning_cells(1).next() {
            return Some(Branch::leaf(WIN).below(cell));
        }
        if layers == 0 || self.grid.empty_cells() == 0 {
            return Some(Branch::leaf(self.grid.open_lines()));
        }
        let mut best = Branch::leaf(alpha);
        for cell in self.grid.empty() {
            let branch = self.after_ours(cell, (best.value, beta), layers)?;
            if branch.value > best.value {
                best = branch;
            }
            if best.value >= beta {
                break; // Beta cutoff: the opponent has a better reply higher up and avoids this node.
            }
        }
        Some(best)
    }

    /// Searches with the opponent to move, `layers` layers above the last; `None` if the budget ends.
    fn min(&mut self, (alpha, beta): (i32, i32), layers: u8) -> Option<Branch> {
        if !self.budget.enter() {
            return None;
        }
        if let Some(cell) = self.grid.winning_cells(-1).next() {
            return Some(Branch::leaf(LOSS).below(cell));
        }
        if layers == 0 || self.grid.empty_cells() == 0 {
            return Some(Branch::leaf(self.grid.open_lines()));
        }
        let mut best = Branch::leaf(beta);
        for cell in self.grid.empty() {
            let branch = self.after_theirs(cell, (alpha, best.value), layers)?;
            if branch.value < best.value {
                best = branch;
            }
            if best.value <= alpha {
                break; // Alpha cutoff: the AI has a better move higher up.
            }
        }
        Some(best)
    }

    /// Searches the position after a stone of the AI in `cell`.
    fn after_ours(&mut self, cell: usize, window: (i32, i32), layers: u8) -> Option<Branch> {
        let window = self.window(window);
        self.grid.0[cell] = 1;
        let branch = self.min(window, layers - 1);
        self.grid.0[cell] = 0;
        Some(branch?.below(cell))
    }

    /// Searches the position after a stone of the opponent in `cell`.
    fn after_theirs(&mut self, cell: usize, window: (i32, i32), layers: u8) -> Option<Branch> {
        let window = self.window(window);
        self.grid.0[cell] = -1;
        let branch = self.max(window, layers - 1);
        self.grid.0[cell] = 0;
        Some(branch?.below(cell))
    }

    /// Returns the window for the search of a child.
    const fn window(&self, window: (i32, i32)) -> (i32, i32) {
        match self.cuts {
            Cuts::On => window,
            Cuts::Off => OPEN,
        }
    }
}
