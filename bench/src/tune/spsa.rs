//! Tunes the numbers of the search, all together, by games of the engine against itself.
//!
//! Simultaneous perturbation stochastic approximation: Spall, "Multivariate stochastic approximation using a simultaneous
//! perturbation gradient approximation", 1992. Each pair of games changes all numbers at once, by chance up or down. Both
//! players have opposite changes, and the numbers move towards those of the winner. The names of the constants and their
//! schedule are those of Fishtest, which tunes Stockfish.

mod state;

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    thread,
};

use anyhow::ensure;
use state::State;
use tengen_engine::{
    Engine as _, Limits, StopFlag, Value,
    pvs::PvsEngine,
    tuning::{Param, Params},
};
use tengen_shared::rules::{Outcome, Position, Stone};

use crate::{
    arena::{Dice, Fairness, Openings},
    cli::TuneSpsaArgs,
    tell,
};

/// The size of a player's transposition table, in bytes.
const TABLE_BYTES: usize = 4 << 20;
/// The numbers of stones in an opening.
const OPENING: [usize; 5] = [3, 4, 5, 6, 7];
/// How fast the changes of the numbers become smaller: Spall, "Implementation of the simultaneous perturbation
/// algorithm", 1998.
const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The share of all pairs by which the first steps are made smaller.
const STABLE: f64 = 0.1;
/// The number of pairs between two messages about the progress.
const TELL_EVERY: u64 = 50;

/// A pair of games to play: the numbers of both players.
#[derive(Clone, Debug, PartialEq)]
struct Trial {
    number: u64,
    /// For each number, whether the first player has more of it or less.
    signs: Vec<f64>,
    players: [Params; 2],
}

/// Plays the pairs that are left, and stores the numbers after each.
///
/// # Errors
/// Returns an error if the file cannot be read or written, or belongs to other numbers, or if no opening is found.
pub(super) fn run(args: &TuneSpsaArgs) -> anyhow::Result<()> {
    let state = State::open(args)?;
    ensure!(
        args.rate > 0.0 && args.rate <= 1.0,
        "--rate {} is no share: give one above 0, up to 1",
        args.rate
    );
    ensure!(state.played < state.pairs, "all {} pairs are played: give more with --pairs", state.pairs);
    let run = Run { next: Mutex::new(state.played), state: Mutex::new(state), args };
    thread::scope(|scope| {
        let players: Vec<_> = (0..args.threads.max(1)).map(|_| scope.spawn(|| run.play())).collect();
        players
            .into_iter()
            .try_for_each(|it| it.join().unwrap_or_else(|_| anyhow::bail!("a player panicked")))
    })?;
    run.lock().print(&mut std::io::stdout().lock())?;
    Ok(())
}

/// A run of the tuner.
struct Run<'a> {
    args: &'a TuneSpsaArgs,
    /// The next pair to play.
    next: Mutex<u64>,
    state: Mutex<State>,
}

impl Run<'_> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays one pair after the other.
    fn play(&self) -> anyhow::Result<()> {
        while let Some(trial) = self.next_trial() {
            let mut dice = Dice::new(self.args.seed, trial.number);
            let plies = dice.pick(&OPENING).unwrap_or(OPENING[0]);
            let drawn = Openings::draw(self.args.variant, plies, 1, Fairness::Even, &mut dice)?;
            let result =
                drawn.positions.iter().map(|opening| pair(trial.players, opening, self.args.nodes)).sum();
            let mut state = self.lock();
            state.learn(&trial, result);
            state.save(&self.args.state)?;
            if state.played.is_multiple_of(TELL_EVERY) {
                tell(&format!("{} of {} pairs", state.played, state.pairs));
            }
        }
        Ok(())
    }

    fn next_trial(&self) -> Option<Trial> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let state = self.lock();
        let number = *next;
        *next += 1;
        (number < state.pairs).then(|| state.trial(number, self.args.seed))
    }
}

/// Plays an opening with either colour. Returns how many games more the first player has won, from -2 to 2.
fn pair([a, b]: [Params; 2], opening: &Position, nodes: u64) -> i32 {
    let points = |winner: Option<Stone>, first: Stone| match winner {
        None => 0,
        Some(stone) if stone == first => 1,
        Some(_) => -1,
    };
    points(game([a, b], opening.clone(), nodes), Stone::Black)
        + points(game([b, a], opening.clone(), nodes), Stone::White)
}

/// Plays a game between Black and White, until a win is proven. Returns the winner.
fn game(players: [Params; 2], mut position: Position, nodes: u64) -> Option<Stone> {
    let limits = Limits { max_nodes: Some(nodes), ..Limits::default() };
    let [mut black, mut white] =
        players.map(|params| PvsEngine::new(TABLE_BYTES, u8::MAX).with_params(params));
    while position.outcome().is_none() {
        let mover = position.to_move();
        let player = if mover == Stone::Black { &mut black } else { &mut white };
        let choice = player.choose(&position, &limits, &StopFlag::default(), &mut ())?;
        match choice.value {
            Value::Win(_) => return Some(mover),
            Value::Loss(_) => return Some(mover.other()),
            Value::Estimate(_) => {}
        }
        position.play(choice.point).ok()?;
    }
    match position.outcome() {
        Some(Outcome::Win(stone)) => Some(stone),
        Some(Outcome::Draw) | None => None,
    }
}

/// Returns by how much a trial changes a number, after `played` of `pairs` pairs. At the end, it is the number's step.
fn change(param: &Param, played: u64, pairs: u64) -> f64 {
    let [played, pairs] = [played, pairs].map(as_float);
    f64::from(param.step) * (pairs / (played + 1.0)).powf(GAMMA)
}

/// Returns by how much a number moves for each game won more, as a share of its change in the trial. `rate` is that share
/// at the end.
fn pull(param: &Param, played: u64, pairs: u64, rate: f64) -> f64 {
    let larger = change(param, played, pairs) / f64::from(param.step);
    let [played, pairs] = [played, pairs].map(as_float);
    let stable = STABLE * pairs;
    rate * ((stable + pairs) / (stable + played + 1.0)).powf(ALPHA) / (larger * larger)
}

#[allow(clippy::cast_precision_loss, reason = "some millions at most")]
const fn as_float(count: u64) -> f64 {
    count as f64
}
