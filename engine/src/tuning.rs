//! What the tuner of the evaluation needs to know: the features of a position, and the weights as they are.
//!
//! The evaluation is a sum over the empty points: for either side, the kind of its four shapes has a weight, one for
//! when that side is to move and one for when it waits.

use tengen_shared::rules::Position;

use crate::{
    board::Board,
    eval::{self, KINDS, STANDINGS, weights},
    pattern::Class,
    threat::{FourTable, Fours},
};

/// How many kinds of four shapes there are.
pub const KIND_COUNT: usize = KINDS;
/// How many pairs of standings there are.
pub const STANDING_PAIRS: usize = STANDINGS * STANDINGS;

/// How often each kind of shapes occurs on the empty points of a position, and how threats stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    /// For the side to move.
    pub to_move: Vec<(u16, u8)>,
    /// For the other side.
    pub waiting: Vec<(u16, u8)>,
    /// The number of the pair of standings, 0 to 2303.
    pub standings: u16,
}

/// The features of a position; `None` if its value is not estimated at all, because a threat or a win by fours decides.
#[must_use]
pub fn features(position: &Position) -> Option<Features> {
    let mut board = Board::at(position);
    let sides = [board.to_move(), 1 - board.to_move()];
    let decided = |side| board.marks(side).has(Class::Five) || board.marks(side).has(Class::OpenFour);
    if position.outcome().is_some() || sides.into_iter().any(decided) {
        return None;
    }
    let mut fours = FourTable::new(8);
    if (Fours { board: &mut board, table: &mut fours, left: 1000 }).win(12).is_some() {
        return None;
    }
    let [to_move, waiting] = sides.map(|side| {
        let mut counts = [0_u8; KINDS];
        for square in board.empty().iter() {
            let count = &mut counts[board.kind(square, side)];
            *count = count.saturating_add(1);
        }
        let present = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        present.filter_map(|(kind, count)| Some((u16::try_from(kind).ok()?, *count))).collect()
    });
    let standings = u16::try_from(eval::standings(sides.map(|side| board.marks(side)))).ok()?;
    Some(Features { to_move, waiting, standings })
}

/// The four shapes of each kind, by their numbers 0 to 12, strongest first.
#[must_use]
pub fn kinds() -> Vec<[u8; 4]> {
    eval::kinds().map(|shapes| shapes.map(|shape| shape as u8)).collect()
}

/// The weights in use, by the number of the pair of standings.
#[must_use]
pub fn current_standings() -> Vec<i16> {
    weights::OF_STANDINGS.to_vec()
}

/// The weights in use, by kind: when the side is to move, and when it waits.
#[must_use]
pub fn current() -> [Vec<i16>; 2] {
    [weights::TO_MOVE.to_vec(), weights::WAITING.to_vec()]
}

#[cfg(test)]
mod tests {
    use tengen_shared::rules::Variant;

    use super::*;

    #[test]
    fn the_estimate_is_the_sum_of_the_features_weights() {
        let mut position = Position::new(Variant::GOMOKU15);
        let mut looked_at = 0;
        for point in "h8 i9 i8 g8 h9 h7 j10 f8 k8 k7 l6 i10 g6 f5".split(' ') {
            position.play(point.parse().unwrap()).unwrap();
            let Some(features) = features(&position) else { continue };
            let [to_move, waiting] = current();
            let sum = |of: &[(u16, u8)], weights: &[i16]| -> i32 {
                of.iter()
                    .map(|(kind, count)| i32::from(weights[usize::from(*kind)]) * i32::from(*count))
                    .sum()
            };
            let standings = i32::from(current_standings()[usize::from(features.standings)]);
            let value = sum(&features.to_move, &to_move) - sum(&features.waiting, &waiting) + standings;
            assert_eq!(value, Board::at(&position).estimate());
            looked_at += 1;
        }
        assert!(looked_at > 8, "{looked_at}");
    }
}
