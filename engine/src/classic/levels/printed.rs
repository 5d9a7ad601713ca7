//! The program of article 001 as printed.
//!
//! It differs from the repaired engine in four points. It checks for a full board before it checks for lines. A full
//! board counts less than a loss. Moves follow decided nodes. And the depth decides which levels are max and which are
//! min, also if there are fewer empty cells than levels.

use tengen_shared::rules::{Board, Stone, search::Verdict};

use super::{LOSS, MAX_DEPTH, WIN};
use crate::classic::{
    Printed,
    grid::{Grid, points},
};

/// The program's mark for a full board, which it also takes for a value.
const NO_BLANK: i32 = -1001;

/// Returns the move, the value and the announcement of the article's program at `depth` plies. Values outside 1 to 9
/// become 1 or 9. The value is 1000, -1000, -1001 for a full board, or the difference of open lines, -8 to 8.
///
/// The article's table of 1000 nodes overflows from depth 4 on. This search has no table, so it gives the result
/// that the program would have with a larger one. `None` for a board with a line and for a board that is not 3x3.
/// `None` also for a full board, on which the program reads outside its table.
///
/// ```
/// use tengen_engine::classic::levels::printed;
/// use tengen_shared::rules::{Board, Stone, Variant, search::Verdict};
///
/// // The last stone completes column b for Black, but the program announces a draw.
/// let mut board = Board::new(Variant::TICTACTOE);
/// for (point, cell) in Variant::TICTACTOE.reading_order().zip("OXOOXXX.O".chars()) {
///     board.set(point, match cell {
///         'X' => Some(Stone::Black),
///         'O' => Some(Stone::White),
///         _ => None,
///     });
/// }
/// let played = printed(&board, Stone::Black, 3).unwrap();
/// assert_eq!((played.point.to_string().as_str(), played.announces), ("b1", Some(Verdict::Draw)));
/// ```
#[must_use]
pub fn printed(board: &Board, to_move: Stone, depth: u8) -> Option<Printed> {
    let mut grid = Grid::of(board, to_move)?;
    let depth = depth.clamp(1, MAX_DEPTH);
    let (cell, value) = match wins_at_once(grid) {
        Some(cell) => (cell, WIN),
        None => {
            let levels = depth.min(grid.empty_cells());
            node(&mut grid, 1, depth, levels)
        }
    };
    let announces = match value {
        WIN => Some(Verdict::Win),
        NO_BLANK => Some(Verdict::Draw),
        _ => None,
    };
    Some(Printed { point: points(board.variant())[cell], value: value.into(), announces })
}

/// Returns the first cell where the AI wins at once. The program overlooks a win that fills the board.
fn wins_at_once(grid: Grid) -> Option<usize> {
    grid.winning_cells(1).next().filter(|_| grid.empty_cells() > 1)
}

/// The article's evaluation, in the order of its tests.
fn evaluate(grid: &Grid) -> i32 {
    if grid.empty_cells() == 0 {
        return NO_BLANK;
    }
    match grid.first_line() {
        Some(-1) => LOSS,
        Some(_) => WIN,
        None => grid.open_lines(),
    }
}

/// Returns the best cell and the value of a node with the side `sign` to move and `left` levels below it, at least 1.
fn node(grid: &mut Grid, sign: i8, depth: u8, left: u8) -> (usize, i32) {
    // The program takes the lowest step for max if the depth is odd, and alternates from there.
    let is_max = (depth - left).is_multiple_of(2);
    let mut best: Option<(usize, i32)> = None;
    // The program goes through its table from the last node to the first, so the last of equal cells stays.
    for cell in (0..9).rev() {
        if grid.0[cell] != 0 {
            continue;
        }
        grid.0[cell] = sign;
        let value = if left == 1 { evaluate(grid) } else { node(grid, -sign, depth, left - 1).1 };
        grid.0[cell] = 0;
        if best.is_none_or(|(_, best)| if is_max { value > best } else { value < best }) {
            best = Some((cell, value));
        }
    }
    best.expect("invariant: every level has an empty cell")
}
