//! The value network while it is trained: backpropagation, and Adam (Kingma and Ba, 2015).

use tengen_engine::tuning::{
    self, FEATURE_COUNT, INPUT_COUNT, KIND_COUNT, LAYER_SIZES, MOST_FEATURE, NetworkWeights, Points,
    ROW_COUNT, SHAPE_COUNT,
};

use super::{chance, layer::Layer};
use crate::arena::Dice;

/// The strength of regularisation, added to the slope: it pulls the features of kinds to where they began, so that those of
/// rare kinds follow the sum of their shapes. Adam divides by the size of a slope, so it pulls a kind that hardly occurs as
/// fast as the rate allows.
const PULL: f32 = 1e-6;

/// Where the groups of weights begin. Each kind has features of its own, and each shape has some that all kinds with it share.
const SHAPES_AT: usize = ROW_COUNT * FEATURE_COUNT;
const COMMON_AT: usize = SHAPES_AT + 2 * SHAPE_COUNT * FEATURE_COUNT;
const LAYERS_AT: usize = COMMON_AT + FEATURE_COUNT;
const LAYERS: [Layer; 3] = {
    let [one, two] = LAYER_SIZES;
    let first = Layer { at: LAYERS_AT, inputs: INPUT_COUNT, neurons: one };
    let second = Layer { at: first.at + first.size(), inputs: one, neurons: two };
    [first, second, Layer { at: second.at + second.size(), inputs: two, neurons: 1 }]
};
const SIZE: usize = LAYERS[2].at + LAYERS[2].size();

type Row = [f32; FEATURE_COUNT];

/// The weights, and Adam's moments of their gradients.
pub(super) struct Model {
    weights: Vec<f32>,
    /// The features of kinds at the beginning.
    began: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    kinds: Vec<[u8; 4]>,
    /// For each of the rows, the features of its kind and of the shapes together.
    rows: Vec<Row>,
}

impl Model {
    /// Creates a model with random weights. Kinds have no features of their own yet.
    pub(super) fn new(dice: &mut Dice) -> Self {
        let mut weights = vec![0.0; SIZE];
        let mut draw = |range: std::ops::Range<usize>, most: f32| {
            for weight in &mut weights[range] {
                *weight = most * dice.symmetric();
            }
        };
        draw(2 * KIND_COUNT * FEATURE_COUNT..COMMON_AT, 0.2);
        for layer in LAYERS {
            draw(layer.at..layer.at + layer.inputs * layer.neurons, (layer.inputs as f32).sqrt().recip());
        }
        weights[COMMON_AT..LAYERS_AT].fill(0.05);
        Self::with(weights)
    }

    /// Creates a model with the weights that the engine plays with. What kinds share is 0, because it is part of their own
    /// features.
    pub(super) fn current() -> Self {
        let current = NetworkWeights::current();
        let mut weights = vec![0.0; SIZE];
        weights[..SHAPES_AT].copy_from_slice(current.rows.as_flattened());
        weights[COMMON_AT..LAYERS_AT].copy_from_slice(&current.common);
        weights[LAYERS_AT..].copy_from_slice(&current.layers);
        Self::with(weights)
    }

    fn with(weights: Vec<f32>) -> Self {
        let mut model = Self {
            began: weights[..2 * KIND_COUNT * FEATURE_COUNT].to_vec(),
            weights,
            mean: vec![0.0; SIZE],
            square: vec![0.0; SIZE],
            steps: 0,
            kinds: tuning::kinds(),
            rows: vec![[0.0; FEATURE_COUNT]; ROW_COUNT],
        };
        model.update_rows();
        model
    }

    /// Returns the places of the shapes that a row shares with others. Stones have none.
    fn shared(kinds: &[[u8; 4]], row: usize) -> impl Iterator<Item = usize> {
        let shapes = kinds.get(row % KIND_COUNT).filter(|_| row < 2 * KIND_COUNT).copied();
        let at = move |shape: u8| {
            SHAPES_AT + (row / KIND_COUNT * SHAPE_COUNT + usize::from(shape)) * FEATURE_COUNT
        };
        shapes.into_iter().flatten().map(at)
    }

    fn update_rows(&mut self) {
        for (number, row) in self.rows.iter_mut().enumerate() {
            let own = number * FEATURE_COUNT;
            row.copy_from_slice(&self.weights[own..own + FEATURE_COUNT]);
            for at in Self::shared(&self.kinds, number) {
                for (into, weight) in row.iter_mut().zip(&self.weights[at..]) {
                    *into += weight;
                }
            }
        }
    }

    /// Adds the slopes of kinds to those of their shapes.
    fn share(&self, slopes: &mut [f32]) {
        for row in 0..2 * KIND_COUNT {
            for at in Self::shared(&self.kinds, row) {
                for feature in 0..FEATURE_COUNT {
                    slopes[at + feature] += slopes[row * FEATURE_COUNT + feature];
                }
            }
        }
    }

    /// Changes the weights against the mean of the gradients of so many positions.
    pub(super) fn step(&mut self, gradients: &mut [Gradient], positions: usize, rate: f32) {
        let Some((first, others)) = gradients.split_first_mut() else { return };
        let slopes = &mut first.slopes;
        for other in others {
            for (slope, other) in slopes.iter_mut().zip(&other.slopes) {
                *slope += other;
            }
        }
        self.share(slopes);
        self.steps += 1;
        let (fade_mean, fade_square) = (0.9_f32, 0.999_f32);
        let [fix_mean, fix_square] = [fade_mean, fade_square].map(|fade| 1.0 - fade.powi(self.steps));
        for (at, slope) in slopes.iter().enumerate() {
            let pull = self.began.get(at).map_or(0.0, |began| PULL * (self.weights[at] - began));
            let slope = slope / positions as f32 + pull;
            self.mean[at] = fade_mean * self.mean[at] + (1.0 - fade_mean) * slope;
            self.square[at] = fade_square * self.square[at] + (1.0 - fade_square) * slope * slope;
            self.weights[at] -=
                rate * (self.mean[at] / fix_mean) / ((self.square[at] / fix_square).sqrt() + 1e-8);
        }
        self.update_rows();
    }

    /// Whether all weights are numbers within bounds.
    pub(super) fn is_finite(&self) -> bool {
        self.weights.iter().all(|it| it.is_finite())
    }

    /// Returns the weights as the engine takes them.
    pub(super) fn weights(&self) -> NetworkWeights {
        let mut common = [0.0; FEATURE_COUNT];
        common.copy_from_slice(&self.weights[COMMON_AT..LAYERS_AT]);
        NetworkWeights { rows: self.rows.clone(), common, layers: self.weights[LAYERS_AT..].to_vec() }
    }
}

/// Points with the same rows of features: these rows, and how many points.
type Place = ([Option<usize>; 2], f32);

/// Calls `each` with the places that make up a view of the position. For every point and stone, one blank point is taken away,
/// so that blank points count as 0.
fn places(points: &Points, view: usize, mut each: impl FnMut(Place)) {
    let mut all = 0;
    for (kinds, count) in &points.empty {
        let [own, other] = [kinds[view], kinds[1 - view]].map(usize::from);
        each(([Some(own), Some(KIND_COUNT + other)], f32::from(*count)));
        all += i32::from(*count);
    }
    for (owner, count) in points.stones.into_iter().enumerate() {
        each(([Some(2 * KIND_COUNT + usize::from(owner != view)), None], f32::from(count)));
        all += i32::from(count);
    }
    let [own, other] = [points.blank[view], points.blank[1 - view]].map(usize::from);
    each(([Some(own), Some(KIND_COUNT + other)], -(all as f32)));
}

/// The sums of the gradients of some positions, with what it takes to find them.
pub(super) struct Gradient {
    slopes: Vec<f32>,
    /// The features of all places of both views.
    features: Vec<Row>,
    /// The inputs of each layer, and the value.
    inputs: [Vec<f32>; LAYERS.len() + 1],
    /// The slopes of these.
    of_inputs: [Vec<f32>; LAYERS.len() + 1],
}

impl Gradient {
    pub(super) fn new() -> Self {
        Self {
            slopes: vec![0.0; SIZE],
            features: Vec::new(),
            inputs: Default::default(),
            of_inputs: Default::default(),
        }
    }

    /// Forgets the positions so far.
    pub(super) fn begin(&mut self) {
        self.slopes.fill(0.0);
    }

    /// Returns the chance that the side to move wins.
    pub(super) fn chance(&mut self, model: &Model, points: &Points) -> f32 {
        self.sum_features(model, points);
        for (number, layer) in LAYERS.into_iter().enumerate() {
            let (before, after) = self.inputs.split_at_mut(number + 1);
            layer.sums(&model.weights, &before[number], &mut after[0]);
            if number + 1 < LAYERS.len() {
                after[0].iter_mut().for_each(|it| *it = it.max(0.0));
            }
        }
        chance(self.inputs[LAYERS.len()][0])
    }

    /// Returns the same, and adds the slopes of the loss for this score.
    pub(super) fn learn(&mut self, model: &Model, points: &Points, score: f32) -> f32 {
        let chance = self.chance(model, points);
        self.of_inputs[LAYERS.len()].clear();
        self.of_inputs[LAYERS.len()].push(chance - score);
        for (number, layer) in LAYERS.into_iter().enumerate().rev() {
            let (before, after) = self.of_inputs.split_at_mut(number + 1);
            layer.back(
                &model.weights,
                &mut self.slopes,
                &self.inputs[number],
                &after[0],
                &mut before[number],
            );
            if number > 0 {
                for (slope, it) in before[number].iter_mut().zip(&self.inputs[number]) {
                    *slope *= f32::from(u8::from(*it > 0.0));
                }
            }
        }
        self.spread(points);
        chance
    }

    /// Finds the inputs of the first layer.
    fn sum_features(&mut self, model: &Model, points: &Points) {
        let common = &model.weights[COMMON_AT..LAYERS_AT];
        self.features.clear();
        self.inputs[0].clear();
        for view in 0..2 {
            let mut sums = [0.0; FEATURE_COUNT];
            places(points, view, |(rows, count)| {
                let mut features = [0.0; FEATURE_COUNT];
                features.copy_from_slice(common);
                for row in rows.into_iter().flatten() {
                    for (into, it) in features.iter_mut().zip(&model.rows[row]) {
                        *into += it;
                    }
                }
                for (it, sum) in features.iter_mut().zip(&mut sums) {
                    *it = it.clamp(0.0, MOST_FEATURE);
                    *sum += count * *it;
                }
                self.features.push(features);
            });
            self.inputs[0].extend(sums.map(|it| it * NetworkWeights::INPUT_SCALE));
        }
    }

    /// Adds to the slopes of the rows from those of the first layer's inputs, place by place as
    /// [`sum_features`](Self::sum_features) met them.
    fn spread(&mut self, points: &Points) {
        let mut features = self.features.iter();
        let mut of_common = [0.0; FEATURE_COUNT];
        for (view, of_sums) in self.of_inputs[0].chunks_exact(FEATURE_COUNT).enumerate() {
            places(points, view, |(rows, count)| {
                let Some(features) = features.next() else { return };
                for (at, it) in features.iter().enumerate() {
                    // A feature at its bounds does not change.
                    if *it > 0.0 && *it < MOST_FEATURE {
                        let slope = count * of_sums[at] * NetworkWeights::INPUT_SCALE;
                        of_common[at] += slope;
                        for row in rows.into_iter().flatten() {
                            self.slopes[row * FEATURE_COUNT + at] += slope;
                        }
                    }
                }
            });
        }
        for (slope, of) in self.slopes[COMMON_AT..LAYERS_AT].iter_mut().zip(of_common) {
            *slope += of;
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_shared::rules::{Position, Variant};

    use super::{super::loss, *};

    fn points() -> Points {
        let mut position = Position::new(Variant::GOMOKU15);
        for point in "h8 i9 j8 i8 i7".split(' ') {
            position.play(point.parse().unwrap()).unwrap();
        }
        tuning::points(&position).unwrap()
    }

    #[test]
    fn slopes_are_what_small_changes_of_weights_show() {
        let (mut model, mut gradient, points) = (Model::new(&mut Dice::new(1, 2)), Gradient::new(), points());
        gradient.learn(&model, &points, 0.9);
        let mut slopes = gradient.slopes.clone();
        model.share(&mut slopes);
        let [own, other] = points.empty[0].0.map(usize::from);
        let rows =
            [own, KIND_COUNT + other, 2 * KIND_COUNT, 2 * KIND_COUNT + 1, usize::from(points.blank[0])];
        let shapes = (SHAPES_AT..COMMON_AT).step_by(5);
        let rows = rows.into_iter().flat_map(|row| (row * FEATURE_COUNT..).take(FEATURE_COUNT)).chain(shapes);
        let layers = LAYERS.into_iter().flat_map(|it| [it.at, it.at + it.inputs * it.neurons]);
        let mut steep = 0;
        for at in rows.chain(COMMON_AT..LAYERS_AT).chain(layers) {
            let mut loss_with = |change: f32| {
                let weight = model.weights[at];
                model.weights[at] += change;
                model.update_rows();
                let found = loss(gradient.chance(&model, &points), 0.9);
                model.weights[at] = weight;
                found
            };
            let seen = (loss_with(0.001) - loss_with(-0.001)) / 0.002;
            let told = f64::from(slopes[at]);
            assert!((seen - told).abs() < 0.0005 + 0.05 * told.abs(), "{at}: {seen} instead of {told}");
            steep += u32::from(told.abs() > 0.005);
        }
        assert!(steep > 5, "{steep}");
    }

    /// So the trainer and the engine mean the same by every weight.
    #[test]
    fn with_the_engines_weights_a_model_has_the_engines_value() {
        let points = points();
        let seen = Gradient::new().chance(&Model::current(), &points);
        let told = chance(points.value as f32 / NetworkWeights::SCALE);
        assert!((seen - told).abs() < 0.01, "{seen} instead of {told}");
        assert!((told - 0.5).abs() > 0.05, "{told} says little");
    }

    #[test]
    fn steps_bring_the_chance_to_the_score() {
        let (mut model, points) = (Model::new(&mut Dice::new(1, 2)), points());
        let mut gradients = [Gradient::new(), Gradient::new()];
        let before = gradients[0].chance(&model, &points);
        for _ in 0..200 {
            for gradient in &mut gradients {
                gradient.begin();
                gradient.learn(&model, &points, 0.9);
            }
            model.step(&mut gradients, 2, 0.003);
        }
        let after = gradients[0].chance(&model, &points);
        assert!((before - 0.9).abs() > 0.2 && (after - 0.9).abs() < 0.02, "from {before} to {after}");
    }
}
