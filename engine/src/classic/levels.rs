//! The engine of article 001 (Zhou Xiang), for tic-tac-toe.
//!
//! The article teaches minimax to a fixed depth, where the depth is the difficulty. Its program stores the tree
//! level by level in a table of 1000 nodes, which overflows at depth 4. It evaluates the last level and passes the
//! values up. This module walks the same tree depth first, which gives the same values without a table.
//!
//! Four repairs are made: the engine checks for lines before it checks for a full board; a full board without a
//! line is worth 0; no move follows a decided node; and the side to move decides between max and min, not the
//! parity of the depth.

mod model;
mod printed;

use tengen_shared::rules::{Board, Point, Position, Stone};

pub use self::{model::model, printed::printed};
use super::{
    grid::{Branch, Grid, points},
    tictactoe::{self, GridSearch},
};
use crate::{
    engine::{Choice, Engine, Observer},
    limits::{Budget, Limits, StopFlag},
};

/// The value of a line of three for the side to move at the root. A line of the other side has the negative value.
pub const WIN: i32 = 1000;
const LOSS: i32 = -WIN;

/// The greatest depth, as there are nine cells.
pub const MAX_DEPTH: u8 = 9;

/// The default depth: the article's hard level, and the setting of its console program.
pub const DEFAULT_DEPTH: u8 = 3;

/// The result of article 001's search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The minimax value: 1000 for a win of the side to move and -1000 for a loss. Otherwise it is the difference
    /// of open lines at the end of the search, -8 to 8.
    pub value: i32,
    /// Every point that reaches the value, row by row from the top left. If there is an immediate win, this has
    /// only immediate wins.
    pub best: Vec<Point>,
    /// The article's choice among them: the first immediate win, otherwise the last.
    pub pick: Point,
}

/// Ranks the moves of a tic-tac-toe position as article 001 does at `depth` plies. Values outside 1 to 9 become 1
/// or 9. `None` for a decided position and for a board that is not 3x3.
#[must_use]
pub fn rank(position: &Position, depth: u8) -> Option<Ranking> {
    rank_board(position.board(), position.to_move(), depth)
}

/// Ranks moves like [`rank`] on any board with `to_move` to move. The sides may have any number of stones. `None`
/// for a full board, a board with a line and a board that is not 3x3.
#[must_use]
pub fn rank_board(board: &Board, to_move: Stone, depth: u8) -> Option<Ranking> {
    let grid = Grid::of(board, to_move)?;
    let wins_now = grid.winning_cells(1).next().is_some();
    // An immediate win ends the article's search, so no deeper level counts.
    let depth = if wins_now { 1 } else { depth.clamp(1, MAX_DEPTH) };
    let stop = StopFlag::default();
    let mut search = Search { grid, budget: Budget::new(Limits::default(), &stop) };
    let branches = search.branches(depth, None)?;
    let value = branches.iter().map(|branch| branch.value).max()?;
    let points = points(board.variant());
    let best: Vec<Point> =
        branches.iter().filter(|branch| branch.value == value).map(|branch| points[branch.cell()]).collect();
    let pick = *if wins_now { best.first() } else { best.last() }?;
    Some(Ranking { value, best, pick })
}

/// The engine of article 001, for 3x3 boards.
///
/// It plays [`Ranking::pick`], but it always blocks the other side's only winning point. From depth 2 on, this
/// point is among the best moves anyway. At depth 1, the article overlooks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    depth: u8,
}

impl Levels {
    /// Creates an engine that searches `depth` plies. Values outside 1 to 9 become 1 or 9. The article calls depth
    /// 1 easy, 2 medium and 3 hard.
    #[must_use]
    pub fn new(depth: u8) -> Self {
        Self { depth: depth.clamp(1, MAX_DEPTH) }
    }
}

impl Engine for Levels {
    /// On a board that is not 3x3, it plays an immediate win, a block or the first empty point.
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Option<Choice> {
        let search = |grid| Search { grid, budget: Budget::new(*limits, stop) };
        tictactoe::choose(position, self.depth, observer, search)
    }
}

struct Search<'a> {
    grid: Grid,
    budget: Budget<'a>,
}

impl<'a> GridSearch<'a> for Search<'a> {
    const WIN: i32 = WIN;
    const LOSS: i32 = LOSS;
    const FORESIGHT: u8 = 0;

    /// Returns one branch for every empty cell, in the order of the cells.
    fn branches(&mut self, depth: u8, _block: Option<usize>) -> Option<Vec<Branch>> {
        self.grid.empty().map(|cell| self.branch(cell, 1, depth)).collect()
    }

    fn budget(&mut self) -> &mut Budget<'a> {
        &mut self.budget
    }
}

impl Search<'_> {
    fn branch(&mut self, cell: usize, sign: i8, depth: u8) -> Option<Branch> {
        self.grid.0[cell] = sign;
        let node = self.node(-sign, depth - 1);
        self.grid.0[cell] = 0;
        Some(node?.below(cell))
    }

    /// Searches by minimax with the side `sign` to move and `depth` plies left.
    fn node(&mut self, sign: i8, depth: u8) -> Option<Branch> {
        if !self.budget.enter() {
            return None;
        }
        if self.grid.has_line(-sign) {
            return Some(Branch::leaf(if sign == 1 { LOSS } else { WIN }));
        }
        if depth == 0 && self.grid.empty_cells() > 0 {
            return Some(Branch::leaf(self.grid.open_lines()));
        }
        // On a full board without a line, this is the result: a draw, worth 0.
        let mut best = Branch::leaf(0);
        for cell in self.grid.empty() {
            let branch = self.branch(cell, sign, depth)?;
            let gain = (branch.value - best.value) * i32::from(sign);
            // An equal value replaces the best one, because the article takes the last of equal moves.
            if best.cells().is_empty() || gain >= 0 {
                best = branch;
            }
        }
        Some(best)
    }
}

#[cfg(test)]
mod tests {
    use tengen_shared::rules::Variant;

    use super::*;
    use crate::engine::{Value, verdict};

    fn position(cells: [u8; 5]) -> Position {
        let mut position = Position::new(Variant::TICTACTOE);
        for digit in cells {
            let point = Variant::TICTACTOE.reading_order().nth(usize::from(digit)).unwrap();
            position.play(point).unwrap();
        }
        position
    }

    fn choose(depth: u8, position: &Position) -> Choice {
        Levels::new(depth).choose(position, &Limits::default(), &StopFlag::default(), &mut ()).unwrap()
    }

    #[test]
    fn the_verdict_of_the_articles_example_needs_depth_3() {
        // HH..C...C with the AI to move: cell 2 blocks and threatens twice.
        let game = position([4, 0, 8, 1, 2]);
        assert_eq!(game.outcome(), None);
        let mut before = game;
        before.undo();
        before.undo();
        before.play(Variant::TICTACTOE.reading_order().nth(1).unwrap()).unwrap();
        let deep = choose(3, &before);
        assert_eq!((deep.point.to_string().as_str(), verdict(&deep)), ("c3", Some(3)));
        assert_eq!(deep.line.len(), 3);
        let shallow = choose(2, &before);
        assert_eq!((shallow.point.to_string().as_str(), verdict(&shallow)), ("c3", None));
        assert_eq!(shallow.value, Value::Estimate(1));
        assert_eq!(rank(&before, 1).unwrap().pick.to_string(), "a1");
    }
}
