//! `tune`: plays games of the engine against itself, trains its value network on its own values and on the
//! results, fits its order of moves to its own searches, and tunes the numbers of its search.

mod args;
mod dataset;
mod net;
mod order;
mod play;
mod record;
mod spsa;

use std::{fs::OpenOptions, ops::RangeInclusive, path::Path};

use anyhow::Context as _;
pub(crate) use args::TuneArgs;
use args::TuneStep;
use tengen_engine::Value;
use tengen_shared::rules::Stone;

/// The size of a player's transposition table, in bytes. Its searches are short.
const TABLE_BYTES: usize = 4 << 20;
/// The minimum and maximum number of stones in an opening.
const OPENING: RangeInclusive<usize> = 3..=7;

/// Learns whether a file can be written, before work that takes minutes.
fn check_writable(path: &Path) -> anyhow::Result<()> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.with_context(|| format!("cannot write {}", path.display()))?;
    Ok(())
}

/// Returns who wins a position for certain, by the value that `mover` has found.
fn proven_winner(value: Value, mover: Stone) -> Option<Stone> {
    match value {
        Value::Win(_) => Some(mover),
        Value::Loss(_) => Some(mover.other()),
        Value::Estimate(_) => None,
    }
}

/// Plays games, trains the network, fits weights or tunes numbers, as asked.
///
/// # Errors
/// Returns an error if a file cannot be read or written, or has no games.
pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<()> {
    match &args.step {
        TuneStep::Play(args) => play::run(args),
        TuneStep::Net(args) => net::run(args),
        TuneStep::Order(args) => order::run(args),
        TuneStep::Spsa(args) => spsa::run(args),
    }
}
