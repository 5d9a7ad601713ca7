//! The evaluation of article 004: the worth of each side's runs.

use std::cmp::Reverse;

use tengen_shared::rules::{
    Board, MAX_SIDE, Point, Run, Stone, Variant,
    search::{Part, Shape, Side},
};

use super::RunWorths;

/// The worth of a stone that begins a run of five.
pub const FIVE: i64 = 100_000_000_000_000_000;

/// Returns the worth of one stone in article 004: the sum of the runs that begin there in the four directions. If
/// one of them wins, it is [`FIVE`] alone. It is 0 for a point without a stone.
#[must_use]
pub fn judge(board: &Board, point: Point) -> i64 {
    if board.get(point).is_none() {
        return 0;
    }
    Grid::new(board).judge(cell(board.variant(), point))
}

/// Returns the sum of the worths of all stones of one side.
#[must_use]
pub fn side_score(board: &Board, stone: Stone) -> i64 {
    let grid = Grid::new(board);
    let own = cells(board.variant()).filter(|cell| grid.cells[*cell] == Cell::Stone(stone));
    own.map(|cell| grid.judge(cell)).fold(0, i64::saturating_add)
}

/// Returns the article's static evaluation for `stone`: five times its own score minus the other side's. The
/// article evaluates for the human, so its AI takes the minimum.
#[must_use]
pub fn leaf(board: &Board, stone: Stone) -> i64 {
    let human = side_score(board, stone).saturating_mul(RunWorths::default().human_times);
    human.saturating_sub(side_score(board, stone.other()))
}

/// Returns every run that is worth something, those that count most first, as article 004 counts them if `root` is to
/// move: its runs add their worth, and the other side's runs subtract it `human_times`. With a five on the board, the
/// parts do not add up to [`leaf`], which counts a five alone.
#[must_use]
pub fn parts_of(board: &Board, root: Stone, worths: &RunWorths) -> Vec<Part> {
    Grid::weighted(board, worths).parts(root)
}

/// The side of the padded board: the largest board with one point of edge around it.
const STRIDE: usize = MAX_SIDE as usize + 2;

/// The steps from a cell to the next one in the four directions.
const STEPS: [usize; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Empty,
    Stone(Stone),
    /// Off the board, which is a blocked end.
    Edge,
}

/// A board with an edge around it, and both sides' scores with incremental updates. Cells are numbered in the
/// article's order: column by column from the left, each from the top.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    variant: Variant,
    cells: [Cell; STRIDE * STRIDE],
    /// The scores of Black and White, which are valid while neither side has won.
    scores: [i64; 2],
    worths: RunWorths,
}

/// Returns the cell of a point of the board.
pub(super) fn cell(variant: Variant, point: Point) -> usize {
    let from_top = variant.height() - point.row();
    (usize::from(point.col()) + 1) * STRIDE + usize::from(from_top)
}

/// Returns the cells of a board in the article's order.
pub(super) fn cells(variant: Variant) -> impl Iterator<Item = usize> {
    let (width, height) = (usize::from(variant.width()), usize::from(variant.height()));
    (1..=width).flat_map(move |col| (1..=height).map(move |row| col * STRIDE + row))
}

/// Returns the distance of two cells in columns or rows, whichever is greater.
pub(super) const fn distance(a: usize, b: usize) -> usize {
    let columns = (a / STRIDE).abs_diff(b / STRIDE);
    let rows = (a % STRIDE).abs_diff(b % STRIDE);
    if columns > rows { columns } else { rows }
}

impl Grid {
    pub(super) fn new(board: &Board) -> Self {
        Self::weighted(board, &RunWorths::default())
    }

    pub(super) fn weighted(board: &Board, worths: &RunWorths) -> Self {
        let variant = board.variant();
        let edge = [Cell::Edge; STRIDE * STRIDE];
        let mut grid = Self { variant, cells: edge, scores: [0; 2], worths: *worths };
        for cell in cells(variant) {
            grid.cells[cell] = Cell::Empty;
        }
        for point in variant.reading_order() {
            if let Some(stone) = board.get(point) {
                grid.place(cell(variant, point), stone);
            }
        }
        grid
    }

    pub(super) fn point(&self, cell: usize) -> Option<Point> {
        let (col, from_top) = (u8::try_from(cell / STRIDE).ok()?, u8::try_from(cell % STRIDE).ok()?);
        Point::new(col.checked_sub(1)?, self.variant.height().checked_sub(from_top)?)
    }

    pub(super) fn is_empty(&self, cell: usize) -> bool {
        self.cells[cell] == Cell::Empty
    }

    pub(super) fn place(&mut self, cell: usize, stone: Stone) {
        self.change(cell, Cell::Stone(stone));
    }

    pub(super) fn take_back(&mut self, cell: usize) {
        self.change(cell, Cell::Empty);
    }

    /// Returns the same as [`leaf`] from the stored scores, while neither side has won.
    pub(super) const fn leaf(&self, stone: Stone) -> i64 {
        let [black, white] = self.scores;
        let (human, ai) = match stone {
            Stone::Black => (black, white),
            Stone::White => (white, black),
        };
        human.saturating_mul(self.worths.human_times).saturating_sub(ai)
    }

    /// Returns whether a run on the board has won.
    pub(super) fn has_five(&self) -> bool {
        let mut stones = cells(self.variant).filter(|cell| !self.is_empty(*cell));
        stones.any(|cell| self.judge(cell) == FIVE)
    }

    /// Returns whether a stone on the empty `cell` would win.
    pub(super) fn wins(&self, cell: usize, stone: Stone) -> bool {
        let own = Cell::Stone(stone);
        STEPS.into_iter().any(|step| {
            let before = self.count(own, cell, |at| at - step);
            let after = self.count(own, cell, |at| at + step);
            self.variant.wins(Stone::Black, Run::open(before + 1 + after))
        })
    }

    fn judge(&self, cell: usize) -> i64 {
        let begins = |step: &usize| self.cells[cell - step] != self.cells[cell];
        let worths = STEPS.into_iter().filter(begins).map(|step| self.run_worth(cell, step));
        // A five counts alone.
        worths.clone().find(|worth| *worth == FIVE).unwrap_or_else(|| worths.sum())
    }

    fn change(&mut self, cell: usize, to: Cell) {
        self.count_runs(cell, -1);
        self.cells[cell] = to;
        self.count_runs(cell, 1);
    }

    /// Adds (`sign` 1) or subtracts (`sign` -1) every run that contains or touches `cell`. A stone in `cell`
    /// changes no other run.
    fn count_runs(&mut self, cell: usize, sign: i64) {
        for step in STEPS {
            let here = self.cells[cell];
            for at in [cell - step, cell, cell + step] {
                let Cell::Stone(stone) = self.cells[at] else { continue };
                if at == cell || self.cells[at] != here {
                    // A board set up by hand can have more fives than 64 bits can count.
                    let score = self.scores[stone as usize];
                    self.scores[stone as usize] = score.wrapping_add(sign * self.run_worth(at, step));
                }
            }
        }
    }

    /// Returns every run that is worth something, those that count most first, with what it adds for `ai`:
    /// its own runs once, less the other side's `human_times`.
    pub(super) fn parts(&self, ai: Stone) -> Vec<Part> {
        let mut parts = Vec::new();
        for cell in cells(self.variant) {
            let Cell::Stone(stone) = self.cells[cell] else { continue };
            for step in STEPS.into_iter().filter(|step| self.cells[cell - step] != self.cells[cell]) {
                let (length, open) = self.run(cell, step);
                let worth = self.worth(length, open);
                if worth == 0 {
                    continue;
                }
                let (side, adds) = if stone == ai {
                    (Side::Max, worth)
                } else {
                    (Side::Min, worth.saturating_mul(-self.worths.human_times))
                };
                let points = (0..length).filter_map(|at| self.point(cell + at * step)).collect();
                let open_ends = u8::try_from(open).unwrap_or(u8::MAX);
                parts.push(Part { points, adds, shape: Shape::Run { side, open_ends, worth } });
            }
        }
        parts.sort_by_key(|part| Reverse(part.adds.unsigned_abs()));
        parts
    }

    /// Returns the worth of the run through the stone at `cell`.
    fn run_worth(&self, cell: usize, step: usize) -> i64 {
        let (length, open) = self.run(cell, step);
        self.worth(length, open)
    }

    /// Returns the stones and the open ends of the run through the stone at `cell`.
    fn run(&self, cell: usize, step: usize) -> (usize, usize) {
        let own = self.cells[cell];
        let before = self.count(own, cell, |at| at - step);
        let after = self.count(own, cell, |at| at + step);
        let ends = [cell - (before + 1) * step, cell + (after + 1) * step];
        (before + 1 + after, ends.into_iter().filter(|end| self.is_empty(*end)).count())
    }

    fn worth(&self, length: usize, open_ends: usize) -> i64 {
        match self.worths.runs.get(length) {
            Some(worths) => worths[open_ends],
            None if self.variant.wins(Stone::Black, Run::open(length)) => FIVE,
            // A run that is too long to win will never win.
            None => 0,
        }
    }

    /// Returns how many stones equal to `own` follow after `cell` without a gap.
    fn count(&self, own: Cell, cell: usize, next: impl Fn(usize) -> usize) -> usize {
        let (mut at, mut length) = (next(cell), 0);
        while self.cells[at] == own {
            at = next(at);
            length += 1;
        }
        length
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn kept_up_to_date_equals_counted_anew(
            steps in prop::collection::vec((0..60_usize, any::<bool>(), any::<bool>()), 1..80),
            side in 5..=26_u8,
        ) {
            let variant = Variant::new(side, 7, 5, tengen_shared::rules::RuleSet::Standard).unwrap();
            let points: Vec<Point> = variant.reading_order().collect();
            let mut board = Board::new(variant);
            let mut grid = Grid::new(&board);
            for (at, black, back) in steps {
                let point = points[at % points.len()];
                let at = cell(variant, point);
                let stone = if black { Stone::Black } else { Stone::White };
                if !board.is_empty_at(point) && back {
                    board.set(point, None);
                    grid.take_back(at);
                } else if board.is_empty_at(point) && !grid.wins(at, stone) {
                    board.set(point, Some(stone));
                    grid.place(at, stone);
                }
                // Removing a stone may turn a longer run into a five, which does not happen in a game.
                let five = points.iter().any(|point| judge(&board, *point) >= FIVE);
                for stone in [Stone::Black, Stone::White] {
                    prop_assert!(five || grid.leaf(stone) == leaf(&board, stone));
                    prop_assert_eq!(grid.point(at), Some(point));
                }
            }
        }
    }
}
