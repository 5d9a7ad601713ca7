//! `tune`: plays games of the engine against itself, and fits the weights of its evaluation to its own values and
//! to the results.

mod fit;
mod play;
mod record;

use crate::cli::{TuneArgs, TuneStep};

/// Plays games or fits weights.
///
/// # Errors
/// Returns an error if a file cannot be read or written, or has no games.
pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<()> {
    match &args.step {
        TuneStep::Play(args) => play::run(args),
        TuneStep::Fit(args) => fit::run(args),
    }
}
