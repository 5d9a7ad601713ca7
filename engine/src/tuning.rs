//! The interface for tuning: the numbers of the search, the features of a position, the weights of the evaluation, and those
//! of the policy with the nodes that it learns from.
//!
//! The evaluation is a sum over the empty points, plus one table entry. At each point, the kind of each side's four
//! shapes has two weights: one if that side is to move and one if it waits. The table entry depends on both sides'
//! standings, which are counts of the threats that they can make.

use std::num::NonZeroU32;

use tengen_shared::rules::Position;

pub use crate::search::{Decision, Param, Params, Seen, Trace};

use crate::{
    board::Board,
    eval::{self, STANDINGS, weights},
    pattern::{self, Class, KINDS, Shape},
    policy::{self, STEPS},
    search,
    threat::{FourTable, Fours},
};

/// The number of kinds of four shapes.
pub const KIND_COUNT: usize = KINDS;
/// The number of pairs of standings.
pub const STANDING_PAIRS: usize = STANDINGS * STANDINGS;

/// How often each kind of shapes occurs on the empty points of a position, and the pair of standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    /// The kinds of the side to move, with their counts.
    pub to_move: Vec<(u16, u8)>,
    /// The kinds of the other side, with their counts.
    pub waiting: Vec<(u16, u8)>,
    /// The number of the pair of standings, 0 to 2303.
    pub standings: u16,
}

/// Returns the features of a position; `None` if it has no static evaluation, because the game, a threat or a win
/// by fours is decided.
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
        // A point that the rules forbid has no weight.
        for square in board.empty().iter().filter(|square| board.allows(*square, side)) {
            let count = &mut counts[board.kind(square, side)];
            *count = count.saturating_add(1);
        }
        let present = counts.iter().enumerate().filter(|(_, count)| **count > 0);
        present.filter_map(|(kind, count)| Some((u16::try_from(kind).ok()?, *count))).collect()
    });
    let standings = u16::try_from(eval::standings(sides.map(|side| board.marks(side)))).ok()?;
    Some(Features { to_move, waiting, standings })
}

/// Returns the four shapes of each kind, in the order of the kinds. Shapes are numbers from 0 to 12, strongest
/// first.
#[must_use]
pub fn kinds() -> Vec<[u8; 4]> {
    pattern::kinds().map(|shapes| shapes.map(|shape| shape as u8)).collect()
}

/// Returns the current weights of the pairs of standings, by number.
#[must_use]
pub fn current_standings() -> Vec<i16> {
    weights::OF_STANDINGS.to_vec()
}

/// Returns the current weights by kind: for the side to move, and for the other side.
#[must_use]
pub fn current() -> [Vec<i16>; 2] {
    [weights::TO_MOVE.to_vec(), weights::WAITING.to_vec()]
}

/// The number of threat classes.
pub const CLASS_COUNT: usize = Class::COUNT;
/// The number of steps between two points.
pub const STEP_COUNT: usize = STEPS;
/// What a factor of e in the odds of a move adds to its rank.
pub const RANK_UNIT: f32 = policy::RANK_UNIT;
/// The greatest weight of a kind, either way.
pub const MOST_RANK: i16 = pattern::MOST_RANK;
/// A full history score.
pub const FULL_HISTORY: i32 = search::HISTORY_MAX;

/// The weights of the policy, in units of [`RANK_UNIT`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyWeights {
    /// By the kinds of the mover's and of the other side's shapes.
    pub kinds: [Vec<i16>; 2],
    /// By the threat classes of both.
    pub classes: [[i16; CLASS_COUNT]; CLASS_COUNT],
    /// By the steps to the last stone and to the one before.
    pub steps: [[i16; STEP_COUNT]; 2],
    /// For the latest killer move, the one before, and the countermove.
    pub marks: [i32; 3],
    /// For a full history score.
    pub history: i32,
}

/// Returns the policy's present weights.
#[must_use]
pub fn current_policy() -> PolicyWeights {
    use policy::weights::{BEFORE, CLASSES, HISTORY, LATEST, MARKS, OTHER, OWN};
    PolicyWeights {
        kinds: [OWN.to_vec(), OTHER.to_vec()],
        classes: CLASSES,
        steps: [LATEST, BEFORE],
        marks: MARKS,
        history: HISTORY,
    }
}

/// Returns the threat class of each kind, 0 to 7, in the order of the kinds.
#[must_use]
pub fn kind_classes() -> Vec<u8> {
    pattern::kinds().map(|shapes: [Shape; 4]| Class::of(shapes) as u8).collect()
}

/// Searches a position with so many nodes, and takes one in `every` of the nodes with several moves, at least two plies deep.
/// Returns those where a move raised alpha.
#[must_use]
pub fn decisions(position: &Position, nodes: u64, every: NonZeroU32) -> Vec<Decision> {
    search::decisions(Board::at(position), nodes, every)
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
