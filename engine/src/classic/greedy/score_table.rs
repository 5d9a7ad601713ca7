//! The scores of all empty points, with incremental updates.

use std::sync::Arc;

use tengen_shared::rules::{Board, Direction, Point, Stone, Variant, search::Part};

use super::{
    LineWeights,
    line::{ArmCode, Cell, LineScores, bits, reach, taken_apart},
};

/// The lines through a point, in the article's order: vertical, horizontal, "\" and "/".
pub const LINES: [Direction; 4] =
    [Direction::Vertical, Direction::Horizontal, Direction::Falling, Direction::Rising];

/// The scores of article 003 for one side, the attacker, on a board with win length 5. The weights are the article's
/// unless the table is [`weighted`](Self::weighted).
///
/// Every point has four line scores and their sum. A stone affects points within four cells on the eight arms from
/// it, or five cells if runs must be exact. Only the line shared with the stone is scored again. Neither
/// [`place`](Self::place) nor [`take`](Self::take) allocates. Clones share the constant data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreTable {
    variant: Variant,
    attacker: Stone,
    /// The points, row by row from the top left.
    spots: Vec<Spot>,
    line_scores: Arc<LineScores>,
}

/// The state of one point. Occupied points keep their line scores, which count again when the stone is removed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Spot {
    /// For each line, the cells before and after the point.
    arms: [[ArmCode; 2]; 4],
    scores: [u16; 4],
    sum: i32,
    point: Point,
    stone: Option<Stone>,
}

impl ScoreTable {
    /// Creates the table of an empty board; `None` unless the win length is 5.
    #[must_use]
    pub fn new(variant: Variant, attacker: Stone) -> Option<Self> {
        Self::empty_board(variant, attacker, &LineWeights::default())
    }

    fn empty_board(variant: Variant, attacker: Stone, weights: &LineWeights) -> Option<Self> {
        if variant.win_length() != 5 {
            return None;
        }
        let line_scores = Arc::new(LineScores::new(variant, weights));
        let spots = variant.reading_order().map(|point| Spot::new(variant, point, &line_scores)).collect();
        Some(Self { variant, attacker, spots, line_scores })
    }

    /// Creates the table of a board with stones; `None` unless the win length is 5.
    #[must_use]
    pub fn from_board(board: &Board, attacker: Stone) -> Option<Self> {
        Self::weighted(board, attacker, &LineWeights::default())
    }

    /// Creates the table like [`from_board`](Self::from_board), with other weights than the article's. The table keeps
    /// them for the stones placed later.
    #[must_use]
    pub fn weighted(board: &Board, attacker: Stone, weights: &LineWeights) -> Option<Self> {
        let mut table = Self::empty_board(board.variant(), attacker, weights)?;
        for point in board.variant().reading_order() {
            if let Some(stone) = board.get(point) {
                table.place(point, stone);
            }
        }
        Some(table)
    }

    /// Returns the side for which the scores are made.
    #[must_use]
    pub const fn attacker(&self) -> Stone {
        self.attacker
    }

    /// Places `stone` on `point`. Ignores points off the board and occupied points.
    pub fn place(&mut self, point: Point, stone: Stone) {
        if let Some(cell) = self.cell(point).filter(|cell| self.spots[*cell].stone.is_none()) {
            self.spots[cell].stone = Some(stone);
            self.toggle(point, cell, stone);
        }
    }

    /// Removes the stone from `point` and returns it; `None` if there is no stone.
    pub fn take(&mut self, point: Point) -> Option<Stone> {
        let cell = self.cell(point)?;
        let stone = self.spots[cell].stone.take()?;
        self.toggle(point, cell, stone);
        Some(stone)
    }

    /// Returns the sum of the four line scores, at least 4 with the article's weights; `None` for points off the board
    /// and occupied points.
    #[must_use]
    pub fn score(&self, point: Point) -> Option<i32> {
        self.empty(point).map(|spot| spot.sum)
    }

    /// Returns the line scores in the order of [`LINES`]; `None` for points off the board and occupied points.
    #[must_use]
    pub fn line_scores(&self, point: Point) -> Option<[i32; 4]> {
        self.empty(point).map(|spot| spot.scores.map(i32::from))
    }

    /// Returns the four lines in the order of [`LINES`], with what they add to the score; `None` for points off the
    /// board and occupied points.
    #[must_use]
    pub fn parts(&self, point: Point) -> Option<Vec<Part>> {
        let spot = self.empty(point)?;
        let part = |(direction, [before, after]): (Direction, [ArmCode; 2])| {
            // The article reads every line from the top, and from the left if it is horizontal.
            let ((dcol, drow), arms) = match direction.step() {
                (dcol, drow @ 1..) => ((-dcol, -drow), [after, before]),
                step => (step, [before, after]),
            };
            let (shape, score) = taken_apart(self.variant, self.line_scores.weights(), arms);
            let arm = |dcol: i8, drow: i8| {
                let on_board = |point: &Point| self.variant.contains(*point);
                let next = move |from: &Point| from.offset(dcol, drow).filter(on_board);
                std::iter::successors(next(&point), next).take(reach(self.variant.runs()))
            };
            let before: Vec<Point> = arm(-dcol, -drow).collect();
            let points = before.into_iter().rev().chain([point]).chain(arm(dcol, drow)).collect();
            Part { points, adds: score.into(), shape }
        };
        Some(LINES.into_iter().zip(spot.arms).map(part).collect())
    }

    /// Returns every empty point with its score, row by row from the top left.
    pub fn scores(&self) -> impl Iterator<Item = (Point, i32)> + Clone {
        self.spots.iter().filter(|spot| spot.stone.is_none()).map(|spot| (spot.point, spot.sum))
    }

    /// Returns the highest score and its points, row by row from the top left; `None` on a full board.
    #[must_use]
    pub fn best(&self) -> Option<(i32, impl Iterator<Item = Point> + Clone)> {
        let most = self.scores().map(|(_, score)| score).max()?;
        Some((most, self.scores().filter(move |(_, score)| *score == most).map(|(point, _)| point)))
    }

    fn cell(&self, point: Point) -> Option<usize> {
        self.variant.contains(point).then(|| {
            let row = usize::from(self.variant.height() - 1 - point.row());
            row * usize::from(self.variant.width()) + usize::from(point.col())
        })
    }

    fn empty(&self, point: Point) -> Option<&Spot> {
        self.cell(point).map(|cell| &self.spots[cell]).filter(|spot| spot.stone.is_none())
    }

    /// Adds or removes a stone in the arms of all points that see it. The bits of an empty cell are 0, so XOR does
    /// both.
    fn toggle(&mut self, point: Point, cell: usize, stone: Stone) {
        let bits = bits(if stone == self.attacker { Cell::Attacker } else { Cell::Defender });
        for (line, direction) in LINES.into_iter().enumerate() {
            let (dcol, drow) = direction.step();
            // For a point further along the direction, the stone lies on the arm before it.
            for (arm, dcol, drow) in [(0, dcol, drow), (1, -dcol, -drow)] {
                let stride = isize::from(dcol) - isize::from(drow) * isize::from(self.variant.width());
                let mut at = cell;
                for distance in 0..cells_on_board(self.variant, point, dcol, drow) {
                    at = at.wrapping_add_signed(stride);
                    let spot = &mut self.spots[at];
                    spot.arms[line][arm] ^= bits << (2 * distance);
                    let score = self.line_scores.of(spot.arms[line]);
                    spot.sum += i32::from(score) - i32::from(spot.scores[line]);
                    spot.scores[line] = score;
                }
            }
        }
    }
}

impl Spot {
    fn new(variant: Variant, point: Point, line_scores: &LineScores) -> Self {
        let arms = LINES.map(|direction| {
            let (dcol, drow) = direction.step();
            [(-dcol, -drow), (dcol, drow)].map(|(dcol, drow)| {
                let beyond = cells_on_board(variant, point, dcol, drow)..reach(variant.runs());
                beyond.fold(0, |code, distance| code | bits(Cell::OffBoard) << (2 * distance))
            })
        });
        let scores = arms.map(|arms| line_scores.of(arms));
        let sum = scores.iter().map(|score| i32::from(*score)).sum();
        Self { arms, scores, sum, point, stone: None }
    }
}

/// Returns the number of cells of the board on an arm from `point`, up to [`reach`].
fn cells_on_board(variant: Variant, point: Point, dcol: i8, drow: i8) -> usize {
    let along = |step: i8, at: u8, side: u8| match step {
        0 => u8::MAX,
        1.. => side - 1 - at,
        _ => at,
    };
    let cols = along(dcol, point.col(), variant.width());
    let rows = along(drow, point.row(), variant.height());
    usize::from(cols.min(rows)).min(reach(variant.runs()))
}
