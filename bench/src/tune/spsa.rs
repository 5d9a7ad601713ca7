//! Tunes the numbers of the search, all together, by games of the engine against itself.
//!
//! Simultaneous perturbation stochastic approximation: Spall, "Multivariate stochastic approximation using a simultaneous
//! perturbation gradient approximation", 1992. Each pair of games changes all numbers at once, by chance up or down. Both
//! players have opposite changes, and the numbers move towards those of the winner.

mod schedule;
mod state;

use std::{
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread,
};

use anyhow::ensure;
use schedule::Schedule;
use state::State;
use tengen_engine::{Engine as _, Limits, StopFlag, pvs::PvsEngine, tuning::Params};
use tengen_shared::rules::{Outcome, Position, Stone};

use super::{OPENING, TABLE_BYTES, args::TuneSpsaArgs, proven_winner};
use crate::{
    arena::{Dice, Fairness, Openings},
    tell,
};

/// The number of pairs between two messages about the progress.
const TELL_EVERY: u64 = 50;

/// A pair of games to play: the numbers of both players.
#[derive(Clone, Debug, PartialEq)]
struct Trial {
    number: u64,
    /// For each number, 1 if the first player has more of it, and -1 if less.
    signs: Vec<f64>,
    players: [Params; 2],
}

/// Plays the pairs that are left, and stores the numbers after each.
///
/// # Errors
/// Returns an error if the file cannot be read or written, or belongs to other numbers, or if no opening is found.
pub(super) fn run(args: &TuneSpsaArgs) -> anyhow::Result<()> {
    let schedule = Schedule::new(args.pairs, args.rate)?;
    let state = State::open(args)?;
    ensure!(state.played < args.pairs, "all {} pairs are played: give more with --pairs", args.pairs);
    let run = Run { args, schedule, next: AtomicU64::new(state.played), state: Mutex::new(state) };
    thread::scope(|scope| {
        let players: Vec<_> = (0..args.play.threads).map(|_| scope.spawn(|| run.play())).collect();
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
    schedule: Schedule,
    /// The next pair to play.
    next: AtomicU64,
    state: Mutex<State>,
}

impl Run<'_> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays one pair after the other.
    fn play(&self) -> anyhow::Result<()> {
        let Self { args, schedule, .. } = self;
        let plies: Vec<usize> = OPENING.collect();
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= args.pairs {
                return Ok(());
            }
            let mut dice = Dice::new(args.play.seed, number);
            let trial = self.lock().trial(schedule, number, &mut dice);
            let plies = dice.pick(&plies).unwrap_or(*OPENING.start());
            let drawn = Openings::draw(args.play.variant, plies, 1, Fairness::Even, &mut dice)?;
            let result = drawn.positions.iter().map(|opening| pair(trial.players, opening, args.nodes)).sum();
            let mut state = self.lock();
            state.learn(schedule, &trial, result);
            state.save(&args.state)?;
            if state.played.is_multiple_of(TELL_EVERY) {
                tell(&format!("{} of {} pairs", state.played, args.pairs));
            }
        }
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
        let proven = proven_winner(choice.value, mover);
        if proven.is_some() {
            return proven;
        }
        position.play(choice.point).ok()?;
    }
    match position.outcome() {
        Some(Outcome::Win(stone)) => Some(stone),
        Some(Outcome::Draw) | None => None,
    }
}
