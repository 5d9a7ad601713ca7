//! The program of articles 000 and 002 as printed.
//!
//! It differs from the repaired engine in two points. Its window at the root is closed: it begins at the value of a
//! loss. And a node on a full board returns the bound at which it starts, because its loop makes no pass.

use tengen_shared::rules::{Board, Stone};

use super::{LOSS, MAX_LAYERS, WIN};
use crate::classic::{
    Printed,
    grid::{Grid, points},
};

/// Returns the move and the value of the article's program with `layers` layers. Values outside 1 to 9 become 1 or 9.
/// `None` for a full board, a board with a line and a board that is not 3x3.
///
/// In a position that the program takes for lost, no move is better than the window's lower bound. Then the program
/// plays the cell at the top left, even on a stone.
///
/// ```
/// use tengen_engine::classic::alphabeta::printed;
/// use tengen_shared::rules::{Board, Stone, Variant};
///
/// // White has a3, c2 and c3, Black has b2 and a1. Black cannot stop both threats.
/// let mut board = Board::new(Variant::TICTACTOE);
/// for (point, stone) in
///     [("a3", Stone::White), ("b2", Stone::Black), ("c2", Stone::White), ("a1", Stone::Black), ("c3", Stone::White)]
/// {
///     board.set(point.parse()?, Some(stone));
/// }
/// assert_eq!(printed(&board, Stone::Black, 2).unwrap().point.to_string(), "a3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn printed(board: &Board, to_move: Stone, layers: u8) -> Option<Printed> {
    let mut search = Search(Grid::of(board, to_move)?);
    let (cell, value) = search.max((LOSS, WIN), layers.clamp(1, MAX_LAYERS));
    Some(Printed { point: points(board.variant())[cell], value: value.into(), announces: None })
}

struct Search(Grid);

impl Search {
    /// Returns the best cell and the value with the AI to move, `layers` layers above the last.
    fn max(&mut self, (alpha, beta): (i32, i32), layers: u8) -> (usize, i32) {
        if let Some(cell) = self.0.winning_cells(1).next() {
            return (cell, WIN);
        }
        if layers == 0 {
            return (0, self.0.open_lines());
        }
        // The article's initial best move is cell 0.
        let mut best = (0, alpha);
        for cell in self.0.empty() {
            if best.1 >= beta {
                break;
            }
            self.0.0[cell] = 1;
            let value = self.min((best.1, beta), layers - 1);
            self.0.0[cell] = 0;
            if value > best.1 {
                best = (cell, value);
            }
        }
        best
    }

    /// Returns the value with the opponent to move, `layers` layers above the last.
    fn min(&mut self, (alpha, beta): (i32, i32), layers: u8) -> i32 {
        if self.0.winning_cells(-1).next().is_some() {
            return LOSS;
        }
        if layers == 0 {
            return self.0.open_lines();
        }
        let mut best = beta;
        for cell in self.0.empty() {
            if best <= alpha {
                break;
            }
            self.0.0[cell] = -1;
            let (_, value) = self.max((alpha, best), layers - 1);
            self.0.0[cell] = 0;
            best = best.min(value);
        }
        best
    }
}
