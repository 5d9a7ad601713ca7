//! Fits the policy, which orders the moves of the search, to the moves that turned out best in nodes of searches.
//!
//! Multinomial logistic regression over the moves of a node, by stochastic gradient descent with a rate for each weight
//! (AdaGrad: Duchi, Hazan and Singer, 2011). After a fit, the searches meet other nodes: fit again until matches show no gain.

use std::{fmt::Write as _, fs, iter};

use anyhow::{Context as _, ensure};
use tengen_engine::tuning::{
    self, CLASS_COUNT, Decision, FULL_HISTORY, KIND_COUNT, MOST_RANK, PolicyWeights, RANK_UNIT, STEP_COUNT,
    Seen,
};
use tengen_shared::rules::Position;

use super::{
    args::TuneOrderArgs,
    check_writable,
    dataset::Dataset,
    record::{self, Origin, Turn},
};
use crate::{arena::Dice, tell};

/// The rate of the first pass. It falls by equal steps, to 0 after the last one.
const RATE: f32 = 0.1;

/// Where the groups of weights in a model begin, after those of the kinds.
const CLASSES_AT: usize = 2 * KIND_COUNT;
const STEPS_AT: usize = CLASSES_AT + CLASS_COUNT * CLASS_COUNT;
const MARKS_AT: usize = STEPS_AT + 2 * STEP_COUNT;
const HISTORY_AT: usize = MARKS_AT + 3;
const SIZE: usize = HISTORY_AT + 1;

/// Fits the weights and writes them as the engine's source.
///
/// # Errors
/// Returns an error if a file cannot be read or written, or has too few games.
pub(super) fn run(args: &TuneOrderArgs) -> anyhow::Result<()> {
    check_writable(&args.out)?;
    let positions = read(args)?;
    let path = args.games_file.display();
    ensure!(!positions.is_empty(), "{path} holds no positions: play games with tune play");
    let nodes = Dataset::gather(&positions, args.threads, |into, _, position| {
        into.extend(tuning::decisions(position, args.nodes, args.every));
        Ok(())
    })?;
    ensure!(
        !nodes.training.is_empty() && !nodes.validation.is_empty(),
        "{path} gave too few nodes: play more games with tune play, give more --nodes, or a smaller --every"
    );
    tell(&format!("{} nodes from {} positions", nodes.len(), positions.len()));
    let mut model = Model::new();
    model.measure(&nodes.validation, 0);
    for pass in 1..=args.passes {
        model.pass(&nodes.training, RATE * (1.0 - (pass - 1) as f32 / args.passes as f32));
        model.measure(&nodes.validation, pass);
    }
    fs::write(&args.out, source(&model.weights()))
        .with_context(|| format!("cannot write {}", args.out.display()))
}

/// Reads the games, and returns at most as many positions as wanted, at regular intervals, with the numbers of their games.
fn read(args: &TuneOrderArgs) -> anyhow::Result<Vec<(usize, Position)>> {
    let path = &args.games_file;
    let games = record::read(path)?;
    let what = |number: usize| format!("line {} of {} is no game", number + 1, path.display());
    let by_engine = |turn: &Turn| turn.by != Origin::Opening;
    let all = games.iter().flat_map(|game| &game.turns).filter(|turn| by_engine(turn)).count();
    let step = all.div_ceil(args.positions).max(1);
    let mut wanted = iter::once(true).chain(iter::repeat_n(false, step - 1)).cycle();
    let mut positions = Vec::new();
    for (number, game) in games.iter().enumerate() {
        let mut position = Position::new(args.variant);
        for turn in &game.turns {
            if by_engine(turn) && wanted.next() == Some(true) {
                positions.push((number, position.clone()));
            }
            position.play(turn.point).with_context(|| what(number))?;
        }
    }
    Ok(positions)
}

/// The weights in units of the logistic function, and the sums of their squared gradients.
struct Model {
    weights: Vec<f32>,
    squares: Vec<f32>,
    classes: Vec<u8>,
    dice: Dice,
    /// The ranks of the moves of a node, kept to save allocations.
    ranks: Vec<f32>,
}

impl Model {
    /// Creates a model with the engine's present weights.
    fn new() -> Self {
        let now = tuning::current_policy();
        let short = [now.kinds.concat(), now.classes.concat(), now.steps.concat()].concat();
        let short = short.into_iter().map(f32::from);
        let last = now.marks.into_iter().chain([now.history]).map(|it| it as f32);
        let weights: Vec<f32> = short.chain(last).map(|it| it / RANK_UNIT).collect();
        debug_assert_eq!(weights.len(), SIZE);
        Self {
            squares: vec![0.0; SIZE],
            weights,
            classes: tuning::kind_classes(),
            dice: Dice::new(1, 0),
            ranks: Vec::new(),
        }
    }

    /// Calls `each` for every weight that counts for a move, with its factor.
    fn features(classes: &[u8], it: &Seen, mut each: impl FnMut(usize, f32)) {
        let [mine, theirs] = it.kinds.map(|kind| kind.map(usize::from));
        let class = |kind: Option<usize>| kind.map_or(0, |kind| usize::from(classes[kind]));
        for (kind, from) in [(mine, 0), (theirs, KIND_COUNT)] {
            if let Some(kind) = kind {
                each(from + kind, 1.0);
            }
        }
        each(CLASSES_AT + class(mine) * CLASS_COUNT + class(theirs), 1.0);
        for (at, step) in it.steps.into_iter().enumerate() {
            if let Some(step) = step {
                each(STEPS_AT + at * STEP_COUNT + usize::from(step), 1.0);
            }
        }
        for (at, _) in it.trace.marks.into_iter().enumerate().filter(|(_, marked)| *marked) {
            each(MARKS_AT + at, 1.0);
        }
        each(HISTORY_AT, f32::from(it.trace.history) / FULL_HISTORY as f32);
    }

    /// Computes the ranks of a node's moves, and returns their greatest and the sum of their exponentials relative to it.
    fn rank(&mut self, node: &Decision) -> (f32, f32) {
        let Self { weights, classes, ranks, .. } = self;
        ranks.clear();
        ranks.extend(node.moves.iter().map(|it| {
            let mut rank = 0.0;
            Self::features(classes, it, |at, by| rank += weights[at] * by);
            rank
        }));
        let top = ranks.iter().copied().fold(f32::MIN, f32::max);
        (top, ranks.iter().map(|rank| (rank - top).exp()).sum())
    }

    /// Learns from all nodes once, in random order.
    fn pass(&mut self, nodes: &[Decision], rate: f32) {
        let mut order: Vec<&Decision> = nodes.iter().collect();
        self.dice.shuffle(&mut order);
        for node in order {
            let (top, sum) = self.rank(node);
            let Self { weights, squares, classes, ranks, .. } = self;
            for (at, (it, rank)) in node.moves.iter().zip(ranks).enumerate() {
                let error = (*rank - top).exp() / sum - f32::from(u8::from(at == node.best));
                Self::features(classes, it, |weight, by| {
                    let slope = error * by;
                    squares[weight] += slope * slope;
                    weights[weight] -= rate * slope / (1.0 + squares[weight]).sqrt();
                });
            }
        }
    }

    /// Prints how well the nodes kept apart are met: the mean loss, and how often the best move ranks first.
    fn measure(&mut self, nodes: &[Decision], pass: usize) {
        let (mut loss, mut first, mut count) = (0.0, 0_u32, 0_u32);
        for node in nodes {
            let (top, sum) = self.rank(node);
            let (before, rest) = self.ranks.split_at(node.best);
            loss += f64::from(top + sum.ln() - rest[0]);
            // Of equal moves, the search tries the first one first.
            first += u32::from(rest[0] >= top && before.iter().all(|rank| *rank < top));
            count += 1;
        }
        let [loss, first] = [loss, 100.0 * f64::from(first)].map(|it| it / f64::from(count));
        tell(&format!(
            "pass {pass}: of nodes kept apart, loss {loss:.4}, the best move ranks first in {first:.1} %"
        ));
    }

    /// Returns the weights in the engine's units.
    fn weights(&self) -> PolicyWeights {
        let most = f32::from(MOST_RANK);
        #[allow(
            clippy::cast_possible_truncation,
            reason = "kept within what a packed word of the engine holds"
        )]
        let unit = |at: usize| (self.weights[at] * RANK_UNIT).round().clamp(-most, most) as i16;
        PolicyWeights {
            kinds: [0, KIND_COUNT].map(|from| (from..from + KIND_COUNT).map(unit).collect()),
            classes: std::array::from_fn(|mine| {
                std::array::from_fn(|theirs| unit(CLASSES_AT + mine * CLASS_COUNT + theirs))
            }),
            steps: [0, STEP_COUNT].map(|from| std::array::from_fn(|at| unit(STEPS_AT + from + at))),
            marks: std::array::from_fn(|at| unit(MARKS_AT + at).into()),
            history: unit(HISTORY_AT).into(),
        }
    }
}

/// Returns the engine's source code with these weights.
fn source(weights: &PolicyWeights) -> String {
    let PolicyWeights { kinds: [own, other], classes, steps: [latest, before], marks, history } = weights;
    let mut text = "//! The weights of the policy: written by `tengen-bench tune order`.\n\n\
                    use super::STEPS;\nuse crate::pattern::{Class, KINDS};\n"
        .to_owned();
    let mut array = |what: &str, name: &str, size: &str, of: &[i16]| {
        let _ = write!(text, "\n/// {what}\n#[rustfmt::skip]\npub(crate) const {name}: [i16; {size}] = [\n");
        let all: Vec<String> = of.iter().map(i16::to_string).collect();
        add(&mut text, &all);
    };
    array("By the kind of the mover's shapes at the point.", "OWN", "KINDS", own);
    array("By the kind of the other side's shapes at the point.", "OTHER", "KINDS", other);
    array("By the step to the last stone.", "LATEST", "STEPS", latest);
    array("By the step to the stone before.", "BEFORE", "STEPS", before);
    text +=
        "\n/// By the threat classes of the mover and of the other side at the point.\n#[rustfmt::skip]\n";
    text += "pub(crate) const CLASSES: [[i16; Class::COUNT]; Class::COUNT] = [\n";
    for row in classes {
        let _ = writeln!(text, "    {row:?},");
    }
    text += "];\n\n/// For the latest killer move of the ply, the one before, and the countermove.\n";
    let _ = writeln!(text, "pub(crate) const MARKS: [i32; 3] = {marks:?};");
    let _ = writeln!(text, "/// For a full history score.\npub(crate) const HISTORY: i32 = {history};");
    text
}

/// Writes the elements and the end of an array.
fn add(text: &mut String, units: &[String]) {
    for row in units.chunks(20) {
        let _ = writeln!(text, "    {},", row.join(", "));
    }
    *text += "];\n";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_teaches_the_best_moves() {
        let mut position = Position::new(tengen_shared::rules::Variant::GOMOKU15);
        for point in ["h8", "i9", "i8", "g8"] {
            position.play(point.parse().unwrap()).unwrap();
        }
        let nodes = tuning::decisions(&position, 20_000, std::num::NonZeroU32::MIN);
        let mut model = Model { weights: vec![0.0; SIZE], ..Model::new() };
        let loss = |model: &mut Model| -> f32 {
            nodes
                .iter()
                .map(|node| {
                    let (top, sum) = model.rank(node);
                    top + sum.ln() - model.ranks[node.best]
                })
                .sum()
        };
        let before = loss(&mut model);
        model.pass(&nodes, RATE);
        let after = loss(&mut model);
        assert!(after < 0.7 * before, "{after} against {before}");
    }

    #[test]
    fn the_engines_source_is_what_its_weights_give() {
        let weights = Model::new().weights();
        assert_eq!(weights, tuning::current_policy());
        assert_eq!(source(&weights), include_str!("../../../engine/src/policy/weights.rs"));
    }
}
