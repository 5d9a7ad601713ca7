//! Consistency checks of the search board for the fuzzer. Built only for tests and with the feature `check`.

use tengen_shared::rules::{Point, Position, RuleSet, Stone, Variant, foul, wins_at};
use thiserror::Error;

use crate::{board::Board, pattern::Class, square::Square};

/// A difference between the search board and the position, with the stones that led to it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Difference {
    /// Make and unmake gave another board than the same stones on a new board.
    #[error("the board is not the one made from scratch: {0:?}")]
    Board(Vec<Point>),
    /// Only one of the two sees a five at this point.
    #[error("whether {1} is a five of {2:?}: {0:?}")]
    Five(Vec<Point>, Point, Stone),
    /// Only one of the two forbids this point to Black.
    #[error("whether {1} is forbidden: {0:?}")]
    Foul(Vec<Point>, Point),
}

/// Plays the same steps on the search board and on a position, and compares the two.
///
/// Each byte is a step: 224 and above take a stone back, and smaller ones place a stone at a legal point. No stone
/// follows a win. At the end, the board must equal a new board with the same stones. Its fives must be the winning
/// points of the rules.
///
/// # Errors
/// Returns the first difference.
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
        // So the sums of features are brought up to date after one stone or several.
        if step % 3 == 0 {
            board.estimate();
        }
    }
    let moves = || position.moves().to_vec();
    if board.seen() != Board::at(&position).seen() {
        return Err(Difference::Board(moves()));
    }
    let is_empty = |point: &Point| position.board().is_empty_at(*point);
    for point in variant.reading_order().filter(is_empty) {
        let forbidden = variant.runs() == RuleSet::Renju && foul(position.board(), point).is_some();
        if board.allows(Square::of(point), 0) == forbidden {
            return Err(Difference::Foul(moves(), point));
        }
        for (side, stone) in [Stone::Black, Stone::White].into_iter().enumerate() {
            let five = board.class(Square::of(point), side) == Class::Five;
            if five != wins_at(position.board(), point, stone) {
                return Err(Difference::Five(moves(), point, stone));
            }
        }
    }
    Ok(())
}
