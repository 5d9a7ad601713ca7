//! Fits weights to the results of games: logistic regression with Adam (Kingma and Ba, 2015).

use std::{fmt::Write as _, fs};

use anyhow::{Context as _, ensure};
use tengen_engine::tuning::{self, Features, KIND_COUNT, STANDING_PAIRS};
use tengen_shared::rules::Position;

use super::{
    args::TuneFitArgs,
    record::{Origin, Record},
};
use crate::tell;

/// The number of evaluation units in one unit of the logistic function.
const SCALE: f32 = 200.0;
/// One in this many positions is a test position: not used for fitting, only to measure the loss.
const APART: usize = 10;
/// The number of positions in a step.
const BATCH: usize = 1024;
/// The strength of regularisation: it pulls weights of rare kinds to the sum of their shapes, and those of rare
/// standings to 0.
const PULL: f32 = 2e-6;
/// The share of the game's result in a score; the rest is the engine's value of the position.
const OF_RESULT: f32 = 0.4;
/// The number of shapes of a point.
const SHAPES: usize = 13;
/// The index of the first weight of standings, after those of kinds and shapes.
const STANDINGS: usize = 2 * (KIND_COUNT + SHAPES);
/// The number of weights. For either role, each kind has one, and each shape has one that all kinds with it share.
/// Each pair of standings has one.
const SIZE: usize = STANDINGS + STANDING_PAIRS;

/// A position and the score of the side to move, 0 to 1, from the engine's search and the end of the game.
struct Sample {
    features: Features,
    score: f32,
}

/// Fits the weights and writes them as the engine's source.
///
/// # Errors
/// Returns an error if a file cannot be read or written, or has no games.
pub(super) fn run(args: &TuneFitArgs) -> anyhow::Result<()> {
    let samples = read(args)?;
    let path = args.games_file.display();
    ensure!(
        samples.len() > APART,
        "{path} holds too few positions that were thought about: play games with tune play"
    );
    tell(&format!("{} positions", samples.len()));
    let mut model = Model::new();
    for pass in 0..=args.passes {
        if pass > 0 {
            model.pass(&samples, pass, args.passes);
        }
        let [learnt, apart] = model.losses(&samples);
        tell(&format!("pass {pass}: loss {learnt:.5}, of positions kept apart {apart:.5}"));
    }
    fs::write(&args.out, model.source()).with_context(|| format!("cannot write {}", args.out.display()))
}

/// Reads the positions of all games that have an estimated value.
fn read(args: &TuneFitArgs) -> anyhow::Result<Vec<Sample>> {
    let path = &args.games_file;
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut samples = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let what = || format!("line {} of {} is no game", number + 1, path.display());
        let record: Record = line.parse().with_context(what)?;
        let last_stray = record.turns.iter().rposition(|turn| matches!(turn.by, Origin::Chance(_)));
        let mut position = Position::new(args.variant);
        for (at, turn) in record.turns.iter().enumerate() {
            if let Origin::Engine(worth) | Origin::Chance(worth) = turn.by
                && let Some(features) = tuning::features(&position)
            {
                let thought = chance(worth as f32 / SCALE);
                // A random stone changes the game, so the result says nothing about the positions up to it.
                let score = if last_stray.is_some_and(|stray| stray >= at) {
                    thought
                } else {
                    let to_move = position.to_move();
                    let ended = record.winner.map_or(0.5, |stone| f32::from(u8::from(stone == to_move)));
                    OF_RESULT.mul_add(ended - thought, thought)
                };
                samples.push(Sample { features, score });
            }
            position.play(turn.point).with_context(what)?;
        }
    }
    Ok(samples)
}

/// Returns the chance to win for a value in units of the logistic function.
fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The weights, and Adam's moments of their gradients.
struct Model {
    weights: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    kinds: Vec<[u8; 4]>,
}

impl Model {
    /// Creates a model with the engine's present weights.
    fn new() -> Self {
        let mut weights = vec![0.0; SIZE];
        for (role, current) in tuning::current().into_iter().enumerate() {
            for (kind, weight) in current.into_iter().enumerate() {
                weights[role * KIND_COUNT + kind] = f32::from(weight) / SCALE;
            }
        }
        for (at, weight) in tuning::current_standings().into_iter().enumerate() {
            weights[STANDINGS + at] = f32::from(weight) / SCALE;
        }
        Self { weights, mean: vec![0.0; SIZE], square: vec![0.0; SIZE], steps: 0, kinds: tuning::kinds() }
    }

    /// Returns the weight of a kind in a role: its own plus those of its shapes.
    fn weight(&self, role: usize, kind: usize) -> f32 {
        let shape = |it: &u8| self.weights[2 * KIND_COUNT + role * SHAPES + usize::from(*it)];
        self.weights[role * KIND_COUNT + kind] + self.kinds[kind].iter().map(shape).sum::<f32>()
    }

    /// Returns the chance that the side to move wins, according to the weights.
    fn chance(&self, features: &Features) -> f32 {
        let sum = |role, of: &[(u16, u8)]| {
            of.iter()
                .map(|(kind, count)| self.weight(role, usize::from(*kind)) * f32::from(*count))
                .sum::<f32>()
        };
        let standings = self.weights[STANDINGS + usize::from(features.standings)];
        chance(sum(0, &features.to_move) - sum(1, &features.waiting) + standings)
    }

    fn pass(&mut self, samples: &[Sample], pass: usize, passes: usize) {
        let rate = 0.002 * (1.0 - (pass - 1) as f32 / passes as f32).powi(2) + 2e-5;
        let learnt: Vec<&Sample> =
            samples.iter().enumerate().filter(|(at, _)| at % APART != 0).map(|(_, it)| it).collect();
        let batches = learnt.len().div_ceil(BATCH);
        for batch in 0..batches {
            let mut slope = vec![0.0; SIZE];
            // Take samples at regular intervals, so that a batch has positions of many games.
            let of_batch = learnt.iter().skip(batch).step_by(batches);
            let share = batches as f32 / learnt.len() as f32;
            for sample in of_batch {
                let error = (self.chance(&sample.features) - sample.score) * share;
                slope[STANDINGS + usize::from(sample.features.standings)] += error;
                let roles = [(&sample.features.to_move, error), (&sample.features.waiting, -error)];
                for (role, (of, error)) in roles.into_iter().enumerate() {
                    for (kind, count) in of {
                        let by = error * f32::from(*count);
                        slope[role * KIND_COUNT + usize::from(*kind)] += by;
                        for shape in self.kinds[usize::from(*kind)] {
                            slope[2 * KIND_COUNT + role * SHAPES + usize::from(shape)] += by;
                        }
                    }
                }
            }
            for (at, (slope, weight)) in slope.iter_mut().zip(&self.weights).enumerate() {
                if !(2 * KIND_COUNT..STANDINGS).contains(&at) {
                    *slope += PULL * weight;
                }
            }
            self.step(&slope, rate);
        }
    }

    fn step(&mut self, slope: &[f32], rate: f32) {
        self.steps += 1;
        let (fade_mean, fade_square) = (0.9_f32, 0.999_f32);
        let [fix_mean, fix_square] = [fade_mean, fade_square].map(|fade| 1.0 - fade.powi(self.steps));
        for (at, slope) in slope.iter().enumerate() {
            self.mean[at] = fade_mean * self.mean[at] + (1.0 - fade_mean) * slope;
            self.square[at] = fade_square * self.square[at] + (1.0 - fade_square) * slope * slope;
            let by = self.mean[at] / fix_mean / ((self.square[at] / fix_square).sqrt() + 1e-8);
            self.weights[at] -= rate * by;
        }
    }

    /// Returns the mean loss of the training positions and of the test positions.
    fn losses(&self, samples: &[Sample]) -> [f64; 2] {
        let mut sums = [(0.0, 0_u32); 2];
        for (at, sample) in samples.iter().enumerate() {
            let chance = f64::from(self.chance(&sample.features)).clamp(1e-6, 1.0 - 1e-6);
            let score = f64::from(sample.score);
            let (sum, count) = &mut sums[usize::from(at % APART == 0)];
            *sum -= score * chance.ln() + (1.0 - score) * (1.0 - chance).ln();
            *count += 1;
        }
        sums.map(|(sum, count)| sum / f64::from(count.max(1)))
    }

    /// Returns the engine's source code with these weights.
    fn source(&self) -> String {
        let mut text =
            "//! The weights of the evaluation, by kind of shapes: written by `tengen-bench tune fit`.\n\n\
                        use super::STANDINGS;\nuse crate::pattern::KINDS;\n"
                .to_owned();
        for (role, (name, what)) in
            [("TO_MOVE", "to the side to move"), ("WAITING", "to the other side")].into_iter().enumerate()
        {
            let _ = write!(text, "\n/// What a point's shapes are worth {what}.\n#[rustfmt::skip]\n");
            let _ = writeln!(text, "pub(crate) const {name}: [i16; KINDS] = [");
            let units = |kind| units(self.weight(role, kind));
            let all: Vec<String> = (0..KIND_COUNT).map(units).collect();
            add(&mut text, &all);
        }
        text += "\n/// What the standings of the side to move and of the other one are worth, by pair.\n";
        text += "#[rustfmt::skip]\n";
        text += "pub(crate) const OF_STANDINGS: [i16; STANDINGS * STANDINGS] = [\n";
        let all: Vec<String> = self.weights[STANDINGS..].iter().map(|it| units(*it)).collect();
        add(&mut text, &all);
        text
    }
}

/// Converts a weight to the engine's units.
fn units(weight: f32) -> String {
    #[allow(clippy::cast_possible_truncation, reason = "kept within bounds that an i16 holds")]
    let units = (weight * SCALE).round().clamp(-4000.0, 4000.0) as i16;
    units.to_string()
}

/// Writes the elements and the end of an array.
pub(super) fn add(text: &mut String, units: &[String]) {
    for row in units.chunks(20) {
        let _ = writeln!(text, "    {},", row.join(", "));
    }
    *text += "];\n";
}
