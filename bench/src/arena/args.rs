//! What the command line tells a match.

use std::path::PathBuf;

use tengen_shared::rules::{Bot, Variant};

use super::Sprt;
use crate::flags::at_least_one;

/// What `arena` is told.
///
/// The same command gives the same result, but for the times, unless there is a --move-ms or a program: how
/// far a bot gets in a time is left to the machine, and what a program does to the program.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ArenaArgs {
    /// The bot whose score is told: a level, or a brain such as greedy or alphabeta:3
    #[arg(long, value_name = "BOT", required_unless_present_any = ["a_program", "ladder"])]
    #[arg(conflicts_with_all = ["a_program", "ladder"])]
    pub(crate) a: Option<Bot>,
    /// The bot that it plays against
    #[arg(long, value_name = "BOT", required_unless_present_any = ["b_program", "ladder"])]
    #[arg(conflicts_with_all = ["b_program", "ladder"])]
    pub(crate) b: Option<Bot>,
    /// An engine in place of --a: a program that speaks the Gomocup protocol. It is started anew for every game, in its
    /// own folder, and has 30 s for a move unless there is a --move-ms
    #[arg(long, value_name = "PATH", conflicts_with = "ladder")]
    pub(crate) a_program: Option<PathBuf>,
    /// An engine in place of --b
    #[arg(long, value_name = "PATH", conflicts_with = "ladder")]
    pub(crate) b_program: Option<PathBuf>,
    /// Play each level of the variant against the next weaker one
    #[arg(long)]
    pub(crate) ladder: bool,
    /// Game that is played
    #[arg(long, value_name = "V", default_value_t = Variant::GOMOKU15)]
    pub(crate) variant: Variant,
    /// Games of each match, two for every opening; with --sprt at most
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = at_least_one())]
    pub(crate) games: usize,
    /// End a match as soon as it is clear whether A is stronger by ELO1 rather than by ELO0, such as 0,10: a sequential
    /// probability ratio test that errs one time in twenty
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Random stones before the bots begin [default: 2 on 3x3, otherwise 4]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(0..=20))]
    pub(crate) opening: Option<u8>,
    /// Only openings in which the engine proper sees nobody ahead. Between strong players of five in a row the side
    /// that is ahead after a random opening wins nearly always
    #[arg(long)]
    pub(crate) balanced: bool,
    /// Most nodes of either bot for a move [default: what each bot has by itself]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Milliseconds of either bot for a move, besides its node limit. The result is then not repeatable
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub(crate) move_ms: Option<u64>,
    /// Seed of the openings and of the bots' chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Threads that play, which changes the times and nothing else; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
}
