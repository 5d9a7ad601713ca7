//! Articles 000 and 002 (one program): tic-tac-toe by minimax with alpha and beta cuts.
//!
//! Two routines call each other, `max` for the computer and `min` for the player it simulates. Both first
//! look for a win with the next stone; at the last layer both value the board by its open lines; otherwise
//! both try the empty cells in order. Two repairs are made. A full board without a line is worth 0, as its
//! open lines say: the article handed back the bound it started from, which is its error "with 3 layers".
//! The window at the root is open: the article's began at the value of a loss, so that in a lost position
//! no move was better and it played on an occupied cell.

mod model;

use tengen_shared::rules::{Point, Position};

pub use self::model::model;
use super::{
    grid::{Branch, Grid, points},
    tictactoe::{self, GridSearch},
};
use crate::{
    brain::{Brain, Choice, Observer},
    limits::{Budget, Limits, StopFlag},
};

/// What a win of the side to move at the root is worth: the article's stand-in for plus infinity.
pub const WIN: i32 = 60;

/// What its loss is worth. The two differ so that a win counts for more than whatever the other side
/// could do next.
pub const LOSS: i32 = -20;

/// How many layers the article's program searches.
pub const DEFAULT_LAYERS: u8 = 2;

/// The most layers there can be: there are nine cells.
pub const MAX_LAYERS: u8 = 9;

/// The window that cuts nothing.
const OPEN: (i32, i32) = (i32::MIN, i32::MAX);

/// What the article's search says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The minimax value: 60 for a win of the side to move, -20 for a loss, otherwise the difference of
    /// open lines at the last layer, -8 to 8.
    pub value: i32,
    /// Every point that reaches the value, row by row from the top left; where there is an immediate
    /// win, the immediate wins only.
    pub best: Vec<Point>,
    /// The article's own pick among them: the first.
    pub pick: Point,
}

/// Whether a search leaves out what cannot matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cuts {
    /// Alpha and beta cuts are made.
    Made,
    /// Every move is searched: plain minimax.
    Left,
}

/// What a search finds and what it costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// The minimax value, as in [`Ranking::value`].
    pub value: i32,
    /// The nodes looked at, with the root.
    pub nodes: u64,
}

/// The article's e(P) for the side to move: lines that hold no stone of the other side minus lines that
/// hold none of its own, -8 to 8. `None` for a decided position and for a board that is not 3x3.
#[must_use]
pub fn evaluate(position: &Position) -> Option<i32> {
    Grid::new(position).map(|grid| grid.open_lines())
}

/// Ranks the moves of a tic-tac-toe position as the article does with `layers` layers, 1 to 9 (outside
/// that range the nearest end of it is taken). `None` for a decided position and for a board that is not
/// 3x3.
///
/// Every move is searched with an open window: within the window that earlier moves leave, a worse move
/// could not be told from an equal one.
#[must_use]
pub fn rank(position: &Position, layers: u8) -> Option<Ranking> {
    let grid = Grid::new(position)?;
    let points = points(position);
    let wins: Vec<Point> = grid.winning_cells(1).map(|cell| points[cell]).collect();
    if let Some(pick) = wins.first().copied() {
        return Some(Ranking { value: WIN, best: wins, pick });
    }
    let stop = StopFlag::default();
    let mut search = Search { grid, cuts: Cuts::Made, budget: Budget::new(Limits::default(), &stop) };
    let layers = layers.clamp(1, MAX_LAYERS);
    let branches: Vec<Branch> =
        grid.empty().map(|cell| search.after_ours(cell, OPEN, layers)).collect::<Option<_>>()?;
    let value = branches.iter().map(|branch| branch.value).max()?;
    let best: Vec<Point> =
        branches.iter().filter(|branch| branch.value == value).map(|branch| points[branch.cell()]).collect();
    let pick = *best.first()?;
    Some(Ranking { value, best, pick })
}

/// What a search from the root with `layers` layers, 1 to 9, finds and costs with and without cuts.
/// `None` for a decided position and for a board that is not 3x3.
#[must_use]
pub fn effort(position: &Position, layers: u8, cuts: Cuts) -> Option<Effort> {
    let stop = StopFlag::default();
    let budget = Budget::new(Limits::default(), &stop);
    let mut search = Search { grid: Grid::new(position)?, cuts, budget };
    let value = search.max(OPEN, layers.clamp(1, MAX_LAYERS))?.value;
    Some(Effort { value, nodes: search.budget.nodes() })
}

/// The brain of articles 000 and 002, for tic-tac-toe boards.
///
/// It plays [`Ranking::pick`], except that it always blocks the other side's only winning point. That
/// point is among the best anyway; the two differ only where the position is lost despite the block, for
/// then all moves are worth the same and the article plays the first empty cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alphabeta {
    layers: u8,
}

impl Default for Alphabeta {
    /// Searches [`DEFAULT_LAYERS`].
    fn default() -> Self {
        Self::new(DEFAULT_LAYERS)
    }
}

impl Alphabeta {
    /// Searches `layers` layers, 1 to 9; outside that range the nearest end of it is taken. One layer is
    /// one stone; wins are seen one stone further.
    #[must_use]
    pub fn new(layers: u8) -> Self {
        Self { layers: layers.clamp(1, MAX_LAYERS) }
    }
}

impl Brain for Alphabeta {
    /// On a board that is not 3x3, which this brain is not made for, it wins or blocks where one stone
    /// does it and otherwise plays the first empty point.
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Option<Choice> {
        let search = |grid| Search { grid, cuts: Cuts::Made, budget: Budget::new(*limits, stop) };
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

    /// The moves that were better than all before them: only their values are more than bounds. The last
    /// of them is the best.
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
    /// The computer to move, `layers` layers above the last; `None` if stopped.
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
                break; // A beta cut: the player has a better reply higher up and never lets it come to this.
            }
        }
        Some(best)
    }

    /// The simulated player to move, `layers` layers above the last; `None` if stopped.
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
                break; // An alpha cut: the computer has a better move higher up.
            }
        }
        Some(best)
    }

    /// What a stone of the computer in `cell` leads to.
    fn after_ours(&mut self, cell: usize, window: (i32, i32), layers: u8) -> Option<Branch> {
        let window = self.window(window);
        self.grid.0[cell] = 1;
        let branch = self.min(window, layers - 1);
        self.grid.0[cell] = 0;
        Some(branch?.below(cell))
    }

    /// What a stone of the player in `cell` leads to.
    fn after_theirs(&mut self, cell: usize, window: (i32, i32), layers: u8) -> Option<Branch> {
        let window = self.window(window);
        self.grid.0[cell] = -1;
        let branch = self.max(window, layers - 1);
        self.grid.0[cell] = 0;
        Some(branch?.below(cell))
    }

    /// The window that a search below may use.
    const fn window(&self, window: (i32, i32)) -> (i32, i32) {
        match self.cuts {
            Cuts::Made => window,
            Cuts::Left => OPEN,
        }
    }
}
