//! The value network: it estimates a position from the kinds of shapes at its points.
//!
//! Each point has sixteen *features* in the view of each side, as in NNUE: Nasu, "Efficiently updatable neural-network-based
//! evaluation functions for computer shogi", 2018. They are summed over the board, so a stone only changes the sums by the
//! points whose shapes it changes. Two small layers turn the sums of both views into a value. The values are the same on every
//! machine, bit by bit: see [`Layer`].

// Most functions are always inlined: see `board/sums.rs`.

use std::sync::LazyLock;

use crate::pattern::KINDS;

/// The number of features of a point.
pub(crate) const FEATURES: usize = 16;
/// The numbers of neurons in both layers.
pub(crate) const LAYERS: [usize; 2] = [16, 32];
/// The inputs of the first layer: the sums in the views of both sides, mover first.
pub(crate) const INPUTS: usize = 2 * FEATURES;
/// The rows of numbers of which features are made: one for each kind of a side's own shapes and of the other side's, for its own
/// stone, and for the other side's.
pub(crate) const ROWS: usize = 2 * KINDS + 2;

/// The number of floating-point numbers in a vector of 256 bits.
const LANES: usize = 8;
const _: () = assert!(LAYERS[1].is_multiple_of(LANES), "the last neuron takes whole vectors");

/// What stands for 1 in a feature.
pub(crate) const FEATURE_UNIT: i16 = 64;
/// The greatest feature of a point; the least is 0.
pub(crate) const MOST_FEATURE: i16 = 2 * FEATURE_UNIT;
/// The greatest number in a row, either way, so that the three in a feature do not overflow.
pub(crate) const MOST_ROW: i16 = 8000;
/// The number of changes of a feature whose sum fits 16 bits.
#[allow(clippy::cast_sign_loss, reason = "both are positive")]
pub(crate) const MOST_CHANGES: usize = (i16::MAX / MOST_FEATURE) as usize;
/// A sum of features is multiplied by this before it enters the first layer.
pub(crate) const INPUT_SCALE: f32 = 1.0 / (16.0 * FEATURE_UNIT as f32);
/// The number of evaluation units in one unit of the logistic function.
pub(crate) const SCALE: f32 = 200.0;

/// The file: the [`HEADER`]; the [`ROWS`] of [`FEATURES`] numbers each, and one more row that is added to the features of all
/// points, in integers of 16 bits; then, in floating-point numbers of 32 bits, for each of both [`LAYERS`] and the output
/// neuron, the weights of its first input to all neurons, of its second, and so on, and the biases. The lower byte comes first.
pub(crate) const FILE: &[u8] = include_bytes!("network.bin");
/// The bytes before the numbers: the format and its version.
pub(crate) const HEADER: [u8; 8] = *b"TENGEN\x00\x01";
/// The size of the file.
pub(crate) const FILE_BYTES: usize = HEADER.len()
    + 2 * (ROWS + 1) * FEATURES
    + 4 * ((INPUTS + 1) * LAYERS[0] + (LAYERS[0] + 1) * LAYERS[1] + LAYERS[1] + 1);
const _: () = {
    assert!(FILE.len() == FILE_BYTES, "network.bin has another size");
    let mut at = 0;
    while at < HEADER.len() {
        assert!(FILE[at] == HEADER[at], "network.bin is of another version");
        at += 1;
    }
};

/// The features of a point, what adds to them, or their sums.
pub(crate) type Features<T> = [T; FEATURES];

/// What a kind of shapes adds to the features of a point: in the view of their side, and of the other side. It fills one line
/// of the cache.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Row {
    own: Features<i16>,
    other: Features<i16>,
}

/// Returns a feature of an empty point.
#[inline(always)]
fn feature(own: i16, other: i16) -> i16 {
    (own + other).clamp(0, MOST_FEATURE)
}

/// The weights.
#[derive(Debug)]
pub(crate) struct Network {
    kinds: Box<[Row]>,
    /// The features of a side's own stone, and of the other side's.
    stones: [Features<i16>; 2],
    first: Layer<INPUTS, { LAYERS[0] }>,
    second: Layer<{ LAYERS[0] }, { LAYERS[1] }>,
    output: Output<{ LAYERS[1] }>,
}

/// A layer: the weights of each input to all neurons, and the biases of the neurons.
///
/// The order of additions is fixed, and Rust rounds every one of them, so the sums are the same on every machine.
#[derive(Clone, Copy, Debug)]
struct Layer<const IN: usize, const OUT: usize> {
    weights: [[f32; OUT]; IN],
    biases: [f32; OUT],
}

impl<const IN: usize, const OUT: usize> Layer<IN, OUT> {
    /// Takes its numbers. The size of the file is checked when it is compiled, so none is missing.
    fn read(numbers: &mut impl Iterator<Item = f32>) -> Self {
        let mut take = || std::array::from_fn(|_| numbers.next().unwrap_or_default());
        let weights = std::array::from_fn(|_| take());
        let biases = std::array::from_fn(|_| numbers.next().unwrap_or_default());
        Self { weights, biases }
    }

    /// Returns the outputs of the neurons: their sums, but nothing below 0 (ReLU).
    #[inline(always)]
    fn outputs(&self, inputs: &[f32; IN]) -> [f32; OUT] {
        let mut sums = self.biases;
        for (it, weights) in inputs.iter().zip(&self.weights) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += it * weight;
            }
        }
        for sum in &mut sums {
            *sum = if *sum > 0.0 { *sum } else { 0.0 };
        }
        sums
    }
}

/// The last neuron, whose sum is the value.
#[derive(Clone, Copy, Debug)]
struct Output<const IN: usize> {
    weights: [f32; IN],
    bias: f32,
}

impl<const IN: usize> Output<IN> {
    /// Takes its numbers, as [`Layer::read`].
    fn read(numbers: &mut impl Iterator<Item = f32>) -> Self {
        let mut take = || numbers.next().unwrap_or_default();
        Self { weights: std::array::from_fn(|_| take()), bias: take() }
    }

    /// Returns the sum of the neuron. A vector of 256 bits takes eight inputs at a time, and its parts are added at the end.
    #[inline(always)]
    fn sum(&self, inputs: &[f32; IN]) -> f32 {
        let mut sums = [0.0; LANES];
        let (inputs, weights) = (inputs.as_chunks::<LANES>().0, self.weights.as_chunks::<LANES>().0);
        for (inputs, weights) in inputs.iter().zip(weights) {
            for lane in 0..LANES {
                sums[lane] += inputs[lane] * weights[lane];
            }
        }
        let [a, b, c, d, e, f, g, h] = sums;
        self.bias + (((a + e) + (b + f)) + ((c + g) + (d + h)))
    }
}

/// Adds the difference of features in both views.
#[inline(always)]
fn add_change(by: &mut [Features<i16>; 2], before: [Features<i16>; 2], after: [Features<i16>; 2]) {
    for view in 0..2 {
        for at in 0..FEATURES {
            by[view][at] += after[view][at] - before[view][at];
        }
    }
}

/// Returns the numbers in the file: the rows with what is added to every feature, and those of the layers.
pub(crate) fn stored() -> (Vec<Features<i16>>, Vec<f32>) {
    let (rows, layers) = FILE[HEADER.len()..].split_at(2 * (ROWS + 1) * FEATURES);
    let (rows, _) = rows.as_chunks::<2>().0.as_chunks::<FEATURES>();
    let (layers, _) = layers.as_chunks::<4>();
    let row = |row: &Features<[u8; 2]>| row.map(i16::from_le_bytes);
    (rows.iter().map(row).collect(), layers.iter().map(|it| f32::from_le_bytes(*it)).collect())
}

static NETWORK: LazyLock<Network> = LazyLock::new(Network::read);

impl Network {
    /// Returns the network. The first call in the process reads it.
    pub(crate) fn get() -> &'static Self {
        &NETWORK
    }

    fn read() -> Self {
        let (rows, layers) = stored();
        let common = rows[ROWS];
        let with_common = |row: usize| std::array::from_fn(|at| rows[row][at] + common[at]);
        let mut layers = layers.into_iter();
        Self {
            kinds: (0..KINDS).map(|kind| Row { own: with_common(kind), other: rows[KINDS + kind] }).collect(),
            stones: [0, 1].map(|owner| with_common(2 * KINDS + owner).map(|it| feature(it, 0))),
            first: Layer::read(&mut layers),
            second: Layer::read(&mut layers),
            output: Output::read(&mut layers),
        }
    }

    /// Returns the features of an empty point in both views, by the kinds of Black's and White's shapes.
    #[inline(always)]
    fn point(&self, [black, white]: [usize; 2]) -> [Features<i16>; 2] {
        // Copies tell the compiler that the rows do not overlap with the result.
        let (black, white) = (self.kinds[black], self.kinds[white]);
        let mut views = [[0; FEATURES]; 2];
        let [of_black, of_white] = &mut views;
        for (at, (of_black, of_white)) in of_black.iter_mut().zip(of_white).enumerate() {
            *of_black = feature(black.own[at], white.other[at]);
            *of_white = feature(white.own[at], black.other[at]);
        }
        views
    }

    /// Adds to the features of both views how an empty point changes, by the kinds of Black's and White's shapes.
    #[inline(always)]
    pub(crate) fn change_point(&self, by: &mut [Features<i16>; 2], before: [usize; 2], after: [usize; 2]) {
        add_change(by, self.point(before), self.point(after));
    }

    /// Adds how a stone of `side` changes an empty point.
    #[inline(always)]
    pub(crate) fn add_stone(&self, by: &mut [Features<i16>; 2], before: [usize; 2], side: usize) {
        add_change(by, self.point(before), [self.stones[side], self.stones[1 - side]]);
    }

    /// Returns the value for the side to move from the sums of its view and of the other side's.
    #[inline(always)]
    pub(crate) fn value(&self, [mine, theirs]: [&Features<i32>; 2]) -> i32 {
        let mut inputs = [0.0; INPUTS];
        let (first, second) = inputs.split_at_mut(FEATURES);
        for (into, sums) in [(first, mine), (second, theirs)] {
            for (into, sum) in into.iter_mut().zip(sums) {
                *into = *sum as f32 * INPUT_SCALE;
            }
        }
        let value = self.output.sum(&self.second.outputs(&self.first.outputs(&inputs)));
        #[allow(clippy::cast_possible_truncation, reason = "a conversion to an integer keeps to its bounds")]
        let units = (value * SCALE) as i32;
        units
    }
}
