//! The program of article 004 as printed.
//!
//! It differs from the repaired engine in three points. On the border, it moves coordinates off the board to the
//! nearest ones on it, so a stone there can count itself again, or a stone beside it. It goes on searching after a
//! five. And it does not widen a full domain.

use tengen_shared::rules::{Board, Point, Stone};

use super::{
    FIVE, RunWorths,
    article::{REACH, square},
    runs::Grid,
    settled::WIN_LENGTH,
};
use crate::classic::Printed;

/// The greatest depth, as the search takes up to a second there.
const MAX_PRINTED_DEPTH: u8 = 3;

/// How many cells the program looks at on each side of a stone.
const ARM: usize = 4;

/// The steps from a stone along its four lines, in columns to the right and rows up. The program looks for the
/// start of a run on the side that the step comes from. On the border, the result depends on this.
const STEPS: [(i8, i8); 4] = [(1, 0), (0, -1), (1, -1), (1, 1)];

/// Returns the move and the value of the article's program at `depth` plies. Values outside 1 to 3 become 1 or 3.
///
/// `to_move` is the AI, which takes the minimum, and `last` the human's last stone. The value is for the human. It
/// stops at the bounds of 64 bits, where the article's sums wrap.
///
/// `None` for a win length other than 5 and if `last` is off the board. `None` also where the program has no move or
/// crashes, because there are fewer empty points in its domain than plies. A run of more than five counts as a five
/// under all rules.
#[must_use]
pub fn printed(board: &Board, to_move: Stone, last: Point, depth: u8, worths: &RunWorths) -> Option<Printed> {
    let variant = board.variant();
    if variant.win_length() != WIN_LENGTH || !variant.contains(last) {
        return None;
    }
    let grid = Grid::new(board);
    let cells = square(&grid, variant, last, REACH);
    let domain: Vec<Point> = cells.into_iter().filter_map(|cell| grid.point(cell)).collect();
    let depth = depth.clamp(1, MAX_PRINTED_DEPTH);
    if domain.len() < usize::from(depth) {
        return None;
    }
    let scores = scores(board, variant.reading_order(), worths);
    let mut search = Search { board: board.clone(), scores, domain, ai: to_move, worths };
    let (point, value) = search.node(to_move, depth, i64::MIN, i64::MAX)?;
    Some(Printed { point, value, announces: None })
}

/// Returns the sum of the worths that the article's program gives to all stones of one side, at most `i64::MAX`.
#[must_use]
pub fn printed_side_score(board: &Board, stone: Stone, worths: &RunWorths) -> i64 {
    narrow(scores(board, board.variant().reading_order(), worths)[stone as usize])
}

/// Returns the sums of the worths of Black's and White's stones on `points`.
fn scores(board: &Board, points: impl Iterator<Item = Point>, worths: &RunWorths) -> [i128; 2] {
    let mut scores = [0; 2];
    for point in points {
        if let Some(stone) = board.get(point) {
            scores[stone as usize] += i128::from(judge(board, point, worths));
        }
    }
    scores
}

/// Limits a sum to 64 bits, which many fives exceed.
fn narrow(sum: i128) -> i64 {
    i64::try_from(sum).unwrap_or(if sum > 0 { i64::MAX } else { i64::MIN })
}

/// Returns the worth of the stone at `point`: the sum of the runs that begin there, or [`FIVE`] alone.
fn judge(board: &Board, point: Point, worths: &RunWorths) -> i64 {
    let mut sum = 0;
    for step in STEPS {
        match run(board, point, step) {
            None => {}
            Some((length, open_ends)) => match worths.runs.get(length) {
                Some(worths) => sum += worths[open_ends],
                None => return FIVE,
            },
        }
    }
    sum
}

/// Returns the stones and the open ends of the run along `step` that begins at `point`, as the program counts them.
/// `None` if the run begins earlier.
fn run(board: &Board, point: Point, (dcol, drow): (i8, i8)) -> Option<(usize, usize)> {
    let own = board.get(point);
    if point.offset(-dcol, -drow).is_some_and(|before| board.get(before) == own) {
        return None;
    }
    let (mut length, mut open_ends) = (1, 0);
    for (dcol, drow) in [(-dcol, -drow), (dcol, drow)] {
        let mut next = beside(board, point, dcol, drow);
        for _ in 0..ARM {
            let Some(at) = next.filter(|at| board.variant().contains(*at)) else { break };
            let found = board.get(at);
            length += usize::from(found == own);
            open_ends += usize::from(found.is_none());
            if found != own {
                break;
            }
            next = at.offset(dcol, drow);
        }
    }
    Some((length, open_ends))
}

/// Returns the next point in a direction. Off the board, the program takes the nearest point on it, which can be
/// `point` itself.
fn beside(board: &Board, point: Point, dcol: i8, drow: i8) -> Option<Point> {
    let along = |at: u8, step: i8, side: u8| at.saturating_add_signed(step).min(side - 1);
    let variant = board.variant();
    Point::new(along(point.col(), dcol, variant.width()), along(point.row(), drow, variant.height()))
}

struct Search<'a> {
    board: Board,
    /// The sums of the worths of Black's and White's stones.
    scores: [i128; 2],
    /// The empty points of the root's domain in the article's order. All plies use this domain.
    domain: Vec<Point>,
    ai: Stone,
    worths: &'a RunWorths,
}

impl Search<'_> {
    /// Returns the best point and its value with `stone` to move and `depth` plies left, at least 1. Only values
    /// between `least`, which the human already has, and `most`, which the AI already has, are exact.
    fn node(&mut self, stone: Stone, depth: u8, mut least: i64, mut most: i64) -> Option<(Point, i64)> {
        let mut best: Option<(Point, i64)> = None;
        for index in 0..self.domain.len() {
            let point = self.domain[index];
            if !self.board.is_empty_at(point) {
                continue;
            }
            let scores = self.scores;
            self.place(point, stone);
            let below =
                if depth == 1 { self.leaf() } else { self.node(stone.other(), depth - 1, least, most)?.1 };
            self.board.set(point, None);
            self.scores = scores;
            let is_ai = stone == self.ai;
            if best.is_none_or(|(_, best)| if is_ai { below < best } else { below > best }) {
                best = Some((point, below));
            }
            if is_ai {
                most = most.min(below);
            } else {
                least = least.max(below);
            }
            if most <= least {
                break;
            }
        }
        best
    }

    /// Returns the article's evaluation, which is made for the human.
    fn leaf(&self) -> i64 {
        let [human, ai] = [self.ai.other(), self.ai].map(|stone| self.scores[stone as usize]);
        narrow(human * i128::from(self.worths.human_times) - ai)
    }

    fn place(&mut self, point: Point, stone: Stone) {
        let before = scores(&self.board, around(point), self.worths);
        self.board.set(point, Some(stone));
        let after = scores(&self.board, around(point), self.worths);
        for (score, (after, before)) in self.scores.iter_mut().zip(after.into_iter().zip(before)) {
            *score += after - before;
        }
    }
}

/// Returns `point` and the points on the eight arms from it, whose stones can see a stone there.
fn around(point: Point) -> impl Iterator<Item = Point> {
    let arms = STEPS.into_iter().flat_map(|(dcol, drow)| [(dcol, drow), (-dcol, -drow)]);
    let next = move |from: &Point, (dcol, drow): (i8, i8)| from.offset(dcol, drow);
    let on_arms = arms.flat_map(move |step| {
        std::iter::successors(next(&point, step), move |from| next(from, step)).take(ARM)
    });
    std::iter::once(point).chain(on_arms)
}
