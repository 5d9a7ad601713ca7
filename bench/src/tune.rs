//! `tune`: plays games of the engine against itself, fits the weights of its evaluation to its own values and to the
//! results, and tunes the numbers of its search.

mod fit;
mod play;
mod record;
mod spsa;

use crate::cli::{TuneArgs, TuneStep};

/// Plays games, fits weights or tunes numbers.
///
/// # Errors
/// Returns an error if a file cannot be read or written, or has no games.
pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<()> {
    match &args.step {
        TuneStep::Play(args) => play::run(args),
        TuneStep::Fit(args) => fit::run(args),
        TuneStep::Spsa(args) => spsa::run(args),
    }
}
