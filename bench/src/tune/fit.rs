//! Weights fitted to the results of games: logistic regression with Adam (Kingma and Ba, 2015).

use std::{fmt::Write as _, fs};

use anyhow::{Context as _, ensure};
use tengen_engine::tuning::{self, Features, KIND_COUNT, STANDING_PAIRS};
use tengen_shared::rules::Position;

use super::record::{Origin, Record};
use crate::{cli::TuneFitArgs, tell};

/// How many units of the evaluation are one unit of the logistic function.
const SCALE: f32 = 200.0;
/// One position in so many is kept apart, to see how well the weights do on what they were not fitted to.
const APART: usize = 10;
/// Positions of a step.
const BATCH: usize = 1024;
/// How strongly weights of rare kinds are drawn to what their shapes alone say, and those of rare standings to 0.
const PULL: f32 = 2e-6;
/// How much the end of the game counts, against what the engine thought of the position.
const OF_RESULT: f32 = 0.4;
/// Shapes of a point.
const SHAPES: usize = 13;
/// Where the weights of standings begin, behind those of kinds and shapes.
const STANDINGS: usize = 2 * (KIND_COUNT + SHAPES);
/// Weights: for either role, one for each kind, and one for each shape, which all kinds with it share; and one for
/// each pair of standings.
const SIZE: usize = STANDINGS + STANDING_PAIRS;

/// A position and how the side to move fared, by the engine's search and the end of the game: 0 to 1.
struct Sample {
    features: Features,
    score: f32,
}

/// Fits the weights and writes them as the engine's source.
///
/// # Errors
/// If a file cannot be read or written, or holds no games.
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

/// The positions of all games that are estimated at all.
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
                // Up to a stone set by chance, the end of the game is that of another game.
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

/// The chance to win that goes with a value in units of the logistic function.
fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// The weights and what Adam remembers of their slopes.
struct Model {
    weights: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    kinds: Vec<[u8; 4]>,
}

impl Model {
    /// Begins with the engine's weights.
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

    /// The weight of a kind in a role: its own and those of its shapes.
    fn weight(&self, role: usize, kind: usize) -> f32 {
        let shape = |it: &u8| self.weights[2 * KIND_COUNT + role * SHAPES + usize::from(*it)];
        self.weights[role * KIND_COUNT + kind] + self.kinds[kind].iter().map(shape).sum::<f32>()
    }

    /// The chance that the side to move wins, by the weights.
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
            // Every so-many-th sample, so that a batch has positions of many games.
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

    /// The mean loss of what was learnt from and of what was kept apart.
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

    /// The engine's source with these weights.
    fn source(&self) -> String {
        let mut text =
            "//! The weights of the evaluation, by kind of shapes: written by `tengen-bench tune fit`.\n\n\
                        use super::{KINDS, STANDINGS};\n"
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

/// A weight in the engine's units.
fn units(weight: f32) -> String {
    #[allow(clippy::cast_possible_truncation, reason = "kept within bounds that an i16 holds")]
    let units = (weight * SCALE).round().clamp(-4000.0, 4000.0) as i16;
    units.to_string()
}

/// Adds the rest of an array.
fn add(text: &mut String, units: &[String]) {
    for row in units.chunks(20) {
        let _ = writeln!(text, "    {},", row.join(", "));
    }
    *text += "];\n";
}
