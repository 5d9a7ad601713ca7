//! The options of `tune`.

use std::{num::NonZeroU32, path::PathBuf};

use clap::Subcommand;
use tengen_shared::rules::Variant;

use crate::flags::at_least_one;

/// The options of `tune`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TuneArgs {
    #[command(subcommand)]
    pub(super) step: TuneStep,
}

/// The steps of tuning.
#[derive(Clone, Debug, Subcommand)]
pub(super) enum TuneStep {
    /// Plays games and appends them to a file
    Play(TunePlayArgs),
    /// Trains the value network on a file of games
    Net(TuneNetArgs),
    /// Fits the order of moves to nodes of searches from the positions of a file of games
    Order(TuneOrderArgs),
    /// Tunes the numbers of the search by games of the engine against itself
    Spsa(TuneSpsaArgs),
}

/// The games of the engine against itself.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct GamesArgs {
    /// Variant to play
    #[arg(long, value_name = "V", default_value_t = Variant::GOMOKU15)]
    pub(super) variant: Variant,
    /// Seed of the openings and of everything else that is left to chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of games at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one())]
    pub(super) threads: usize,
}

/// The options of `tune play`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct TunePlayArgs {
    /// File to append the games to, one a line
    pub(super) games_file: PathBuf,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = at_least_one())]
    pub(super) games: usize,
    /// Number of nodes for a move
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    #[command(flatten)]
    pub(super) play: GamesArgs,
}

/// The options of `tune spsa`.
///
/// It may be stopped at any time: the same command goes on with the next pair of games.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct TuneSpsaArgs {
    /// File of the numbers so far; it is made if there is none
    pub(super) state: PathBuf,
    /// Number of pairs of games in all
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) pairs: u64,
    /// Number of nodes for a move
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// How far the numbers move for a game won more, as a share of their change in the last pair. Use more with fewer pairs
    #[arg(long, value_name = "SHARE", default_value_t = 0.01)]
    pub(super) rate: f64,
    #[command(flatten)]
    pub(super) play: GamesArgs,
}

/// The options of `tune net`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct TuneNetArgs {
    /// File of games
    pub(super) games_file: PathBuf,
    /// File to write the network to
    #[arg(long, value_name = "PATH", default_value = "engine/src/eval/network.bin")]
    pub(super) out: PathBuf,
    /// Variant of the games
    #[arg(long, value_name = "V", default_value_t = Variant::GOMOKU15)]
    pub(super) variant: Variant,
    /// Number of passes over all positions
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least_one())]
    pub(super) passes: usize,
    /// Train the network with which this program was built further, instead of a new one
    #[arg(long)]
    pub(super) further: bool,
    /// Rate of the first step. It falls to almost nothing
    #[arg(long, value_name = "RATE", default_value_t = 0.003)]
    pub(super) rate: f32,
    /// Seed of the first weights, and of the order of the positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Number of threads. Another number adds numbers in another order, so it gives a slightly different network
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one())]
    pub(super) threads: usize,
}

/// The options of `tune order`.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct TuneOrderArgs {
    /// File of games
    pub(super) games_file: PathBuf,
    /// Source file to write the weights to
    #[arg(long, value_name = "PATH", default_value = "engine/src/policy/weights.rs")]
    pub(super) out: PathBuf,
    /// Variant of the games
    #[arg(long, value_name = "V", default_value_t = Variant::GOMOKU15)]
    pub(super) variant: Variant,
    /// Number of positions to search at most, at regular intervals in the file
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = at_least_one())]
    pub(super) positions: usize,
    /// Number of nodes for a position
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// One in this many nodes that try several moves is taken. Each takes about a kilobyte of memory
    #[arg(long, value_name = "N", default_value = "40")]
    pub(super) every: NonZeroU32,
    /// Number of passes over all nodes
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = at_least_one())]
    pub(super) passes: usize,
    /// Number of positions to search at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = at_least_one())]
    pub(super) threads: usize,
}
