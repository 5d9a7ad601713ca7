//! The command line.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use clap::{Parser, Subcommand, ValueEnum};
use tengen_shared::{
    game::{RoomCode, ThinkTime},
    protocol::Codec,
    rules::{Bot, Level, Variant},
};

use crate::{
    arena::ArenaArgs,
    attack::{AttackArgs, AttackerArgs},
    flags::at_least_one,
    tune::TuneArgs,
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
    /// Plays many games at once over real sockets, and compares the server with a bare echo server
    Load(LoadArgs),
    /// Plays two levels, engines or external programs against each other, and measures the difference in strength
    Arena(ArenaArgs),
    /// Runs the bare echo server that `load` compares with
    #[command(hide = true)]
    Echo(EchoArgs),
    /// Solves small boards exactly, and counts nodes and seconds
    Solve(SolveArgs),
    /// Runs the terminal client in a pseudo-terminal: idle CPU, draws, memory, and time from a key to the screen;
    /// Linux only
    Client(ClientArgs),
    /// Runs the bare terminal program that `client` compares with
    #[command(hide = true)]
    BareTerminal,
    /// Searches fixed positions to fixed depths, and prints one number that shows whether the search has changed
    Signature(SignatureArgs),
    /// Draws how much stronger each step has made the engine, as a picture in SVG on standard output
    Steps(crate::steps::Args),
    /// Makes the engine prove forced wins, and plays out each proof
    Tactics(TacticsArgs),
    /// Prints boards with the points that renju forbids to Black, to compare with an outside referee
    Fouls(FoulsArgs),
    /// Plays games of the engine against itself, trains its network on them, fits its order of moves, and tunes its search
    Tune(TuneArgs),
    /// Computes how rooms spread over the nodes of a cluster, and how much the nodes tell one another
    Placement(crate::placement::Args),
    /// Kills the server again and again while rooms play, and checks that nothing accepted is lost
    Crash(CrashArgs),
    /// Measures the page for browsers in Chromium: first load, paints, idle processor time and memory; Linux only
    #[cfg(feature = "web")]
    Web(WebArgs),
    /// Attacks the server from one address, with one attack after the other, while honest clients play and join
    Attack(AttackArgs),
    /// Runs the attacker's own process
    #[command(hide = true)]
    Attacker(AttackerArgs),
    /// Runs the own process of a crowd of spectators
    #[command(hide = true)]
    Crowd(CrowdArgs),
}

/// The options of `web`.
#[cfg(feature = "web")]
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WebArgs {
    /// Program of the server; by default, the one beside this program
    #[arg(long, value_name = "FILE")]
    pub(crate) server: Option<PathBuf>,
    /// Number of moves that two people play in two browsers
    #[arg(long, value_name = "N", default_value_t = 150)]
    pub(crate) moves: usize,
    /// How long to look at each page that has little to do, in seconds
    #[arg(long, value_name = "S", default_value_t = 30)]
    pub(crate) idle: u64,
    /// Hours of a game to watch, at a move a second; the moves come as fast as the page follows
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) hours: u64,
}

/// The options of `fouls`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct FoulsArgs {
    /// Number of random boards
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) boards: usize,
    /// Number of games between two AIs from which to take boards
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) games: usize,
    /// Seed of the stones
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// The options of `load`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct LoadArgs {
    /// Number of rooms with two bots each [default: 1000, with --ai 200]
    #[arg(long, value_name = "N", hide_default_value = true, value_parser = at_least_one())]
    #[arg(default_value_t = 1000, default_value_if("ai", "true", "200"))]
    pub(crate) rooms: usize,
    /// Number of seconds that the main window lasts; the others last half as long
    #[arg(long, value_name = "S", default_value_t = 20, value_parser = clap::value_parser!(u64).range(2..=3600))]
    pub(crate) seconds: u64,
    /// Codec of the bots
    #[arg(long, value_enum, default_value_t = CodecName::Bincode)]
    pub(crate) codec: CodecName,
    /// Variant to play
    #[arg(long, value_name = "V", default_value_t = Variant::GOMOKU15)]
    pub(crate) variant: Variant,
    /// Moves per second of all rooms together; 0 for the maximum, followed by half of it
    #[arg(long, value_name = "MOVES_PER_SECOND", default_value_t = 0)]
    pub(crate) rate: u32,
    /// Failures that a committed move survives on the server
    #[arg(long, value_enum, default_value_t = Durability::Process)]
    pub(crate) durability: Durability,
    /// Path of the server program [default: tengen-server beside this one]
    #[arg(long, value_name = "PATH")]
    pub(crate) server: Option<PathBuf>,
    /// Keep the data folder with the journal, and print its path. The journal itself is always on: the server has
    /// no other mode
    #[arg(long)]
    pub(crate) journal: bool,
    /// Number of idle connections for measuring memory
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = at_least_one())]
    pub(crate) idle: usize,
    /// Number of threads for the bots; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
    /// Seed of the bots' moves
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Number of spectators in each room
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "ai")]
    pub(crate) spectators: usize,
    /// Number of spectators of one more room, which makes two moves a second: measures how soon a move reaches them,
    /// and what that costs the other rooms, after the main window. Give --rate, too
    #[arg(long, value_name = "N", default_value_t = 0, conflicts_with = "ai")]
    pub(crate) crowd: usize,
    /// Measure a cluster of one to three servers with three brokers, beside one server alone; needs nats-server
    #[arg(long, conflicts_with_all = ["ai", "crowd", "idle", "spectators"])]
    pub(crate) cluster: bool,
    /// With --cluster: let the brokers write to disk only now and then, as their defaults say
    #[arg(long, requires = "cluster")]
    pub(crate) lazy_brokers: bool,
    #[command(flatten)]
    pub(crate) against: AiArgs,
}

/// The additional options of `load --ai`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct AiArgs {
    /// Put one bot in each room, against an AI seat: measures how soon the server acknowledges a person's move
    /// while it searches. --rate, --idle and the echo servers do not apply
    #[arg(long, conflicts_with_all = ["rate", "idle"])]
    pub(crate) ai: bool,
    /// The AI: a level, or an engine such as greedy
    #[arg(long, value_name = "BOT", default_value_t = Bot::Level(Level::Hard), requires = "ai")]
    pub(crate) level: Bot,
    /// Minimum number of seconds for the AI's move, 0 to 5: the think time of the rooms
    #[arg(long, value_name = "S", default_value = "5", value_parser = think_time, requires = "ai")]
    pub(crate) think_time: ThinkTime,
    /// Mean number of milliseconds from the AI's move to the bot's answer. Each pause is 0.5 to 1.5 times as long,
    /// because people are not in step
    #[arg(long, value_name = "MS", default_value_t = 1000, requires = "ai")]
    #[arg(value_parser = clap::value_parser!(u64).range(0..=600_000))]
    pub(crate) pause_ms: u64,
}

/// The options of `signature`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SignatureArgs {
    /// File with the expected node count and signature
    #[arg(long, value_name = "FILE")]
    pub(crate) check: Option<PathBuf>,
}

/// The options of `tactics`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct TacticsArgs {
    /// File of positions, one JSON object a line: `moves` has the stones separated by spaces, and the side to move
    /// can win
    pub(crate) file: PathBuf,
    /// Variant to play
    #[arg(long, value_name = "V", default_value_t = Variant::GOMOKU15)]
    pub(crate) variant: Variant,
    /// Milliseconds for each position, and for each move of the playout
    #[arg(long, value_name = "MS", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub(crate) move_ms: u64,
    /// Nodes instead of a time, so that the result is repeatable
    #[arg(long, value_name = "N", conflicts_with = "move_ms", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,
}

/// The options of `echo`.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct EchoArgs {
    /// Bytes of each connection's read buffer; 0 for the library's default
    #[arg(long, default_value_t = 0)]
    pub(crate) read_buffer: usize,
}

/// The options of `crowd`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CrowdArgs {
    /// Address of the server
    pub(crate) address: SocketAddr,
    /// Room to watch
    pub(crate) room: RoomCode,
    /// Number of spectators
    pub(crate) count: usize,
}

/// The options of `solve`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SolveArgs {
    /// Board to solve; may be given several times [default: 3x3k3, 4x3k3, 4x4k4, 5x4k4, 5x5k4, 6x5k4]
    #[arg(long, value_name = "V")]
    pub(crate) variant: Vec<Variant>,
    /// Maximum memory of the table
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = at_least_one())]
    pub(crate) table_mib: usize,
    /// Time limit for each board, in seconds
    #[arg(long, value_name = "S", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) seconds: u64,
}

/// The options of `crash`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct CrashArgs {
    /// Number of rooms that play
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = at_least_one())]
    pub(crate) rooms: usize,
    /// Number of times to kill the server
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = at_least_one())]
    pub(crate) kills: usize,
    /// Seed of the players and of the kills. The same seed sends the same commands, but the machine decides what a
    /// kill interrupts [default: another each time, which is printed]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Seconds of play before a kill, from the shortest to the longest
    #[arg(long = "seconds-between", value_name = "S..S", default_value = "0.02..0.4", value_parser = between)]
    pub(crate) between_ms: (u64, u64),
    /// Number of connections for the players; each follows its share of the rooms [default: three for five rooms]
    #[arg(long, value_name = "N")]
    pub(crate) connections: Option<usize>,
    /// Path of the server program [default: tengen-server beside this one]
    #[arg(long, value_name = "PATH")]
    pub(crate) server: Option<PathBuf>,
    /// Let three nodes and three brokers fail instead: needs the program nats-server, on PATH or named by
    /// TENGEN_NATS_SERVER, and a build with the feature `cluster`
    #[arg(long)]
    pub(crate) cluster: bool,
    /// Keep the data folder even after success, and print its path
    #[arg(long)]
    pub(crate) keep: bool,
    /// Number of threads for the players; 0 for one per core
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) threads: usize,
}

/// The options of `client`.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct ClientArgs {
    /// Seconds for which the programs are left alone, all at the same time
    #[arg(long, value_name = "S", default_value_t = 60, value_parser = clap::value_parser!(u64).range(2..=3600))]
    pub(crate) seconds: u64,
    /// Number of keys to press in each program
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = at_least_one())]
    pub(crate) keys: usize,
    /// Number of times to start each program
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = at_least_one())]
    pub(crate) launches: usize,
    /// Columns and rows of the terminals
    #[arg(long, value_name = "COLSxROWS", default_value = "80x24", value_parser = size)]
    pub(crate) size: (u16, u16),
    /// Path of the client program [default: tengen beside this one]
    #[arg(long, value_name = "PATH")]
    pub(crate) client: Option<PathBuf>,
    /// Path of the server program [default: tengen-server beside this one]
    #[arg(long, value_name = "PATH")]
    pub(crate) server: Option<PathBuf>,
    /// Command line of another terminal program to measure in the same way
    #[arg(long, value_name = "COMMAND")]
    pub(crate) peer: Option<String>,
    /// Keys that lead the peer from its first screen to a board with a cursor, each followed by a pause; \r, \e and
    /// \t are Enter, Escape and Tab
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

/// The values of the server's own option `--durability`.
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

/// Reads two times in seconds and returns them in milliseconds.
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

/// Reads a terminal's columns and rows.
fn size(text: &str) -> Result<(u16, u16), String> {
    let sides = text.split_once('x').and_then(|(cols, rows)| Some((cols.parse().ok()?, rows.parse().ok()?)));
    sides
        .filter(|&(cols, rows)| (10..=500).contains(&cols) && (5..=200).contains(&rows))
        .ok_or_else(|| format!("{text:?} is no size of a terminal: write one such as 120x40"))
}
