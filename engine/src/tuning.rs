//! The interface for tuning: the numbers of the search, the value network with what it sees of a position, and the policy's
//! weights with the nodes that it learns from.

mod network;

use std::num::NonZeroU32;

use tengen_shared::rules::Position;

pub use self::network::{
    FEATURE_COUNT, INPUT_COUNT, LAYER_SIZES, MOST_FEATURE, NetworkWeights, Points, ROW_COUNT, SHAPE_COUNT,
    points,
};
pub use crate::search::{Decision, Param, Params, Seen, Trace};

use crate::{
    board::Board,
    pattern::{self, Class, KINDS, Shape},
    policy::{self, STEPS},
    search,
};

/// The number of kinds of four shapes.
pub const KIND_COUNT: usize = KINDS;

/// Returns the four shapes of each kind, in the order of the kinds. Shapes are numbers from 0 to 12, strongest
/// first.
#[must_use]
pub fn kinds() -> Vec<[u8; 4]> {
    pattern::kinds().map(|shapes| shapes.map(|shape| shape as u8)).collect()
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
