//! The options of `arena`.

use std::path::PathBuf;

use tengen_shared::rules::{Bot, Variant};

use super::Sprt;
use crate::flags::at_least_one;

/// The options of `arena`.
///
/// The same command gives the same result, except for the times, unless it has --move-ms or a program. With a time
/// limit, the result depends on the speed of the machine. A program may behave differently in each run.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ArenaArgs {
    /// The player whose score is shown: a level, or an engine such as greedy or alphabeta:3
    #[arg(long, value_name = "BOT", required_unless_present_any = ["a_program", "ladder"])]
    #[arg(conflicts_with_all = ["a_program", "ladder"])]
    pub(crate) a: Option<Bot>,
    /// Its opponent: a level or an engine
    #[arg(long, value_name = "BOT", required_unless_present_any = ["b_program", "ladder"])]
    #[arg(conflicts_with_all = ["b_program", "ladder"])]
    pub(crate) b: Option<Bot>,
    /// A program that plays instead of --a and speaks the Gomocup protocol. It is started for every game, in its
    /// own folder, and has 30 s for a move unless --move-ms is given
    #[arg(long, value_name = "PATH", conflicts_with = "ladder")]
    pub(crate) a_program: Option<PathBuf>,
    /// A program that plays instead of --b
    #[arg(long, value_name = "PATH", conflicts_with = "ladder")]
    pub(crate) b_program: Option<PathBuf>,
    /// Play each level of the variant against the next weaker one
    #[arg(long)]
    pub(crate) ladder: bool,
    /// Variant to play
    #[arg(long, value_name = "V", default_value_t = Variant::GOMOKU15)]
    pub(crate) variant: Variant,
    /// Number of games in each match, two for every opening; a maximum with --sprt
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = at_least_one())]
    pub(crate) games: usize,
    /// End a match as soon as it is clear whether the strength of A is nearer to ELO1 than to ELO0, such as 0,10: a
    /// sequential probability ratio test that errs one time in twenty
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<Sprt>,
    /// Number of random stones before the players begin [default: 2 on 3x3, otherwise 4]
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(0..=20))]
    pub(crate) opening: Option<u8>,
    /// Use only openings that the main engine evaluates as even. Between strong players of five in a row, the side
    /// with a better opening wins nearly always
    #[arg(long)]
    pub(crate) balanced: bool,
    /// Maximum number of nodes for a move of either player [default: the player's own limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
    /// Milliseconds for a move of either player, besides its node limit. The result is then not repeatable
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub(crate) move_ms: Option<u64>,
    /// Seed of the openings and of the players' random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of threads, which changes only the times; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) threads: usize,
}
