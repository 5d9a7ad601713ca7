//! Where the windows of a board lie: every K points in a row, in each of the four directions.

use tengen_shared::rules::{Direction, Point, Runs, Variant};

/// The windows of one variant. Cells are the points numbered row by row from the top left.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    variant: Variant,
    points: Vec<Point>,
    through: Lists,
    beside: Lists,
    cell_sums: Vec<u16>,
}

impl Windows {
    pub(super) fn new(variant: Variant) -> Self {
        let mut through = vec![Vec::new(); variant.points()];
        let mut beside = through.clone();
        let mut cell_sums = Vec::new();
        for direction in Direction::ALL {
            for first in variant.reading_order() {
                let Some(window) = window(variant, first, direction) else { continue };
                let number = small(cell_sums.len());
                let cells = window.iter().map(|point| cell(variant, *point));
                cells.clone().for_each(|cell| through[cell].push(number));
                cell_sums.push(cells.fold(0, |sum, cell| sum ^ small(cell)));
                for point in flanks(variant, &window, direction) {
                    beside[cell(variant, point)].push(number);
                }
            }
        }
        let points = variant.reading_order().collect();
        Self { variant, points, through: Lists::new(through), beside: Lists::new(beside), cell_sums }
    }

    pub(super) fn variant(&self) -> Variant {
        self.variant
    }

    pub(super) fn cell(&self, point: Point) -> usize {
        cell(self.variant, point)
    }

    pub(super) fn point(&self, cell: usize) -> Point {
        self.points[cell]
    }

    /// The windows that hold `cell`.
    pub(super) fn through(&self, cell: usize) -> &[u16] {
        self.through.of(cell)
    }

    /// The windows next to whose ends `cell` lies, in their own direction. Listed only where runs must
    /// have exactly the win length: there a stone beside a window spoils it for its own side.
    pub(super) fn beside(&self, cell: usize) -> &[u16] {
        self.beside.of(cell)
    }

    /// For each window the exclusive-or of its cells. Taking out the occupied ones leaves the last empty
    /// one without a search.
    pub(super) fn cell_sums(&self) -> &[u16] {
        &self.cell_sums
    }
}

/// Fits a cell or a window number into 16 bits.
pub(super) fn small(number: usize) -> u16 {
    u16::try_from(number).expect("invariant: a board has at most 676 points and 2704 windows")
}

fn cell(variant: Variant, point: Point) -> usize {
    let row = usize::from(variant.height() - 1 - point.row());
    row * usize::from(variant.width()) + usize::from(point.col())
}

/// The window that begins at `first`, if it fits on the board.
fn window(variant: Variant, first: Point, direction: Direction) -> Option<Vec<Point>> {
    let (dcol, drow) = direction.step();
    let on_board = |point: &Point| variant.contains(*point);
    let window: Vec<Point> =
        std::iter::successors(Some(first), |point| point.offset(dcol, drow).filter(on_board))
            .take(usize::from(variant.win_length()))
            .collect();
    (window.len() == usize::from(variant.win_length())).then_some(window)
}

/// The points just outside both ends of a window, where they matter.
fn flanks(variant: Variant, window: &[Point], direction: Direction) -> impl Iterator<Item = Point> {
    let (dcol, drow) = direction.step();
    let before = window.first().and_then(|point| point.offset(-dcol, -drow));
    let after = window.last().and_then(|point| point.offset(dcol, drow));
    let matter = variant.runs() == Runs::Exactly;
    before.into_iter().chain(after).filter(move |point| matter && variant.contains(*point))
}

/// One list of numbers for each cell, all in one piece of memory.
#[derive(Clone, Debug)]
struct Lists {
    ends: Vec<usize>,
    items: Vec<u16>,
}

impl Lists {
    fn new(lists: Vec<Vec<u16>>) -> Self {
        let ends = std::iter::once(0)
            .chain(lists.iter().scan(0, |end, list| {
                *end += list.len();
                Some(*end)
            }))
            .collect();
        Self { ends, items: lists.into_iter().flatten().collect() }
    }

    fn of(&self, cell: usize) -> &[u16] {
        &self.items[self.ends[cell]..self.ends[cell + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_windows_of_known_boards_are_counted() {
        let count = |variant| Windows::new(variant).cell_sums.len();
        assert_eq!(count(Variant::TICTACTOE), 8);
        assert_eq!(count(Variant::GOMOKU15), 572);
        assert_eq!(count(Variant::GOMOKU19), 1020);
        // Longer than the board is wide: upright windows only.
        assert_eq!(count(Variant::new(3, 26, 26, Runs::Exactly).unwrap()), 3);
    }

    #[test]
    fn windows_have_flanks_only_where_runs_must_be_exact() {
        let centre = Point::new(7, 7).unwrap();
        for (variant, flanked) in [(Variant::GOMOKU15, 0), (Variant::STANDARD15, 8)] {
            let windows = Windows::new(variant);
            assert_eq!(windows.through(windows.cell(centre)).len(), 20);
            assert_eq!(windows.beside(windows.cell(centre)).len(), flanked);
        }
    }
}
