//! What a fuzzer asks of the search board: built with the feature `check` only.

use tengen_shared::rules::{Position, Stone, Variant, wins_at};

use crate::{
    board::{Board, Square},
    pattern::Class,
};

/// Follows steps on the search board and on a position, and compares the two: the board with one made from scratch, and its fives
/// with the wins of the rules. The steps are any bytes: 224 and above take a stone back, others put one at a legal point. No
/// stone follows a win.
///
/// # Errors
/// If the two differ: what differs, and after which stones.
pub fn follow(variant: Variant, steps: &[u8]) -> Result<(), String> {
    let (mut board, mut position) = (Board::new(variant), Position::new(variant));
    for step in steps {
        let legal: Vec<_> = position.legal_points().collect();
        if *step >= 224 || legal.is_empty() {
            position.undo();
            board.unmake();
        } else {
            let point = legal[usize::from(*step) * legal.len() / 224];
            position.play(point).map_err(|error| error.to_string())?;
            board.make(Square::of(point));
        }
    }
    let differs = |what: &str| Err(format!("{variant} {:?}: {what}", position.moves()));
    if board.seen() != Board::at(&position).seen() {
        return differs("not the board made from scratch");
    }
    for point in position.legal_points() {
        for (side, stone) in [Stone::Black, Stone::White].into_iter().enumerate() {
            let five = board.class(Square::of(point), side) == Class::Five;
            if five != wins_at(position.board(), point, stone) {
                return differs(&format!("{stone:?} {point}: five {five}"));
            }
        }
    }
    Ok(())
}
