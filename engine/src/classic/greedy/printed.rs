//! The scores of article 003's program as printed.
//!
//! They differ from the repaired ones in two points. The program stores whether a run's left end is open in the
//! variable for the right end, so no run counts as open at both ends. And its scan to the left stops before the
//! first cell of the window.

use tengen_shared::rules::{Board, Point, Stone};

use super::{
    Cell, LineWeights,
    line::{FIVE, NOTHING, place},
};

/// The place of the point in its window.
const CENTRE: usize = 4;

/// The steps along the four lines, in columns to the right and rows up. The program reads each line from the top, and
/// from the left if it is horizontal. The defects make the scores depend on this.
const STEPS: [(i8, i8); 4] = [(0, -1), (1, 0), (1, -1), (-1, -1)];

/// Returns every empty point with the score of the article's program, row by row from the top left. `None` unless
/// the win length is 5. A run of more than five counts as a five under all rules.
#[must_use]
pub fn printed_scores(board: &Board, attacker: Stone, weights: &LineWeights) -> Option<Vec<(Point, i32)>> {
    let variant = board.variant();
    if variant.win_length() != FIVE {
        return None;
    }
    let empty = variant.reading_order().filter(|point| board.is_empty_at(*point));
    let score = |point| -> i32 {
        STEPS.iter().map(|step| printed_line_score(window(board, point, *step, attacker), weights)).sum()
    };
    Some(empty.map(|point| (point, score(point))).collect())
}

/// Returns the nine cells of a line, with `point` in the centre.
fn window(board: &Board, point: Point, (dcol, drow): (i8, i8), attacker: Stone) -> [Cell; 9] {
    let cell = |steps: i8| {
        let at = point.offset(dcol * steps, drow * steps).filter(|at| board.variant().contains(*at));
        match at.map(|at| board.get(at)) {
            None => Cell::OffBoard,
            Some(None) => Cell::Empty,
            Some(Some(stone)) if stone == attacker => Cell::Attacker,
            Some(Some(_)) => Cell::Defender,
        }
    };
    [-4, -3, -2, -1, 0, 1, 2, 3, 4].map(cell)
}

/// Returns the score that the article's program gives to the empty centre of nine cells in a row. The content of the
/// centre itself does not matter.
///
/// ```
/// use tengen_engine::classic::greedy::{
///     Cell::{Attacker as X, Defender as O, Empty as L},
///     LineWeights, line_score, printed_line_score,
/// };
///
/// // The program overlooks this five.
/// let window = [X, X, X, X, L, O, X, L, L];
/// assert_eq!((printed_line_score(window, &LineWeights::default()), line_score(window)), (1, 46_080));
/// ```
#[must_use]
pub fn printed_line_score(window: [Cell; 9], weights: &LineWeights) -> i32 {
    let [attack, defence] = [Cell::Attacker, Cell::Defender].map(|own| Side::read(&window, own));
    let score = if attack.cells < FIVE && defence.cells < FIVE {
        NOTHING
    } else if attack.stones * defence.cells >= defence.stones * attack.cells {
        weights.attack[place(attack.run, false)]
    } else {
        weights.defence[place(defence.run, false)]
    };
    score.into()
}

/// What one side can use of a window.
struct Side {
    /// The cells of the stretch around the centre without stones of the other side, as far as the program reads it.
    cells: u8,
    /// The side's stones in the stretch.
    stones: u8,
    /// The run through the centre after a stone there.
    run: u8,
}

impl Side {
    fn read(window: &[Cell; 9], own: Cell) -> Self {
        let owned = |at: &usize| window[*at] == own;
        let usable = |at: &usize| owned(at) || window[*at] == Cell::Empty;
        let right = CENTRE + 1..9;
        // The program's loop over the stretch ends before place 0, its loop over the run does not.
        let left = (1..CENTRE).rev();
        let stretch = left.take_while(usable).chain(right.clone().take_while(usable));
        let run = (0..CENTRE).rev().take_while(owned).chain(right.take_while(owned));
        let small = |count| u8::try_from(count).unwrap_or(u8::MAX);
        Self {
            cells: small(1 + stretch.clone().count()),
            stones: small(stretch.filter(owned).count()),
            run: small(1 + run.count()),
        }
    }
}
