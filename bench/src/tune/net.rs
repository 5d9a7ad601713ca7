//! Trains the engine's value network on games of the engine against itself, from nothing or further.

mod layer;
mod model;

use std::{fs, thread};

use anyhow::{Context as _, ensure};
use model::{Gradient, Model};
use tengen_engine::tuning::{self, NetworkWeights, Points};
use tengen_shared::rules::Position;

use super::{
    args::TuneNetArgs,
    check_writable,
    dataset::Dataset,
    record::{self, Origin, Record},
};
use crate::{arena::Dice, tell};

/// The number of positions in a step.
const BATCH: usize = 512;
/// The share of the game's result in a score; the rest is the engine's value of the position.
const OF_RESULT: f32 = 0.4;

/// A position, and the score of the side to move, 0 to 1. It comes from the engine's search and the end of the game, or, if a
/// random stone comes later, from the search alone.
struct Sample {
    points: Points,
    score: f32,
}

/// Trains the network and writes it as the engine's file.
///
/// # Errors
/// Returns an error if a file cannot be read or written, or has too few games.
pub(super) fn run(args: &TuneNetArgs) -> anyhow::Result<()> {
    ensure!(args.rate > 0.0, "--rate {} trains nothing: give it a number above 0, as 0.003", args.rate);
    check_writable(&args.out)?;
    let samples = read(args)?;
    let path = args.games_file.display();
    ensure!(
        samples.training.len() >= BATCH && !samples.validation.is_empty(),
        "{path} holds too few positions that were thought about: play games with tune play"
    );
    tell(&format!("{} positions", samples.len()));
    tell(&format!(
        "the present network: loss {:.5} of positions kept apart",
        present_loss(&samples.validation)
    ));
    let mut model = if args.further { Model::current() } else { Model::new(&mut Dice::new(args.seed, 0)) };
    train(&mut model, &samples, args)?;
    fs::write(&args.out, model.weights().to_file())
        .with_context(|| format!("cannot write {}", args.out.display()))
}

/// Reads the positions of all games that have a static evaluation.
fn read(args: &TuneNetArgs) -> anyhow::Result<Dataset<Sample>> {
    let path = &args.games_file;
    let games: Vec<(usize, Record)> = record::read(path)?.into_iter().enumerate().collect();
    Dataset::gather(&games, args.threads, |into, number, game| {
        add_game(into, game, Position::new(args.variant))
            .with_context(|| format!("line {} of {} is no game", number + 1, path.display()))
    })
}

/// Adds the positions of a game.
fn add_game(samples: &mut Vec<Sample>, game: &Record, mut position: Position) -> anyhow::Result<()> {
    let last_stray = game.turns.iter().rposition(|turn| matches!(turn.by, Origin::Chance(_)));
    for (at, turn) in game.turns.iter().enumerate() {
        if let Origin::Engine(worth) | Origin::Chance(worth) = turn.by
            && let Some(points) = tuning::points(&position)
        {
            let thought = chance(worth as f32 / NetworkWeights::SCALE);
            // A random stone changes the game, so the result says nothing about the positions up to it.
            let score = if last_stray.is_some_and(|stray| stray >= at) {
                thought
            } else {
                let to_move = position.to_move();
                let ended = game.winner.map_or(0.5, |stone| f32::from(u8::from(stone == to_move)));
                OF_RESULT.mul_add(ended - thought, thought)
            };
            samples.push(Sample { points, score });
        }
        position.play(turn.point)?;
    }
    Ok(())
}

/// Returns the chance to win for a value in units of the logistic function.
fn chance(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// Returns the loss of a chance to win, given the score: the cross entropy.
fn loss(chance: f32, score: f32) -> f64 {
    let chance = f64::from(chance).clamp(1e-6, 1.0 - 1e-6);
    let score = f64::from(score);
    -score * chance.ln() - (1.0 - score) * (1.0 - chance).ln()
}

/// Returns the mean loss of the network that the engine plays with.
fn present_loss(samples: &[Sample]) -> f64 {
    let of = |it: &Sample| loss(chance(it.points.value as f32 / NetworkWeights::SCALE), it.score);
    samples.iter().map(of).sum::<f64>() / samples.len() as f64
}

/// Makes the passes over all positions, each in an order of its own.
fn train(model: &mut Model, samples: &Dataset<Sample>, args: &TuneNetArgs) -> anyhow::Result<()> {
    let mut order: Vec<&Sample> = samples.training.iter().collect();
    let validation: Vec<&Sample> = samples.validation.iter().collect();
    let steps = order.len() / BATCH * args.passes;
    let mut gradients: Vec<Gradient> = (0..args.threads).map(|_| Gradient::new()).collect();
    let mut step = 0;
    for pass in 1..=args.passes {
        Dice::new(args.seed, pass as u64).shuffle(&mut order);
        let mut learnt = 0.0;
        for batch in order.chunks_exact(BATCH) {
            let part = step as f32 / steps as f32;
            step += 1;
            learnt +=
                measure(batch, &mut gradients, |gradient, it| gradient.learn(model, &it.points, it.score))?;
            // Half a cosine: Loshchilov and Hutter, "SGDR", 2017.
            let rate = args.rate * f32::midpoint(1.0, (std::f32::consts::PI * part).cos()) + 1e-6;
            model.step(&mut gradients, BATCH, rate);
        }
        let of_validation =
            measure(&validation, &mut gradients, |gradient, it| gradient.chance(model, &it.points))?;
        ensure!(model.is_finite(), "the weights have grown without bound: give a smaller --rate");
        let [learnt, of_validation] =
            [(learnt, order.len() / BATCH * BATCH), (of_validation, validation.len())]
                .map(|(sum, count)| sum / count as f64);
        tell(&format!(
            "pass {pass} of {}: loss {learnt:.5}, of positions kept apart {of_validation:.5}",
            args.passes
        ));
    }
    Ok(())
}

/// Returns the sum of the losses of positions, by the chances that `look` finds. Each thread looks at a part of them.
fn measure(
    samples: &[&Sample],
    gradients: &mut [Gradient],
    look: impl Fn(&mut Gradient, &Sample) -> f32 + Copy + Send,
) -> anyhow::Result<f64> {
    let share = samples.len().div_ceil(gradients.len());
    thread::scope(|scope| {
        let parts = samples.chunks(share).zip(gradients);
        let parts: Vec<_> = parts
            .map(|(samples, gradient)| {
                scope.spawn(move || {
                    gradient.begin();
                    samples.iter().map(|it| loss(look(gradient, it), it.score)).sum::<f64>()
                })
            })
            .collect();
        parts.into_iter().map(|part| part.join().map_err(|_| anyhow::anyhow!("a thread panicked"))).sum()
    })
}
