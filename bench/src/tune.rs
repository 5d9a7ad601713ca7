//! `tune`: games of the engine against itself, and the weights of its evaluation fitted to what it thought and how they
//! ended.

mod fit;
mod play;
mod record;

use crate::cli::{TuneArgs, TuneStep};

/// Plays games or fits weights.
///
/// # Errors
/// If a file cannot be read or written, or holds no games.
pub(crate) fn run(args: &TuneArgs) -> anyhow::Result<()> {
    match &args.step {
        TuneStep::Play(args) => play::run(args),
        TuneStep::Fit(args) => fit::run(args),
    }
}
