//! What a fuzzer asks of the search board: built for tests and with the feature `check` only.

use tengen_shared::rules::{Point, Position, Stone, Variant, wins_at};
use thiserror::Error;

use crate::{board::Board, pattern::Class, square::Square};

/// How the search board differs from the position, and after which stones.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Difference {
    /// It is not the board that these stones make from scratch.
    #[error("the board is not the one made from scratch: {0:?}")]
    Board(Vec<Point>),
    /// A point is a five on one of the two only.
    #[error("whether {1} is a five of {2:?}: {0:?}")]
    Five(Vec<Point>, Point, Stone),
}

/// Follows steps on the search board and on a position, and compares the two: the board with one made from scratch,
/// its fives with the wins of the rules. The steps are any bytes: 224 and above take a stone back, others put one
/// at a legal point. No stone follows a win.
///
/// # Errors
/// If the two differ.
pub fn follow(variant: Variant, steps: &[u8]) -> Result<(), Difference> {
    let (mut board, mut position) = (Board::new(variant), Position::new(variant));
    for step in steps {
        let legal: Vec<_> = position.legal_points().collect();
        let point = legal.get(usize::from(*step) * legal.len() / 224);
        match point.filter(|point| position.play(**point).is_ok()) {
            Some(point) => board.make(Square::of(*point)),
            None => {
                position.undo();
                board.unmake();
            }
        }
    }
    let moves = || position.moves().to_vec();
    if board.seen() != Board::at(&position).seen() {
        return Err(Difference::Board(moves()));
    }
    for point in position.legal_points() {
        for (side, stone) in [Stone::Black, Stone::White].into_iter().enumerate() {
            let five = board.class(Square::of(point), side) == Class::Five;
            if five != wins_at(position.board(), point, stone) {
                return Err(Difference::Five(moves(), point, stone));
            }
        }
    }
    Ok(())
}
