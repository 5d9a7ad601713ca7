//! What a run of the tuner knows, and its file.

use std::{fs, io, io::Write, path::Path};

use anyhow::{Context as _, ensure};
use serde::{Deserialize, Serialize};
use tengen_engine::tuning::{Param, Params};

use super::{Schedule, Trial};
use crate::{arena::Dice, tune::args::TuneSpsaArgs};

/// The numbers as they are tuned so far.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct State {
    /// The pairs of games played so far.
    pub(super) played: u64,
    variant: String,
    nodes: u64,
    /// The sum of the squares of how far each pair moved a number, in its steps. The root of this is how far a number would
    /// have moved if chance had decided all games.
    chance: f64,
    values: Vec<Tuned>,
}

/// A number by its name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Tuned {
    name: String,
    value: f64,
}

impl State {
    /// Reads the state from the file, or begins with the engine's numbers if there is none.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or was written with other options or by a program with other numbers.
    pub(super) fn open(args: &TuneSpsaArgs) -> anyhow::Result<Self> {
        let path = args.state.display();
        let text = match fs::read_to_string(&args.state) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::new(args)),
            other => other.with_context(|| format!("cannot read {path}"))?,
        };
        let state: Self =
            serde_json::from_str(&text).with_context(|| format!("{path} is not a state of `tune spsa`"))?;
        let names = state.values.iter().map(|it| it.name.as_str());
        ensure!(
            names.eq(Params::ALL.iter().map(|param| param.name)),
            "{path} has other numbers than this engine: begin a new file"
        );
        ensure!(
            (state.nodes, state.variant.as_str()) == (args.nodes, args.play.variant.to_string().as_str()),
            "{path} is for {} with {} nodes a move: give the same options, or begin a new file",
            state.variant,
            state.nodes
        );
        Ok(state)
    }

    fn new(args: &TuneSpsaArgs) -> Self {
        let tuned = |param: &Param| Tuned { name: param.name.to_owned(), value: param.best.into() };
        Self {
            played: 0,
            variant: args.play.variant.to_string(),
            nodes: args.nodes,
            chance: 0.0,
            values: Params::ALL.iter().map(tuned).collect(),
        }
    }

    /// Replaces the file, in one step.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(super) fn save(&self, path: &Path) -> anyhow::Result<()> {
        let new = path.with_extension("new");
        let text = serde_json::to_string_pretty(self)?;
        fs::write(&new, text + "\n").with_context(|| format!("cannot write {}", new.display()))?;
        fs::rename(&new, path).with_context(|| format!("cannot write {}", path.display()))
    }

    /// Draws the numbers of both players of a pair.
    pub(super) fn trial(&self, schedule: &Schedule, number: u64, dice: &mut Dice) -> Trial {
        let mut signs = Vec::new();
        let mut players = [Vec::new(), Vec::new()];
        for (param, tuned) in Params::ALL.iter().zip(&self.values) {
            let sign = if dice.draw().is_multiple_of(2) { 1.0 } else { -1.0 };
            let by = sign * schedule.change(param, number);
            for (values, value) in players.iter_mut().zip([tuned.value + by, tuned.value - by]) {
                values.push(rounded(value, dice));
            }
            signs.push(sign);
        }
        Trial { number, signs, players: players.map(|values| Params::with(&values)) }
    }

    /// Moves the numbers towards those of the player that has won more games. `result`: the games that the first player
    /// has won more.
    pub(super) fn learn(&mut self, schedule: &Schedule, trial: &Trial, result: i32) {
        let shift = schedule.shift(trial.number) * f64::from(result);
        self.chance += shift * shift;
        for ((param, tuned), sign) in Params::ALL.iter().zip(&mut self.values).zip(&trial.signs) {
            let value = (sign * shift).mul_add(f64::from(param.step), tuned.value);
            tuned.value = value.clamp(param.least.into(), param.most.into());
        }
        self.played += 1;
    }

    /// Prints the numbers beside those of the engine, and how far they are from these.
    ///
    /// # Errors
    /// Returns an error if they cannot be written.
    pub(super) fn print(&self, to: &mut impl Write) -> io::Result<()> {
        writeln!(
            to,
            "after {} pairs; by chance alone, a number moves {:.1} steps",
            self.played,
            self.chance.sqrt()
        )?;
        for (param, tuned) in Params::ALL.iter().zip(&self.values) {
            let steps = (tuned.value - f64::from(param.best)) / f64::from(param.step);
            writeln!(to, "{:<16} {:>6} -> {:>8.1}, {steps:+.1} steps", param.name, param.best, tuned.value)?;
        }
        Ok(())
    }
}

/// Rounds up or down by chance, so that the mean is the value itself.
#[allow(clippy::cast_possible_truncation, reason = "the numbers are below some thousands")]
fn rounded(value: f64, dice: &mut Dice) -> i32 {
    let part = f64::from((dice.draw() >> 40) as u32) / f64::from(1_u32 << 24);
    (value + part).floor() as i32
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::{
        cli::{Args, Command},
        tune::args::{TuneArgs, TuneStep},
    };

    fn args(state: &Path, options: &str) -> TuneSpsaArgs {
        let words = ["tengen-bench", "tune", "spsa", state.to_str().unwrap()];
        let words = words.into_iter().chain(options.split_whitespace());
        match Args::try_parse_from(words).unwrap().command {
            Command::Tune(TuneArgs { step: TuneStep::Spsa(args) }) => args,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_numbers_move_to_where_games_are_won() {
        let folder = tempfile::tempdir().unwrap();
        let args = args(&folder.path().join("state"), "--pairs 4000 --rate 0.02");
        let schedule = Schedule::new(args.pairs, args.rate).unwrap();
        let mut state = State::new(&args);
        // The first number is best at 40, and the second at its least; the others change nothing.
        let worth = |state: &State, trial: &Trial, side: f64| {
            let value = |at: usize| {
                let param = &Params::ALL[at];
                let by = trial.signs[at] * schedule.change(param, trial.number) * side;
                (state.values[at].value + by) / f64::from(param.step)
            };
            -(value(0) - 10.0).powi(2) - value(1)
        };
        let mut dice = Dice::new(5, 5);
        for number in 0..args.pairs {
            let trial = state.trial(&schedule, number, &mut dice);
            let more = worth(&state, &trial, 1.0) - worth(&state, &trial, -1.0);
            let chance = f64::from(u8::try_from(dice.draw() % 100).unwrap()) / 25.0 - 2.0;
            let result = if more / 2.0 > chance { 1 } else { -1 };
            state.learn(&schedule, &trial, result);
        }
        let step = f64::from(Params::ALL[0].step);
        assert!((state.values[0].value / step - 10.0).abs() < 1.0, "{:?}", state.values[0]);
        assert!(state.values[1].value < f64::from(Params::ALL[1].best), "{:?}", state.values[1]);
    }

    #[test]
    fn a_run_goes_on_where_it_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let args = args(&path, "--pairs 10");
        let schedule = Schedule::new(10, 0.01).unwrap();
        let mut state = State::open(&args).unwrap();
        let trial = state.trial(&schedule, 0, &mut Dice::new(1, 0));
        state.learn(&schedule, &trial, 2);
        state.save(&path).unwrap();
        let again = State::open(&args).unwrap();
        assert_eq!(again.played, 1);
        let moved = 2.0 * schedule.shift(0);
        assert!((again.chance.sqrt() - moved).abs() < 1e-9, "{} instead of {moved}", again.chance.sqrt());
        for (read, written) in again.values.iter().zip(&state.values) {
            assert_eq!(read.name, written.name);
            assert!((read.value - written.value).abs() < 1e-6, "{read:?}, {written:?}");
        }
        assert_ne!(again.values, State::new(&args).values, "a pair was played");
    }

    #[test]
    fn both_players_are_the_engine_with_opposite_changes() {
        let folder = tempfile::tempdir().unwrap();
        let state = State::new(&args(&folder.path().join("state"), "--pairs 10"));
        let schedule = Schedule::new(10, 0.01).unwrap();
        let trial = state.trial(&schedule, 3, &mut Dice::new(1, 3));
        assert_ne!(trial.players[0], trial.players[1]);
        assert!(trial.signs.contains(&1.0) && trial.signs.contains(&-1.0));
        assert_ne!(state.trial(&schedule, 4, &mut Dice::new(1, 4)).signs, trial.signs);
    }

    #[test]
    fn a_file_of_something_else_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let first = args(&path, "--pairs 10");
        State::new(&first).save(&path).unwrap();
        let other = args(&path, "--pairs 10 --nodes 7");
        assert!(State::open(&other).unwrap_err().to_string().contains("give the same options"));
        let text = fs::read_to_string(&path).unwrap().replacen("\"window\"", "\"width\"", 1);
        fs::write(&path, text).unwrap();
        assert!(State::open(&first).unwrap_err().to_string().contains("other numbers"));
        fs::write(&path, "{}").unwrap();
        assert!(State::open(&first).unwrap_err().to_string().contains("not a state"));
    }
}
