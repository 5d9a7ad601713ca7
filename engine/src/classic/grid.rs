//! The 3x3 board of articles 000 to 002: its eight lines, its open lines, and chains of moves.

use tengen_shared::rules::{
    Board, Point, Position, Stone, Variant,
    search::{OpenFor, Part, Shape},
};

/// The cells of the eight lines. Cells are numbered row by row from the top left, 0 to 8.
const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

/// The board as in the articles: 1 is the side to move at the root (MAX), -1 the other side (MIN), and 0 an empty
/// cell.
#[derive(Clone, Copy)]
pub(super) struct Grid(pub(super) [i8; 9]);

impl Grid {
    /// Creates the board of `position`; `None` if it is decided or not 3x3.
    pub(super) fn new(position: &Position) -> Option<Self> {
        Self::of(position.board(), position.to_move())
    }

    /// Creates the board for `to_move`; `None` if it is full, has a line or is not 3x3.
    pub(super) fn of(board: &Board, to_move: Stone) -> Option<Self> {
        let variant = board.variant();
        if board.is_full() || !variant.is_3x3() {
            return None;
        }
        let sign = |stone: Stone| if stone == to_move { 1 } else { -1 };
        let mut cells = [0; 9];
        for (cell, point) in cells.iter_mut().zip(variant.reading_order()) {
            *cell = board.get(point).map_or(0, sign);
        }
        let grid = Self(cells);
        grid.first_line().is_none().then_some(grid)
    }

    /// Returns the side that has a line. A board set up by hand can have two parallel lines. Then the upper or the
    /// left one counts.
    pub(super) fn first_line(&self) -> Option<i8> {
        let mut lines = LINES.iter().map(|line| line.map(|cell| self.0[cell]));
        lines.find(|[a, b, c]| *a != 0 && a == b && b == c).map(|[sign, ..]| sign)
    }

    /// Returns the articles' e(P): lines without a stone of the other side minus lines without one of ours. It is
    /// -8 to 8, and 0 on a full board without a line.
    pub(super) fn open_lines(&self) -> i32 {
        LINES.iter().map(|line| worth(self.open_for(line))).sum()
    }

    fn open_for(&self, line: &[usize; 3]) -> OpenFor {
        let lacks = |sign| line.iter().all(|cell| self.0[*cell] != sign);
        match (lacks(-1), lacks(1)) {
            (true, true) => OpenFor::Both,
            (true, false) => OpenFor::Max,
            (false, true) => OpenFor::Min,
            (false, false) => OpenFor::Nobody,
        }
    }

    /// Returns whether `sign` has a line.
    pub(super) fn has_line(&self, sign: i8) -> bool {
        LINES.iter().any(|line| line.iter().all(|cell| self.0[*cell] == sign))
    }

    /// Returns the cells where `sign` would complete a line, in order.
    pub(super) fn winning_cells(self, sign: i8) -> impl Iterator<Item = usize> {
        self.empty().filter(move |cell| {
            let mut after = self;
            after.0[*cell] = sign;
            after.has_line(sign)
        })
    }

    /// Returns the empty cells, in order.
    pub(super) fn empty(self) -> impl Iterator<Item = usize> {
        (0..9).filter(move |cell| self.0[*cell] == 0)
    }

    /// Returns the eight lines, with what each adds to e(P). `points` are those of the cells.
    pub(super) fn parts(&self, points: &[Point]) -> Vec<Part> {
        let part = |line: &[usize; 3]| {
            let open_for = self.open_for(line);
            let points = line.iter().map(|cell| points[*cell]).collect();
            Part { points, adds: worth(open_for).into(), shape: Shape::Line { open_for } }
        };
        LINES.iter().map(part).collect()
    }

    /// Returns the number of empty cells, 0 to 9.
    pub(super) fn empty_cells(&self) -> u8 {
        self.0.iter().map(|cell| u8::from(*cell == 0)).sum()
    }
}

/// Returns what a line adds to e(P).
const fn worth(open_for: OpenFor) -> i32 {
    match open_for {
        OpenFor::Max => 1,
        OpenFor::Min => -1,
        OpenFor::Both | OpenFor::Nobody => 0,
    }
}

/// Returns the points of a 3x3 board by cell.
pub(super) fn points(variant: Variant) -> Vec<Point> {
    variant.reading_order().collect()
}

/// A board for making and unmaking moves by their points.
pub(super) struct Walk {
    pub(super) grid: Grid,
    /// The side to move: 1 or -1.
    pub(super) sign: i8,
    points: Vec<Point>,
    /// The cells played since the root.
    played: Vec<usize>,
}

impl Walk {
    /// Starts at `position`; `None` if it is decided or not 3x3.
    pub(super) fn new(position: &Position) -> Option<Self> {
        let grid = Grid::new(position)?;
        Some(Self { grid, sign: 1, points: points(position.variant()), played: Vec::with_capacity(9) })
    }

    pub(super) fn point(&self, cell: usize) -> Point {
        self.points[cell]
    }

    /// Returns the eight lines, with what each adds to e(P).
    pub(super) fn parts(&self) -> Vec<Part> {
        self.grid.parts(&self.points)
    }

    /// Returns whether no move has been made yet.
    pub(super) const fn is_root(&self) -> bool {
        self.played.is_empty()
    }

    /// Appends the points of the empty cells, in order.
    pub(super) fn moves(&self, out: &mut Vec<Point>) {
        out.extend(self.grid.empty().map(|cell| self.points[cell]));
    }

    /// Makes a move at an empty point. Ignores points off the board.
    pub(super) fn play(&mut self, point: Point) {
        let Some(cell) = self.points.iter().position(|other| *other == point) else { return };
        self.grid.0[cell] = self.sign;
        self.played.push(cell);
        self.sign = -self.sign;
    }

    /// Unmakes the last move.
    pub(super) fn undo(&mut self) {
        let Some(cell) = self.played.pop() else { return };
        self.grid.0[cell] = 0;
        self.sign = -self.sign;
    }
}

/// A node's value and the chain of best moves below it.
#[derive(Clone, Copy, Default)]
pub(super) struct Branch {
    /// The value for the side to move at the root.
    pub(super) value: i32,
    chain: [usize; 9],
    length: usize,
}

impl Branch {
    /// Creates a node without moves below it.
    pub(super) fn leaf(value: i32) -> Self {
        Self { value, ..Self::default() }
    }

    /// Returns the branch of the parent node, from which `cell` leads to this one.
    pub(super) fn below(mut self, cell: usize) -> Self {
        self.chain.copy_within(..8, 1);
        self.chain[0] = cell;
        self.length += 1;
        self
    }

    /// Returns the first cell of the chain, or cell 0 if the chain is empty.
    pub(super) const fn cell(&self) -> usize {
        self.chain[0]
    }

    pub(super) fn cells(&self) -> &[usize] {
        &self.chain[..self.length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_evaluation_is_that_of_the_worked_example() {
        // MAX in the centre and MIN in a corner: 5 - 4 = 1 in article 000.
        assert_eq!(Grid([-1, 0, 0, 0, 1, 0, 0, 0, 0]).open_lines(), 1);
        assert_eq!(Grid([0, -1, 0, 0, 1, 0, 0, 0, 0]).open_lines(), 2);
        assert_eq!(Grid([0; 9]).open_lines(), 0);
    }

    #[test]
    fn winning_cells_are_those_that_complete_a_line() {
        let grid = Grid([1, 1, 0, 1, -1, 0, 0, 0, -1]);
        assert_eq!(grid.winning_cells(1).collect::<Vec<_>>(), [2, 6]);
        assert_eq!(grid.winning_cells(-1).count(), 0);
    }
}
