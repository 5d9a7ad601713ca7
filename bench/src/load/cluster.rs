//! `load --cluster`: what a move costs on one to three servers that share three brokers, beside one server alone.

use std::{
    io::Write as _,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use serde::Serialize;
use tengen_tests::brokers::{Brokers, Sync};
use tokio::task::JoinSet;

use super::{
    WARM_UP,
    bot_room::{BotRoom, LoadConfig},
    idle, mib, pace, server, settings,
    tally::{Counts, Tally},
    watch::{STALL, Watch, Window},
};
use crate::{cli::LoadArgs, latency::Latency, proc, program::Program, socket::raise_file_limit, tell};

/// The servers of a measurement.
#[derive(Clone, Copy, Debug)]
enum Setup {
    /// One server with a database of its own.
    Alone,
    /// So many servers that share brokers, with all bots of a room on the node that owns it.
    Here(usize),
    /// Three such servers, with the second bot of each room on another node.
    Apart,
}

impl Setup {
    const ALL: [Self; 5] = [Self::Alone, Self::Here(1), Self::Here(2), Self::Here(3), Self::Apart];

    const fn nodes(self) -> usize {
        match self {
            Self::Alone => 1,
            Self::Here(nodes) => nodes,
            Self::Apart => 3,
        }
    }
}

/// The figures of one setup.
#[derive(Debug, Serialize)]
struct Figures {
    setup: String,
    /// At full load.
    full: Load,
    /// At half the rate of that.
    half: Load,
    /// What is felt of a node that stops and hands its rooms over, at half load.
    hand_over: Option<HandOver>,
    /// The memory of all servers and of all brokers.
    servers_mib: f64,
    brokers_mib: f64,
}

/// The figures of one window.
#[derive(Debug, Serialize)]
struct Load {
    moves_per_second: f64,
    /// The processor time for a move, in microseconds.
    servers_cpu_us: f64,
    brokers_cpu_us: f64,
    driver_cpu_us: f64,
    /// The time until the mover has the answer: of the first bots, which are on the node that owns the room, and of the
    /// second ones.
    to_first: Latency,
    to_second: Latency,
}

/// How a node has handed its rooms over.
#[derive(Debug, Serialize)]
struct HandOver {
    /// From the signal to the end of the node.
    seconds: f64,
    /// The moves made meanwhile, and the time until the mover had the answer.
    moves: u64,
    to_first: Latency,
    to_second: Latency,
}

#[derive(Debug, Serialize)]
struct Printed {
    bench: &'static str,
    machine: proc::Machine,
    settings: super::report::Settings,
    brokers_write_at_once: bool,
    figures: Vec<Figures>,
}

/// Runs the benchmark and prints its report.
///
/// # Errors
/// Returns an error if a server or a broker cannot be started, ends, or stalls.
pub(super) async fn run(args: &LoadArgs) -> anyhow::Result<()> {
    raise_file_limit(2 * args.rooms + 200)?;
    let machine = proc::Machine::now();
    let mut figures = Vec::new();
    for setup in Setup::ALL {
        let folder = tempfile::Builder::new().prefix("tengen-bench-").tempdir()?;
        tell(&format!("measuring {setup:?}"));
        let found = measure(args, setup, folder.path()).await?;
        tell(&found.line());
        figures.push(found);
    }
    let printed = Printed {
        bench: "load --cluster",
        machine,
        settings: settings(args),
        brokers_write_at_once: !args.lazy_brokers,
        figures,
    };
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&printed)?).context("cannot write the report")
}

async fn measure(args: &LoadArgs, setup: Setup, folder: &Path) -> anyhow::Result<Figures> {
    let brokers = match setup {
        Setup::Alone => None,
        Setup::Here(_) | Setup::Apart => {
            let program = Brokers::program().unwrap_or_else(|| "nats-server".into());
            let sync = if args.lazy_brokers { Sync::Default } else { Sync::Always };
            Some(Brokers::start(&program, sync).context("cannot start the brokers")?)
        }
    };
    let mut programs = Vec::new();
    for number in 0..setup.nodes() {
        let folder = folder.join(number.to_string());
        std::fs::create_dir(&folder)?;
        let name = format!("node-{number}");
        let options = brokers.as_ref().map_or_else(Vec::new, |brokers| {
            ["--cluster", &brokers.urls(), "--node", &name].map(str::to_owned).to_vec()
        });
        programs.push(server::start_with(args, &folder, &options).await?);
    }
    let load = Arc::new(LoadConfig {
        addresses: programs.iter().map(Program::address).collect(),
        apart: usize::from(matches!(setup, Setup::Apart)),
        guests: Some(Arc::new(Tally::new()?)),
        ..super::load(args, programs[0].address(), pace(args, f64::from(args.rate)))?
    });
    let mut tasks = JoinSet::new();
    for room in idle::open_all(0..args.rooms, |number| BotRoom::open(&load, number)).await? {
        let load = load.clone();
        tasks.spawn(async move { room.play(&load).await });
    }
    let pids = brokers.as_ref().map_or_else(Vec::new, Brokers::pids);
    let mut watch = Watch { programs: &mut programs, tally: load.tally.clone(), tasks, stall: STALL };
    let full = window(&mut watch, &load, &pids, args.seconds).await?;
    load.pace.store(pace(args, full.moves_per_second / 2.0), std::sync::atomic::Ordering::Relaxed);
    let half = window(&mut watch, &load, &pids, args.seconds).await?;
    let failures = load.tally.failures();
    ensure!(failures.stopped == 0, "rooms have stopped: {}", failures.texts.join("; "));
    let Watch { tasks, .. } = watch;
    let resident = |pids: &[u32]| pids.iter().map(|pid| proc::resident(*pid)).sum::<anyhow::Result<u64>>();
    let servers: Vec<u32> = programs.iter().map(Program::pid).collect();
    let (servers_mib, brokers_mib) = (mib(resident(&servers)?), mib(resident(&pids)?));
    let hand_over = match setup {
        Setup::Apart => Some(hand_over(&load, programs.remove(0)).await?),
        Setup::Alone | Setup::Here(_) => None,
    };
    drop(tasks);
    for program in programs {
        if let Some(complaint) = program.stop().await? {
            tell(&complaint);
        }
    }
    Ok(Figures { setup: format!("{setup:?}"), full, half, hand_over, servers_mib, brokers_mib })
}

/// Stops a node. Its bots play on until it closes their connections.
async fn hand_over(load: &LoadConfig, node: Program) -> anyhow::Result<HandOver> {
    let guests = load.guests.as_ref().context("nobody counts the second bots")?;
    load.tally.take()?;
    guests.take()?;
    let began = Instant::now();
    if let Some(complaint) = node.stop().await? {
        tell(&complaint);
    }
    let seconds = began.elapsed().as_secs_f64();
    let (first, second) = (load.tally.take()?, guests.take()?);
    let (to_first, to_second) = (Latency::of(&first.answered), Latency::of(&second.answered));
    Ok(HandOver { seconds, moves: first.delivered.len(), to_first, to_second })
}

async fn window(
    watch: &mut Watch<'_>,
    load: &LoadConfig,
    brokers: &[u32],
    seconds: u64,
) -> anyhow::Result<Load> {
    let cpu = || brokers.iter().map(|pid| proc::cpu_time(*pid)).sum::<anyhow::Result<Duration>>();
    watch.pass(WARM_UP).await?;
    let (guests, before) = (load.guests.as_ref().context("nobody counts the second bots")?, cpu()?);
    guests.take()?;
    let window: Window = watch.window(Duration::from_secs(seconds)).await?;
    let (second, brokers): (Counts, Duration) = (guests.take()?, cpu()?.saturating_sub(before));
    let moves = window.counts.delivered.len();
    let each = |cpu: Duration| cpu.as_secs_f64() * 1e6 / moves.max(1) as f64;
    Ok(Load {
        moves_per_second: window.per_second(moves),
        servers_cpu_us: window.cpu_each(moves),
        brokers_cpu_us: each(brokers),
        driver_cpu_us: each(window.driver),
        to_first: Latency::of(&window.counts.answered),
        to_second: Latency::of(&second.answered),
    })
}

impl Figures {
    fn line(&self) -> String {
        let load = |Load {
                        moves_per_second, servers_cpu_us, brokers_cpu_us, to_first, to_second, ..
                    }: &Load| {
            format!(
                "{moves_per_second:.0} moves/s, {servers_cpu_us:.0} + {brokers_cpu_us:.0} µs of CPU per move, p50 {:.2} \
                 and {:.2} ms, p99 {:.2} and {:.2} ms",
                to_first.p50, to_second.p50, to_first.p99, to_second.p99
            )
        };
        let hand_over = self.hand_over.as_ref().map_or_else(String::new, |found| {
            format!(
                "; handing over took {:.1} s, in which the longest answers of {} moves took {:.0} and {:.0} ms",
                found.seconds, found.moves, found.to_first.max, found.to_second.max
            )
        });
        format!("{}: {}; at half of that {}{hand_over}", self.setup, load(&self.full), load(&self.half))
    }
}
