//! `load`: many rooms of two bots each, over real sockets, compared with a bare echo server; or rooms against AI
//! seats.

mod ai;
mod bot_room;
#[cfg(feature = "cluster")]
mod cluster;
pub(crate) mod crowd;
mod idle;
mod peer;
mod random_game;
mod report;
mod server;
mod tally;
mod watch;

use std::{
    net::SocketAddr,
    path::Path,
    slice,
    sync::{Arc, atomic::AtomicU64, atomic::Ordering},
    time::Duration,
};

use anyhow::ensure;
use bot_room::{BotRoom, LoadConfig};
use crowd::Crowd;
use report::{CrowdReport, Journal, Memory, Phase, Report, Settings, Trouble};
use tally::Tally;
use tengen_shared::game::RoomCode;
use tokio::task::JoinSet;
use watch::{STALL, Watch, Window};

use crate::{
    bot::{self, Bot},
    cli::LoadArgs,
    proc::{self, Machine},
    program::Program,
    scrape::Counters,
    socket::raise_file_limit,
    tell,
};

/// The time before each window in which nothing is counted.
const WARM_UP: Duration = Duration::from_secs(4);
/// The read buffers of the echo servers for comparison; `None` for the library's default.
const BUFFERS: [Option<usize>; 3] = [Some(1024), Some(4096), None];

/// Runs the benchmark and prints its report.
///
/// # Errors
/// Returns an error if a program under test cannot be started, ends, or stalls.
pub(crate) async fn run(args: &LoadArgs) -> anyhow::Result<()> {
    if args.against.ai {
        return ai::run(args).await;
    }
    if args.cluster {
        return run_cluster(args).await;
    }
    raise_file_limit((2 + args.spectators) * args.rooms.max(args.idle) + args.crowd + 200)?;
    let mut folder = tempfile::Builder::new().prefix("tengen-bench-").tempdir()?;
    folder.disable_cleanup(args.journal);
    let mut report = Report::new(settings(args), Machine::now());
    let frame = play(args, folder.path(), &mut report).await?;
    for read_buffer in BUFFERS {
        tell("measuring the bare echo server");
        report.echo.push(peer::measure(args, read_buffer, frame, folder.path()).await?);
    }
    report.conclude();
    report.print()?;
    if args.journal {
        tell(&format!("the data folder is kept: {}", folder.path().display()));
    }
    Ok(())
}

#[cfg(feature = "cluster")]
async fn run_cluster(args: &LoadArgs) -> anyhow::Result<()> {
    cluster::run(args).await
}

#[cfg(not(feature = "cluster"))]
#[expect(clippy::unused_async, reason = "the other one waits")]
async fn run_cluster(_args: &LoadArgs) -> anyhow::Result<()> {
    anyhow::bail!("{}", crate::flags::WITHOUT_CLUSTERS)
}

/// Measures the server and returns the mean length of its frames.
async fn play(args: &LoadArgs, folder: &Path, report: &mut Report) -> anyhow::Result<u64> {
    let mut program = server::start(args, folder).await?;
    let codec = args.codec.into();
    let address = program.address();
    tell("measuring idle connections");
    let idle =
        idle::memory_per_connection(&mut program, args.idle, |number| Bot::enter(address, codec, number))
            .await?;
    let before = Counters::read(address).await?;
    tell("opening the rooms");
    let load = Arc::new(load(args, address, pace(args, f64::from(args.rate)))?);
    let tasks = open_rooms(args, &load).await?;
    let mut watch =
        Watch { programs: slice::from_mut(&mut program), tally: load.tally.clone(), tasks, stall: STALL };
    let main = phase(&mut watch, address, Duration::from_secs(args.seconds), "the main window").await?;
    report.memory = Memory { idle_kib: idle, playing_mib: mib(proc::resident(watch.programs[0].pid())?) };
    let frame = main.window.counts.mean_frame();
    report.mean_frame = frame;
    let rate = main.window.per_second(main.window.counts.delivered.len());
    report.main = Some(Phase::new(&main.window, main.journal));
    if args.rate == 0 {
        load.pace.store(pace(args, rate / 2.0), Ordering::Relaxed);
        let half = phase(&mut watch, address, Duration::from_secs(args.seconds / 2), "half load").await?;
        report.half = Some(Phase::new(&half.window, half.journal));
    }
    if args.crowd > 0 {
        let mut crowd = Crowd::gather(address, args.crowd).await?;
        let others = tokio::select! {
            others = phase(&mut watch, address, Duration::from_secs(args.seconds), "beside a crowd") => others?,
            stopped = crowd.play() => return stopped.map(|()| frame),
        };
        let others = Phase::new(&others.window, others.journal);
        report.crowd = Some(CrowdReport { seen: crowd.end().await?, others });
    }
    // Read the counters before the bots disconnect, because their disconnection is not a fault.
    report.trouble = trouble(&load.tally, &before, &Counters::read(address).await?, &watch.programs[0]);
    drop(watch);
    report.journal_bytes = server::stored_bytes(folder)?;
    tell("stopping the server");
    report.trouble.log.extend(program.stop().await?);
    Ok(frame)
}

/// Creates the data that the rooms of two bots share.
fn load(args: &LoadArgs, address: SocketAddr, pace: u64) -> anyhow::Result<LoadConfig> {
    let codec = args.codec.into();
    Ok(LoadConfig {
        addresses: vec![address],
        apart: 0,
        codec,
        variant: args.variant,
        seed: args.seed,
        accepted: bot::accepted_prefix(codec),
        pace: AtomicU64::new(pace),
        tally: Arc::new(Tally::new()?),
        guests: None,
    })
}

/// Opens the rooms of two bots and lets them play.
async fn open_rooms(args: &LoadArgs, load: &Arc<LoadConfig>) -> anyhow::Result<JoinSet<anyhow::Result<()>>> {
    let mut tasks = JoinSet::new();
    let rooms = idle::open_all(0..args.rooms, |number| BotRoom::open(load, number)).await?;
    if args.spectators > 0 {
        let codes: Vec<RoomCode> = rooms.iter().map(|room| room.code().clone()).collect();
        crowd::watch_rooms(load, &codes, args.spectators, &mut tasks).await?;
    }
    for room in rooms {
        let load = load.clone();
        tasks.spawn(async move { room.play(&load).await });
    }
    Ok(tasks)
}

struct Measured {
    window: Window,
    journal: Journal,
}

async fn phase(
    watch: &mut Watch<'_>,
    address: SocketAddr,
    time: Duration,
    what: &str,
) -> anyhow::Result<Measured> {
    tell(&format!("measuring {what}"));
    watch.pass(WARM_UP).await?;
    let before = Counters::read(address).await?;
    let window = watch.window(time).await?;
    let after = Counters::read(address).await?;
    ensure!(!window.counts.delivered.is_empty(), "no move was made in the window: try more --seconds");
    let grown = |name: &str| after.get(name) - before.get(name);
    let (records, commits) = (grown("tengen_journal_records_total"), grown("tengen_journal_commits_total"));
    Ok(Measured { window, journal: Journal { records, commits, mean_batch: records / commits.max(1.0) } })
}

/// Returns the nanoseconds from one move of a room to the next, if all rooms together make `rate` moves per second.
fn pace(args: &LoadArgs, rate: f64) -> u64 {
    if rate <= 0.0 {
        return 0;
    }
    let between = Duration::try_from_secs_f64(args.rooms as f64 / rate).unwrap_or(Duration::MAX);
    u64::try_from(between.as_nanos()).unwrap_or(u64::MAX).max(1)
}

/// Returns the faults since `before`.
fn trouble(tally: &Tally, before: &Counters, after: &Counters, program: &Program) -> Trouble {
    let failures = tally.failures();
    let grown = |name: &str| after.get(name) - before.get(name);
    let drops = after.family("tengen_drops").map(|name| (name.to_owned(), grown(name)));
    Trouble {
        rejected: failures.rejected,
        rooms_stopped: failures.stopped,
        first: failures.texts,
        drops: drops.filter(|(_, count)| *count > 0.0).collect(),
        resyncs: grown("tengen_resyncs_total"),
        journal_failures: grown("tengen_journal_failures_total"),
        log: program.complaints(),
    }
}

fn settings(args: &LoadArgs) -> Settings {
    Settings {
        rooms: args.rooms,
        seconds: args.seconds,
        codec: format!("{:?}", args.codec).to_lowercase(),
        variant: args.variant.to_string(),
        rate: args.rate,
        durability: format!("{:?}", args.durability).to_lowercase(),
        idle: args.idle,
        threads: args.threads,
        seed: args.seed,
        spectators: args.spectators,
    }
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
