//! Plays games of the engine against itself, from random openings and with some random stones, one line each.

use std::{
    fs::OpenOptions,
    io::Write as _,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use anyhow::Context as _;
use tengen_engine::{Engine as _, Limits, StopFlag, pvs::PvsEngine};
use tengen_shared::rules::{Outcome, Position};

use super::{
    OPENING, TABLE_BYTES,
    args::TunePlayArgs,
    proven_winner,
    record::{Origin, Record, Turn, units},
};
use crate::{
    arena::{self, Dice, Fairness, Openings},
    tell,
};

/// One in this many stones is random, so that the search meets positions that no good player would reach.
const STRAY: u64 = 12;

/// Plays the games and appends their [records](Record) to the file.
///
/// # Errors
/// Returns an error if the file cannot be written.
pub(super) fn run(args: &TunePlayArgs) -> anyhow::Result<()> {
    let file = OpenOptions::new().create(true).append(true).open(&args.games_file);
    let file = Mutex::new(file.with_context(|| format!("cannot write {}", args.games_file.display()))?);
    let mut dice = Dice::new(args.play.seed, 0);
    let mut openings = Vec::new();
    let each = args.games.div_ceil(OPENING.count());
    for plies in OPENING {
        openings
            .extend(Openings::draw(args.play.variant, plies, each, Fairness::Quiet, &mut dice)?.positions);
    }
    // So that a run that ends early has openings of every length.
    dice.shuffle(&mut openings);
    openings.truncate(args.games);
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let players: Vec<_> = (0..args.play.threads)
            .map(|_| {
                scope.spawn(|| -> anyhow::Result<()> {
                    let mut engine = PvsEngine::new(TABLE_BYTES, u8::MAX);
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(opening) = openings.get(number) else { return Ok(()) };
                        let dice = Dice::new(args.play.seed, 1 + number as u64);
                        let record = game(&mut engine, opening.clone(), args.nodes, dice);
                        // Write the line in one piece, so that neither another process nor an early end splits it.
                        let line = format!("{record}\n");
                        file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes())?;
                        if number.is_multiple_of(500) {
                            tell(&format!("{number} of {} games", openings.len()));
                        }
                    }
                })
            })
            .collect();
        players
            .into_iter()
            .try_for_each(|it| it.join().unwrap_or_else(|_| anyhow::bail!("a player panicked")))
    })
}

/// Plays one game, which ends when a win is proven.
fn game(engine: &mut PvsEngine, mut position: Position, nodes: u64, mut dice: Dice) -> Record {
    engine.forget();
    let limits = Limits { max_nodes: Some(nodes), ..Limits::default() };
    let opening = position.moves().iter().map(|point| Turn { point: *point, by: Origin::Opening });
    let mut turns: Vec<Turn> = opening.collect();
    let mut proven = None;
    while position.outcome().is_none() && proven.is_none() {
        let Some(choice) = engine.choose(&position, &limits, &StopFlag::default(), &mut ()) else { break };
        proven = proven_winner(choice.value, position.to_move());
        let chance = dice.draw().is_multiple_of(STRAY) && proven.is_none();
        let stray = if chance { dice.pick(&arena::candidates(&position)) } else { None };
        let worth = units(choice.value);
        let (point, by) = match stray {
            Some(point) => (point, Origin::Chance(worth)),
            None => (choice.point, Origin::Engine(worth)),
        };
        turns.push(Turn { point, by });
        if position.play(point).is_err() {
            break;
        }
    }
    let winner = match position.outcome() {
        Some(Outcome::Win(stone)) => Some(stone),
        Some(Outcome::Draw) => None,
        None => proven,
    };
    Record { turns, winner }
}
