//! The command line.

use std::{path::PathBuf, time::Duration};

use clap::{Parser, Subcommand, ValueEnum};
use tengen_shared::{
    game::ThinkTime,
    protocol::Codec,
    rules::{Bot, Level, Variant},
};

use crate::{
    arena::ArenaArgs,
    attack::{AttackArgs, AttackerArgs},
    flags::at_least_one,
};

/// Measures the programs of Tengen; each benchmark prints one JSON object as its last line.
#[derive(Debug, Parser)]
#[command(name = "tengen-bench", version)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The benchmarks.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Plays many games at once over real sockets, next to a bare echo server
    Load(LoadArgs),
    /// Plays two bots or outside engines against each other, and tells how much stronger one of them is
    Arena(ArenaArgs),
    /// The bare echo server that `load` compares with
    #[command(hide = true)]
    Echo(EchoArgs),
    /// Solves small boards exactly, and counts nodes and seconds
    Solve(SolveArgs),
    /// Runs the terminal client in a pseudo-terminal: idle CPU, draws, memory, and how soon a key shows; Linux only
    Client(ClientArgs),
    /// The bare terminal program that `client` compares with
    #[command(hide = true)]
    BareTerminal,
    /// Searches fixed positions to fixed depths, and tells by one number whether the search is the same as before
    Signature(SignatureArgs),
    /// Has the engine prove forced wins, and plays each proof out
    Tactics(TacticsArgs),
    /// Plays games of the engine against itself and fits the weights of its evaluation to them
    Tune(TuneArgs),
    /// Kills the server under playing rooms, again and again, and checks that nothing accepted is lost
    Crash(CrashArgs),
    /// Attacks the server from one address, in one way after the other, while others play and come
    Attack(AttackArgs),
    /// The attacker's own process
    #[command(hide = true)]
    Attacker(AttackerArgs),
}

/// What `load` is told.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LoadArgs {
    /// Rooms of two bots each [default: 1000, with --ai 200]
    #[arg(long, value_name = "N", hide_default_value = true, value_parser = at_least_one())]
    #[arg(default_value_t = 1000, default_value_if("ai", "true", "200"))]
    pub(crate) rooms: usize,
    /// Seconds that the main window lasts; the others last half as long
    #[arg(long, value_name = "S", default_value_t = 20, value_parser = clap::value_parser!(u64).range(2..=3600))]
    pub(crate) seconds: u64,
    /// Codec that the bots speak
    #[arg(long, value_enum, default_value_t = CodecName::Bincode)]
    pub(crate) codec: CodecName,
    /// Game that is played
    #[arg(long, value_name = "V", default_value_t = Variant::GOMOKU15)]
    pub(crate) variant: Variant,
    /// Moves per second of all rooms together; 0 for as many as there can be, then half as many
    #[arg(long, value_name = "MOVES_PER_SECOND", default_value_t = 0)]
    pub(crate) rate: u32,
    /// What a committed move of the server survives
    #[arg(long, value_enum, default_value_t = Durability::Process)]
    pub(crate) durability: Durability,
    /// The server's program [default: tengen-server beside this one]
    #[arg(long, value_name = "PATH")]
    pub(crate) server: Option<PathBuf>,
    /// Keep the data folder with the journal, and say where it is. The journal itself is always on: the
    /// server's program has no other mode
    #[arg(long)]
    pub(crate) journal: bool,
    /// Idle connections by which memory is measured
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = at_least_one())]
    pub(crate) idle: usize,
    /// Threads of the bots; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
    /// Seed of the bots' moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) against: AiArgs,
}

/// What `load --ai` is told besides.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct AiArgs {
    /// One bot in each room, against an AI seat: how soon a person's move is acknowledged while the server
    /// thinks. --rate, --idle and the echo servers have no part in it
    #[arg(long, conflicts_with_all = ["rate", "idle"])]
    pub(crate) ai: bool,
    /// The AI: a level, or a brain such as greedy
    #[arg(long, value_name = "BOT", default_value_t = Bot::Level(Level::Hard), requires = "ai")]
    pub(crate) level: Bot,
    /// Seconds that the AI's move takes at least, 0 to 5, as the rooms are set
    #[arg(long, value_name = "S", default_value = "5", value_parser = think_time, requires = "ai")]
    pub(crate) think_time: ThinkTime,
    /// Milliseconds from the AI's move to the bot's answer on average: each time it is between half and one and
    /// a half of it, as people are not in step
    #[arg(long, value_name = "MS", default_value_t = 1000, requires = "ai")]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=600_000))]
    pub(crate) pause_ms: u64,
}

/// What `signature` is told.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SignatureArgs {
    /// A file with the nodes and the signature that it shall be
    #[arg(long, value_name = "FILE")]
    pub(crate) check: Option<PathBuf>,
}

/// What `tactics` is told.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TacticsArgs {
    /// The positions, a JSON object a line: `moves` are the stones with spaces between them, the side to move can win
    pub(crate) file: PathBuf,
    /// Game that is played
    #[arg(long, value_name = "V", default_value_t = Variant::GOMOKU15)]
    pub(crate) variant: Variant,
    /// Milliseconds for each position, and for each move when it is played out
    #[arg(long, value_name = "MS", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub(crate) move_ms: u64,
    /// Nodes instead of a time, so that the result is the same every time
    #[arg(long, value_name = "N", conflicts_with = "move_ms", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

/// What `tune` is told.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TuneArgs {
    #[command(subcommand)]
    pub(crate) step: TuneStep,
}

/// The steps of tuning.
#[derive(Clone, Debug, Subcommand)]
pub(crate) enum TuneStep {
    /// Plays games and adds them to a file
    Play(TunePlayArgs),
    /// Fits the weights to a file of games
    Fit(TuneFitArgs),
}

/// What `tune play` is told.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TunePlayArgs {
    /// The file that the games are added to, a line each
    pub(crate) games_file: PathBuf,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = at_least_one())]
    pub(crate) games: usize,
    /// Nodes for a move
    #[arg(long, value_name = "N", default_value_t = 3000)]
    pub(crate) nodes: u64,
    /// Game that is played
    #[arg(long, value_name = "V", default_value_t = Variant::GOMOKU15)]
    pub(crate) variant: Variant,
    /// Seed of the openings and of the stones set by chance
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games at a time
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
}

/// What `tune fit` is told.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TuneFitArgs {
    /// The file of games
    pub(crate) games_file: PathBuf,
    /// The source file that the weights are written to
    #[arg(long, value_name = "PATH", default_value = "engine/src/eval/weights.rs")]
    pub(crate) out: PathBuf,
    /// Game that was played
    #[arg(long, value_name = "V", default_value_t = Variant::GOMOKU15)]
    pub(crate) variant: Variant,
    /// How often all positions are gone through
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = at_least_one())]
    pub(crate) passes: usize,
}

/// What `echo` is told.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct EchoArgs {
    /// Bytes of each connection's read buffer; 0 for the library's default
    #[arg(long, default_value_t = 0)]
    pub(crate) read_buffer: usize,
}

/// What `solve` is told.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SolveArgs {
    /// Board to solve; may be given several times [default: 3x3k3, 4x3k3, 4x4k4, 5x4k4, 5x5k4, 6x5k4]
    #[arg(long, value_name = "V")]
    pub(crate) variant: Vec<Variant>,
    /// Memory of the table at most
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = at_least_one())]
    pub(crate) table_mib: usize,
    /// Seconds after which a board is given up
    #[arg(long, value_name = "S", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) seconds: u64,
}

/// What `crash` is told.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CrashArgs {
    /// Rooms in which is played
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = at_least_one())]
    pub(crate) rooms: usize,
    /// How often the server is killed
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = at_least_one())]
    pub(crate) kills: usize,
    /// Seed of the players and of the kills; the same seed asks for the same, but the machine decides what a kill hits
    /// [default: another each time, which is told]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Seconds of play before a kill, from the shortest to the longest
    #[arg(long = "seconds-between", value_name = "S..S", default_value = "0.02..0.4", value_parser = between)]
    pub(crate) between_ms: (u64, u64),
    /// Connections of the players; each follows its share of the rooms [default: three for five rooms]
    #[arg(long, value_name = "N")]
    pub(crate) connections: Option<usize>,
    /// The server's program [default: tengen-server beside this one]
    #[arg(long, value_name = "PATH")]
    pub(crate) server: Option<PathBuf>,
    /// Keep the data folder even if all is well, and say where it is
    #[arg(long)]
    pub(crate) keep: bool,
    /// Threads of the players; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
}

/// What `client` is told.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ClientArgs {
    /// Seconds for which the programs are left alone, all at the same time
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(2..=3600))]
    pub(crate) seconds: u64,
    /// Keys that are pressed in each program
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = at_least_one())]
    pub(crate) keys: usize,
    /// How often each program is started
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least_one())]
    pub(crate) launches: usize,
    /// Columns and rows of the terminals
    #[arg(long, value_name = "COLSxROWS", default_value = "80x24", value_parser = size)]
    pub(crate) size: (u16, u16),
    /// The client's program [default: tengen beside this one]
    #[arg(long, value_name = "PATH")]
    pub(crate) client: Option<PathBuf>,
    /// The server's program [default: tengen-server beside this one]
    #[arg(long, value_name = "PATH")]
    pub(crate) server: Option<PathBuf>,
    /// Another terminal program that is measured in the same way, with its arguments
    #[arg(long, value_name = "COMMAND")]
    pub(crate) peer: Option<String>,
    /// Keys that lead the peer from its first screen to a board with a cursor, each followed by a pause;
    /// \r, \e and \t are Enter, Escape and the tabulator
    #[arg(long, value_name = "KEYS", default_value = "", requires = "peer")]
    pub(crate) peer_keys: String,
}

/// The codecs by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum CodecName {
    Bincode,
    Json,
}

impl From<CodecName> for Codec {
    fn from(name: CodecName) -> Self {
        match name {
            CodecName::Bincode => Self::Bincode,
            CodecName::Json => Self::Json,
        }
    }
}

/// The server's own option of this name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Durability {
    Process,
    Power,
}

fn think_time(text: &str) -> Result<ThinkTime, String> {
    let wrong = || format!("{text:?} is no think time: choose 0 to 5 seconds, such as 0.5");
    let time = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let ms = time.and_then(|time| u16::try_from(time.as_millis()).ok());
    ms.and_then(|ms| ThinkTime::try_from(ms).ok()).ok_or_else(wrong)
}

/// Two times in seconds as milliseconds.
fn between(text: &str) -> Result<(u64, u64), String> {
    let wrong = || format!("{text:?} is no range of seconds: write one such as 0.02..0.4");
    let ms = |text: &str| {
        let time = text.trim().parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())?;
        u64::try_from(time.as_millis()).ok()
    };
    let (least, most) = text.split_once("..").ok_or_else(wrong)?;
    let range = (ms(least).ok_or_else(wrong)?, ms(most).ok_or_else(wrong)?);
    if range.0 <= range.1 { Ok(range) } else { Err(wrong()) }
}

/// A terminal's columns and rows.
fn size(text: &str) -> Result<(u16, u16), String> {
    let sides = text.split_once('x').and_then(|(cols, rows)| Some((cols.parse().ok()?, rows.parse().ok()?)));
    sides
        .filter(|&(cols, rows)| (10..=500).contains(&cols) && (5..=200).contains(&rows))
        .ok_or_else(|| format!("{text:?} is no size of a terminal: write one such as 120x40"))
}
