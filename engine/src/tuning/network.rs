//! The value network, as a trainer sees it.

use tengen_shared::rules::Position;

use crate::{
    board::Board,
    eval::network::{self, FEATURE_UNIT, FEATURES, FILE_BYTES, HEADER, INPUTS, MOST_ROW, ROWS},
    pattern::{Class, Shape},
    threat::{FourTable, Fours},
};

/// The numbers of neurons in the layers before the last one.
pub const LAYER_SIZES: [usize; 2] = network::LAYERS;
/// The number of shapes of a point along a line.
pub const SHAPE_COUNT: usize = Shape::ALL.len();
/// The number of features of a point.
pub const FEATURE_COUNT: usize = FEATURES;
/// The number of inputs of the first layer.
pub const INPUT_COUNT: usize = INPUTS;
/// The number of rows of features.
pub const ROW_COUNT: usize = ROWS;
/// The greatest feature of a point; the least is 0.
pub const MOST_FEATURE: f32 = network::MOST_FEATURE as f32 / FEATURE_UNIT as f32;

/// What the network sees of a position, and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// The empty points: the kinds of the shapes of the side to move and of the other side, and how many points have both.
    /// Blank points are left out, since they do not count.
    pub empty: Vec<([u16; 2], u16)>,
    /// The same kinds of a blank point: one far from every stone and the edge.
    pub blank: [u16; 2],
    /// The numbers of stones of both sides, mover first.
    pub stones: [u16; 2],
    /// The network's value, in evaluation units.
    pub value: i32,
}

/// Returns what the network sees of a position. `None` if the game is over, if either side can make a five or an open four, or if
/// the side to move wins by fours: the search decides such positions.
#[must_use]
pub fn points(position: &Position) -> Option<Points> {
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
    let narrow = |kind: usize| u16::try_from(kind).unwrap_or(0);
    let kinds = |square| sides.map(|side| narrow(board.worth(square, side).kind()));
    let blank = sides.map(|side| narrow(board.blank()[side]));
    let mut all: Vec<[u16; 2]> = board.empty().iter().map(kinds).filter(|it| *it != blank).collect();
    all.sort_unstable();
    let count = |same: &[[u16; 2]]| (same[0], u16::try_from(same.len()).unwrap_or(u16::MAX));
    let empty = all.chunk_by(|a, b| a == b).map(count).collect();
    let half = board.moves().len() / 2;
    let stones = [half, board.moves().len() - half].map(|it| u16::try_from(it).unwrap_or(u16::MAX));
    Some(Points { empty, blank, stones, value: board.estimate() })
}

/// The weights of the network.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkWeights {
    /// The features of the kinds of the viewing side, then of the kinds of the other side, then of their stones.
    pub rows: Vec<[f32; FEATURES]>,
    /// What every point and stone has in common.
    pub common: [f32; FEATURES],
    /// The weights of each input to all neurons, then the biases of the neurons: of both layers, and of the output, which is the
    /// value in units of the logistic function.
    pub layers: Vec<f32>,
}

impl NetworkWeights {
    /// A sum of features is multiplied by this before it enters the first layer.
    pub const INPUT_SCALE: f32 = network::INPUT_SCALE * FEATURE_UNIT as f32;
    /// The number of evaluation units in one unit of the logistic function.
    pub const SCALE: f32 = network::SCALE;

    /// Returns the weights with which the engine plays.
    #[must_use]
    pub fn current() -> Self {
        let (rows, layers) = network::stored();
        let feature = |it: i16| f32::from(it) / f32::from(FEATURE_UNIT);
        let mut rows: Vec<_> = rows.into_iter().map(|row| row.map(feature)).collect();
        let common = rows.pop().unwrap_or_default();
        Self { rows, common, layers }
    }

    /// Returns the content of the engine's file, with the features rounded to its integers.
    #[must_use]
    pub fn to_file(&self) -> Vec<u8> {
        let mut file = HEADER.to_vec();
        for it in self.rows.iter().chain([&self.common]).flatten() {
            file.extend(rounded(*it).to_le_bytes());
        }
        for it in &self.layers {
            file.extend(it.to_le_bytes());
        }
        debug_assert_eq!(file.len(), FILE_BYTES);
        file
    }
}

#[allow(clippy::cast_possible_truncation, reason = "kept within bounds that an i16 holds")]
fn rounded(feature: f32) -> i16 {
    let most = f32::from(MOST_ROW);
    (feature * f32::from(FEATURE_UNIT)).round().clamp(-most, most) as i16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_holds_the_weights_in_their_order() {
        let weights = NetworkWeights::current();
        assert_eq!(weights.to_file(), network::FILE);
        assert!(weights.rows.iter().flatten().all(|it| it.abs() < f32::from(MOST_ROW / FEATURE_UNIT)));
    }
}
