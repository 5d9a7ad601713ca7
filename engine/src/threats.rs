//! The threats on a board, for people to look at, and the moves that are worth a look.

use std::cmp::Reverse;

use tengen_shared::rules::{Point, Position, Stone, Threat};

use crate::{
    board::Board,
    candidates,
    pattern::Class,
    square::{BLACK, Square},
};

const fn threat(class: Class) -> Option<Threat> {
    match class {
        Class::Quiet => None,
        Class::Three | Class::DoubleThree => Some(Threat::OpenThree),
        Class::LoneFour | Class::Four | Class::FourThree => Some(Threat::Four),
        Class::OpenFour => Some(Threat::OpenFour),
        Class::Five => Some(Threat::Five),
    }
}

/// Returns what a stone of `stone`'s colour would make at each empty point where it would threaten something, strongest
/// first.
///
/// ```
/// use tengen_engine::threats;
/// use tengen_shared::rules::{Position, Stone, Threat, Variant};
///
/// let mut position = Position::new(Variant::GOMOKU15);
/// for point in ["h8", "a1", "h9", "a15", "h10", "o1"] {
///     position.play(point.parse()?)?;
/// }
/// let strongest = threats(&position, Stone::Black)[0];
/// assert_eq!(strongest, ("h7".parse()?, Threat::OpenFour), "an open three stands");
/// assert!(threats(&position, Stone::White).is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn threats(position: &Position, stone: Stone) -> Vec<(Point, Threat)> {
    let board = Board::at(position);
    let side = match stone {
        Stone::Black => BLACK,
        Stone::White => 1 - BLACK,
    };
    let made = |square: Square| Some((square.point(), threat(board.class(square, side))?));
    let allowed = |square: &Square| board.allows(*square, side);
    let mut found: Vec<(Point, Threat)> = board.empty().iter().filter(allowed).filter_map(made).collect();
    found.sort_by_key(|(_, threat)| Reverse(*threat));
    found
}

/// Returns the moves that look best without a search, at most `most`, best first. Where one side could win with its next
/// stone, the points that matter come first.
#[must_use]
pub fn promising(position: &Position, most: usize) -> Vec<Point> {
    let board = Board::at(position);
    let side = board.to_move();
    let urgency = |square: &Square| {
        let five = |side| board.class(*square, side) == Class::Five;
        (five(side), five(1 - side))
    };
    let gain = |square: &Square, side| board.gain(*square, side);
    let promise = |square: &Square| (urgency(square), gain(square, side) + gain(square, 1 - side));
    let mut squares: Vec<Square> = candidates::near(&board).iter().collect();
    squares.sort_by_key(|square| Reverse((promise(square), Reverse(*square))));
    squares.truncate(most);
    squares.into_iter().map(Square::point).collect()
}
