//! The common part of the tic-tac-toe engines: urgent moves first, then iterative deepening.

use tengen_shared::rules::{Point, Position};

use super::grid::{Branch, Grid, points};
use crate::{
    engine::{Choice, Observer, Pace, Value},
    limits::Budget,
    urgent::{Urgent, urgent},
};

/// An article's search of a tic-tac-toe board.
pub(super) trait GridSearch<'a> {
    /// The value of a win for the side to move at the root.
    const WIN: i32;
    /// The value of its loss.
    const LOSS: i32;
    /// How many plies beyond its depth the search sees a win.
    const FORESIGHT: u8;

    /// Returns root moves with their exact values. The article's choice among them is the last one with the highest
    /// value. With `block`, that move is included too. `None` if the budget ends.
    fn branches(&mut self, depth: u8, block: Option<usize>) -> Option<Vec<Branch>>;

    fn budget(&mut self) -> &mut Budget<'a>;
}

/// Plays an immediate win or block, and otherwise searches with iterative deepening up to `deepest`.
///
/// On a board that is not 3x3, it plays the first empty point if there is nothing to win or block. `None` for a
/// decided position.
pub(super) fn choose<'a, S: GridSearch<'a>>(
    position: &Position,
    deepest: u8,
    observer: &mut dyn Observer,
    search: impl FnOnce(Grid) -> S,
) -> Option<Choice> {
    let at_once =
        |point, value, depth| Choice { point, value, depth, nodes: 0, line: vec![point], pace: Pace::Full };
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
    let mut search = search(grid);
    let points = points(position.variant());
    let block = block.and_then(|block| points.iter().position(|point| *point == block));
    let mut report = Report { points, block, proven: [None; 9] };
    for depth in 1..=deepest.min(grid.empty_cells()) {
        search.budget().begin_depth(depth);
        let Some(branches) = search.branches(depth, block) else { break };
        choice = report.choice::<S>(depth, &branches)?;
        choice.nodes = search.budget().nodes();
        observer.depth_done(&choice);
    }
    choice.nodes = search.budget().nodes();
    choice.pace = search.budget().pace();
    Some(choice)
}

/// Turns completed depths into choices, and remembers proven results.
struct Report {
    /// The points by cell.
    points: Vec<Point>,
    /// The cell that must be played, if any.
    block: Option<usize>,
    /// The number of plies to the win or loss after a move, by cell. The first depth that sees the end gives this
    /// number, because the articles' values do not contain it.
    proven: [Option<u8>; 9],
}

impl Report {
    fn choice<'a, S: GridSearch<'a>>(&mut self, depth: u8, branches: &[Branch]) -> Option<Choice> {
        let plies = depth + S::FORESIGHT;
        for branch in branches.iter().filter(|branch| [S::WIN, S::LOSS].contains(&branch.value)) {
            self.proven[branch.cell()].get_or_insert(plies);
        }
        // `max_by_key` returns the last of equal elements.
        let picked = match self.block {
            Some(block) => branches.iter().find(|branch| branch.cell() == block),
            None => branches.iter().max_by_key(|branch| branch.value),
        }?;
        let plies = u16::from(self.proven[picked.cell()].unwrap_or(plies));
        let value = match picked.value {
            value if value == S::WIN => Value::Win(plies),
            value if value == S::LOSS => Value::Loss(plies),
            open_lines => Value::Estimate(open_lines),
        };
        let line: Vec<Point> = picked.cells().iter().map(|cell| self.points[*cell]).collect();
        Some(Choice { point: self.points[picked.cell()], value, depth, nodes: 0, line, pace: Pace::Full })
    }
}
