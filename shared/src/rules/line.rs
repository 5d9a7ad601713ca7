//! Runs of stones through a point. Only the last stone can complete a winning run, so no other point is checked.

use super::{board::Board, point::Point, rule_set::Run, stone::Stone};

/// The four directions of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along a row.
    Horizontal,
    /// Along a column.
    Vertical,
    /// From bottom left to top right.
    Rising,
    /// From top left to bottom right.
    Falling,
}

impl Direction {
    /// All four directions.
    pub const ALL: [Self; 4] = [Self::Horizontal, Self::Vertical, Self::Rising, Self::Falling];

    /// Returns one step as (columns to the right, rows up).
    #[must_use]
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::Horizontal => (1, 0),
            Self::Vertical => (0, 1),
            Self::Rising => (1, 1),
            Self::Falling => (1, -1),
        }
    }
}

/// Returns the points of the unbroken run of `stone` through `point` in `direction`, in order. It assumes the stone
/// at `point`, so callers can judge a move before they play it.
pub fn run_through(
    board: &Board,
    point: Point,
    stone: Stone,
    direction: Direction,
) -> impl Iterator<Item = Point> {
    let (dcol, drow) = direction.step();
    let walk = move |sign: i8| {
        std::iter::successors(point.offset(dcol * sign, drow * sign), move |p| {
            p.offset(dcol * sign, drow * sign)
        })
        .take_while(move |p| board.get(*p) == Some(stone))
    };
    let before: Vec<Point> = walk(-1).collect();
    before.into_iter().rev().chain([point]).chain(walk(1))
}

/// Returns the run of `stone` through `point` in `direction`. It assumes the stone at `point`, like [`run_through`], and
/// allocates nothing.
#[must_use]
pub fn run_at(board: &Board, point: Point, stone: Stone, direction: Direction) -> Run {
    let (dcol, drow) = direction.step();
    let mut run = Run { length: 1, closed_ends: 0 };
    for sign in [-1, 1] {
        let mut at = point.offset(dcol * sign, drow * sign);
        while let Some(next) = at.filter(|next| board.get(*next) == Some(stone)) {
            run.length += 1;
            at = next.offset(dcol * sign, drow * sign);
        }
        run.closed_ends += u8::from(at.is_some_and(|end| board.get(end) == Some(stone.other())));
    }
    run
}

/// Whether `stone` at `point` makes a winning run. O(win length), no allocation.
#[must_use]
pub fn wins_at(board: &Board, point: Point, stone: Stone) -> bool {
    let variant = board.variant();
    Direction::ALL.into_iter().any(|direction| variant.wins(stone, run_at(board, point, stone, direction)))
}

/// Returns the points of every winning run through the stone at `point`, sorted, without duplicates. Empty if the
/// stone does not win. One stone can complete two runs; the result has both.
#[must_use]
pub fn winning_line(board: &Board, point: Point) -> Vec<Point> {
    let Some(stone) = board.get(point) else {
        return Vec::new();
    };
    let mut lit = Vec::new();
    for direction in Direction::ALL {
        if board.variant().wins(stone, run_at(board, point, stone, direction)) {
            lit.extend(run_through(board, point, stone, direction));
        }
    }
    lit.sort_unstable();
    lit.dedup();
    lit
}
