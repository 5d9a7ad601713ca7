//! Article 001: tic-tac-toe by minimax to a fixed depth, where the depth is the difficulty.
//!
//! The article writes out the tree level by level into a table of 1000 nodes, which overflows at depth
//! 4, values the last level and hands the values upward. Here the same tree is walked depth first, which
//! gives the same values without a table. Four repairs are made: lines are looked for before the full
//! board; a full board without a line is worth 0; nothing is expanded below a decided node; max or min
//! follows from who is to move, not from the parity of the depth.

use tengen_shared::rules::{Point, Position, Stone};

use crate::{
    brain::{Brain, Choice, Observer, Pace, Value},
    limits::{Budget, Limits, StopFlag},
    urgent::{Urgent, urgent},
};

/// The value of a line of three, for the side to move at the root; its negative for the other side.
pub const WIN: i32 = 1000;
const LOSS: i32 = -WIN;

/// The greatest depth: there are nine cells.
pub const MAX_DEPTH: u8 = 9;

/// The depth unless another is chosen: the article's hard level, and its console's setting.
pub const DEFAULT_DEPTH: u8 = 3;

/// The eight lines, by cell: row by row from the top left, 0 to 8.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// What article 001's search says of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    /// The minimax value: 1000 for a win of the side to move, -1000 for a loss, otherwise the difference
    /// of open lines at the end of the search, -8 to 8.
    pub value: i32,
    /// Every point that reaches the value, row by row from the top left; where there is an immediate
    /// win, the immediate wins only.
    pub best: Vec<Point>,
    /// The article's own pick among them: the first of immediate wins, otherwise the last.
    pub pick: Point,
}

/// Ranks the moves of a tic-tac-toe position as article 001 does at `depth` plies, 1 to 9 (a depth
/// outside that range is taken as the nearest end of it). `None` for a decided position and for a board
/// that is not 3x3.
#[must_use]
pub fn rank(position: &Position, depth: u8) -> Option<Ranking> {
    let grid = Grid::new(position)?;
    let wins_now = matches!(urgent(position), Some(Urgent::Win(_)));
    // An immediate win ends the article's search, so nothing deeper is looked at.
    let depth = if wins_now { 1 } else { depth.clamp(1, MAX_DEPTH) };
    let stop = StopFlag::default();
    let mut search = Search { grid, budget: Budget::new(Limits::default(), &stop) };
    let branches = search.branches(depth)?;
    let value = branches.iter().map(|branch| branch.value).max()?;
    let points: Vec<Point> = position.variant().reading_order().collect();
    let best: Vec<Point> =
        branches.iter().filter(|branch| branch.value == value).map(|branch| points[branch.cell()]).collect();
    let pick = *if wins_now { best.first() } else { best.last() }?;
    Some(Ranking { value, best, pick })
}

/// The brain of article 001, for tic-tac-toe boards.
///
/// It plays [`Ranking::pick`], except that it always blocks the other side's only winning point. From
/// depth 2 on that point is among the best anyway; at depth 1 the article would overlook it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Levels {
    depth: u8,
}

impl Levels {
    /// Looks `depth` plies ahead, 1 to 9; outside that range the nearest end of it is taken. The article
    /// calls depth 1 easy, 2 medium and 3 hard.
    #[must_use]
    pub fn new(depth: u8) -> Self {
        Self { depth: depth.clamp(1, MAX_DEPTH) }
    }
}

impl Brain for Levels {
    /// On a board that is not 3x3, which this brain is not made for, it wins or blocks where one stone
    /// does it and otherwise plays the first empty point.
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Option<Choice> {
        let at_once = |point, value, depth| Choice {
            point,
            value,
            depth,
            nodes: 0,
            line: vec![point],
            pace: Pace::Full,
        };
        let block = match urgent(position) {
            Some(Urgent::Win(point)) => {
                let choice = at_once(point, Value::Win(1), 1);
                observer.depth_done(&choice);
                return Some(choice);
            }
            Some(Urgent::Block(point)) => Some(point),
            None => None,
        };
        let first = block.or_else(|| position.legal_points().next())?;
        let Some(grid) = Grid::new(position) else {
            return Some(at_once(first, Value::Estimate(0), 0));
        };
        let mut choice = at_once(first, Value::Estimate(grid.open_lines()), 0);
        let mut search = Search { grid, budget: Budget::new(*limits, stop) };
        let mut report = Report { points: position.variant().reading_order().collect(), proven: [None; 9] };
        for depth in 1..=self.depth.min(grid.empty_cells()) {
            search.budget.begin_depth(depth);
            let Some(branches) = search.branches(depth) else { break };
            choice = report.choice(depth, &branches, block)?;
            choice.nodes = search.budget.nodes();
            observer.depth_done(&choice);
        }
        choice.nodes = search.budget.nodes();
        choice.pace = search.budget.pace();
        Some(choice)
    }
}

/// Turns finished depths into choices, and remembers what they have proven.
struct Report {
    /// The points by cell.
    points: Vec<Point>,
    /// By cell, the first depth at which a stone there was seen to win or lose: that is how many plies
    /// the win or loss takes, which the article's plain 1000 does not tell.
    proven: [Option<u8>; 9],
}

impl Report {
    fn choice(&mut self, depth: u8, branches: &[Branch], block: Option<Point>) -> Option<Choice> {
        for branch in branches.iter().filter(|branch| branch.value.abs() == WIN) {
            self.proven[branch.cell()].get_or_insert(depth);
        }
        // `max_by_key` keeps the last of equals, as the article does.
        let picked = match block {
            Some(point) => branches.iter().find(|branch| self.points[branch.cell()] == point),
            None => branches.iter().max_by_key(|branch| branch.value),
        }?;
        let plies = u16::from(self.proven[picked.cell()].unwrap_or(depth));
        let value = match picked.value {
            WIN => Value::Win(plies),
            LOSS => Value::Loss(plies),
            open_lines => Value::Estimate(open_lines),
        };
        let line: Vec<Point> = picked.cells().iter().map(|cell| self.points[*cell]).collect();
        Some(Choice { point: self.points[picked.cell()], value, depth, nodes: 0, line, pace: Pace::Full })
    }
}

/// The board as the article has it: 1 the side to move at the root ("the computer"), -1 the other side.
#[derive(Clone, Copy)]
struct Grid([i8; 9]);

impl Grid {
    fn new(position: &Position) -> Option<Self> {
        let variant = position.variant();
        if position.outcome().is_some() || (variant.width(), variant.height()) != (3, 3) {
            return None;
        }
        let sign = |stone: Stone| if stone == position.to_move() { 1 } else { -1 };
        let mut cells = [0; 9];
        for (cell, point) in cells.iter_mut().zip(variant.reading_order()) {
            *cell = position.board().get(point).map_or(0, sign);
        }
        Some(Self(cells))
    }

    /// The article's e(P): lines without a stone of the other side, minus lines without one of ours.
    fn open_lines(&self) -> i32 {
        let lacks = |line: &[usize; 3], sign| line.iter().all(|cell| self.0[*cell] != sign);
        LINES.iter().map(|line| i32::from(lacks(line, -1)) - i32::from(lacks(line, 1))).sum()
    }

    fn has_line(&self, sign: i8) -> bool {
        LINES.iter().any(|line| line.iter().all(|cell| self.0[*cell] == sign))
    }

    fn empty_cells(&self) -> u8 {
        self.0.iter().map(|cell| u8::from(*cell == 0)).sum()
    }
}

/// A node's value with the article's chain of best children below it.
#[derive(Clone, Copy, Default)]
struct Branch {
    value: i32,
    chain: [usize; 9],
    length: usize,
}

impl Branch {
    fn leaf(value: i32) -> Self {
        Self { value, ..Self::default() }
    }

    /// The same branch one ply higher up, where `cell` leads to it.
    fn below(mut self, cell: usize) -> Self {
        self.chain.copy_within(..8, 1);
        self.chain[0] = cell;
        self.length += 1;
        self
    }

    /// The first cell of the chain.
    fn cell(&self) -> usize {
        self.chain[0]
    }

    fn cells(&self) -> &[usize] {
        &self.chain[..self.length]
    }
}

struct Search<'a> {
    grid: Grid,
    budget: Budget<'a>,
}

impl Search<'_> {
    /// One branch for every empty cell, in order of the cells; `None` if stopped.
    fn branches(&mut self, depth: u8) -> Option<Vec<Branch>> {
        let empty = self.grid;
        (0..9).filter(|cell| empty.0[*cell] == 0).map(|cell| self.branch(cell, 1, depth)).collect()
    }

    fn branch(&mut self, cell: usize, sign: i8, depth: u8) -> Option<Branch> {
        self.grid.0[cell] = sign;
        let node = self.node(-sign, depth - 1);
        self.grid.0[cell] = 0;
        Some(node?.below(cell))
    }

    /// Minimax with the side `sign` to move and `depth` plies left.
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
        // Stays as it is on a full board without a line: a draw, worth 0.
        let mut best = Branch::leaf(0);
        for cell in 0..9 {
            if self.grid.0[cell] != 0 {
                continue;
            }
            let branch = self.branch(cell, sign, depth)?;
            let gain = (branch.value - best.value) * i32::from(sign);
            // Equal counts as better: the article takes the last of equals.
            if best.length == 0 || gain >= 0 {
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
    use crate::brain::verdict;

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
    fn the_evaluation_is_that_of_the_worked_example() {
        // MAX in the centre, MIN in a corner: 5 - 4 = 1 in article 000.
        assert_eq!(Grid([-1, 0, 0, 0, 1, 0, 0, 0, 0]).open_lines(), 1);
        assert_eq!(Grid([0, -1, 0, 0, 1, 0, 0, 0, 0]).open_lines(), 2);
        assert_eq!(Grid([0; 9]).open_lines(), 0);
    }

    #[test]
    fn the_verdict_of_the_articles_example_needs_depth_3() {
        // HH..C...C with the computer to move: cell 2 blocks and threatens twice.
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
