//! `attack`: how much one stranger at one address can harm everybody else.
//!
//! Each attack runs against a new server with its default limits. The clients claim their addresses as a reverse
//! proxy does, so the server runs with `--trust-proxy 127.0.0.1`. A server without that option sees all clients at
//! one address, as older versions did.

mod against_ai;
mod args;
mod caller;
mod honest;
mod kinds;

use std::{
    io::Write as _,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, ensure};
use clap::ValueEnum as _;
use serde::Serialize;
use tengen_shared::{
    game::{Access, ClockRule, PerSeat, SeatPlan, Settings},
    protocol::Request,
    rules::{Bot, Level, Variant},
};
use tokio::{process::Command, task::JoinSet};

use self::{
    against_ai::AgainstAi,
    caller::{Caller, Told},
    honest::{Tried, Tries},
};
pub(crate) use self::{
    args::{AttackArgs, AttackerArgs},
    honest::Pair,
    kinds::Kind,
};
use crate::{
    latency::Latency,
    proc::{self, Machine},
    program::{Program, find},
    socket::raise_file_limit,
    tell,
};

/// The time that the pair plays before the attack, for comparison. Programs that only burn processor time run
/// beside it.
const BEFORE: Duration = Duration::from_secs(8);
/// The time from the attack to the last measurement of memory.
const AFTER: Duration = Duration::from_secs(5);

/// The report, printed as the last line.
#[derive(Debug, Serialize)]
struct Report {
    bench: &'static str,
    machine: Machine,
    seconds: u64,
    attacks: Vec<Outcome>,
}

/// The outcome of an attack.
#[derive(Debug, Serialize)]
struct Outcome {
    attack: Kind,
    /// The time until the server accepted a move of the pair, in milliseconds.
    before: Latency,
    during: Latency,
    /// The p99 during the attack, divided by the p99 before it.
    p99_ratio: f64,
    /// The time that `expert` took for a move, in milliseconds, or why a move did not come.
    ai: Result<Latency, String>,
    newcomers: Tried,
    class: Tried,
    /// Resident memory of the server in MiB.
    memory_before: f64,
    memory_most: f64,
    memory_after: f64,
    attacker: kinds::Counts,
}

impl Serialize for Kind {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&name(*self))
    }
}

fn name(kind: Kind) -> String {
    kind.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
}

/// Runs the attacks one after the other, and prints the outcome of each.
///
/// # Errors
/// Returns an error if the server cannot be started, or if the pair cannot play.
pub(crate) async fn run(args: &AttackArgs) -> anyhow::Result<()> {
    raise_file_limit(16_000)?;
    let server = find(args.server.as_deref(), "tengen-server", "server")?;
    let all = Kind::value_variants().iter().copied().filter(|kind| *kind != Kind::Busy);
    let wanted = if args.only.is_empty() { all.collect() } else { args.only.clone() };
    let machine = Machine::now();
    let mut attacks = Vec::new();
    for kind in wanted {
        let outcome = one(&server, kind, Duration::from_secs(args.seconds)).await;
        let outcome = outcome.with_context(|| format!("the attack {}", name(kind)))?;
        tell(&outcome.line());
        attacks.push(outcome);
    }
    let report = Report { bench: "attack", machine, seconds: args.seconds, attacks };
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&report)?).context("cannot write the report")
}

/// Runs the attacker's process and prints its counts.
///
/// # Errors
/// Returns an error if it cannot print them.
pub(crate) async fn attacker(args: &AttackerArgs) -> anyhow::Result<()> {
    raise_file_limit(16_000)?;
    let time = Duration::from_secs(args.seconds);
    let counts = kinds::attack(args.kind, args.address, &args.room, time).await;
    writeln!(std::io::stdout(), "{}", serde_json::to_string(&counts)?).context("cannot write")
}

async fn one(server: &Path, kind: Kind, time: Duration) -> anyhow::Result<Outcome> {
    let folder = tempfile::Builder::new().prefix("tengen-attack-").tempdir()?;
    let mut program = start(server, folder.path()).await?;
    let address = program.address();
    let _hidden = hidden_room(address).await?;
    let mut pair = Pair::first(address).await?;
    let expert = Bot::Level(Level::Expert);
    let person = AgainstAi::meet(address, honest::AGAINST_AI, expert, ClockRule::None).await?;
    let pupils = honest::class(address).await?;
    let (newcomers, class) = (Arc::new(Tries::default()), Arc::new(Tries::default()));
    let mut others = JoinSet::new();
    others.spawn(honest::newcomers(address, newcomers.clone()));
    for pupil in pupils {
        others.spawn(honest::lesson(pupil, class.clone()));
    }
    let memory_before = resident(&program)?;
    // One for each core, so that both figures include the effect of the attacker's own processor time.
    let busy = (0..machine_cores()).map(|_| begin(Kind::Busy, address, pair.room.as_str(), BEFORE));
    let busy = busy.collect::<anyhow::Result<Vec<_>>>()?;
    let before = pair.timed(BEFORE).await?;
    drop(busy);
    let most = Arc::new(AtomicU64::new(0));
    others.spawn(watch_memory(program.pid(), most.clone()));
    let attacking = begin(kind, address, pair.room.as_str(), time)?;
    let (during, ai) = tokio::join!(pair.timed(time), honest::against_ai(person, time));
    let during = during?;
    let attacker = attacking.wait_with_output().await.context("the attacker is lost")?;
    let attacker = serde_json::from_slice(&attacker.stdout).context("the attacker printed no counts")?;
    tokio::time::sleep(AFTER).await;
    program.check()?;
    let memory_after = resident(&program)?;
    others.shutdown().await;
    program.stop().await?;
    Ok(Outcome {
        attack: kind,
        before,
        during,
        p99_ratio: during.p99 / before.p99,
        ai: ai.map_err(|error| format!("{error:#}")),
        newcomers: newcomers.told(),
        class: class.told(),
        memory_before,
        memory_most: mib(most.load(Ordering::Relaxed)),
        memory_after,
        attacker,
    })
}

impl Outcome {
    fn line(&self) -> String {
        format!(
            "{:8} p99 {:.1} -> {:.1} ms (max {:.1}), AI {}, newcomers refused {} of {}, class refused {} of {}, memory {:.0} -> {:.0} -> {:.0} MiB, {:?}",
            name(self.attack),
            self.before.p99,
            self.during.p99,
            self.during.max,
            self.ai.as_ref().map_or_else(Clone::clone, |ai| format!("at most {:.0} ms", ai.max)),
            self.newcomers.refused,
            self.newcomers.refused + self.newcomers.done,
            self.class.refused,
            self.class.refused + self.class.done,
            self.memory_before,
            self.memory_most,
            self.memory_after,
            self.attacker,
        )
    }
}

async fn start(server: &Path, folder: &Path) -> anyhow::Result<Program> {
    let help = Command::new(server).arg("--help").output().await.context("the server does not start")?;
    let mut command = Command::new(server);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("TENGEN_")) {
        command.env_remove(name);
    }
    command.env("TENGEN_LOG", "error").args(["--bind", "127.0.0.1:0", "--data"]).arg(folder.join("data"));
    // The callers have no key pairs, and their addresses are not nearby.
    for option in [["--trust-proxy", "127.0.0.1"], ["--secret-keys", "always"]] {
        if String::from_utf8_lossy(&help.stdout).contains(option[0]) {
            command.args(option);
        }
    }
    Program::start("server", &mut command, &folder.join("server.log")).await
}

/// Starts the attacker's process. Its priority is lower than that of the server and of the honest clients, because
/// the attack is meant to use up the server's slots, not the processor.
fn begin(
    kind: Kind,
    address: SocketAddr,
    room: &str,
    time: Duration,
) -> anyhow::Result<tokio::process::Child> {
    let me: PathBuf = std::env::current_exe().context("this program does not know where it is")?;
    let mut command = Command::new("nice");
    command.args(["-n", "19"]).arg(me).arg("attacker").arg(name(kind)).arg(address.to_string()).arg(room);
    command.arg("--seconds").arg(time.as_secs().to_string());
    command.stdout(Stdio::piped()).kill_on_drop(true).spawn().context("cannot start the attacker")
}

/// Creates a player with an unlisted room.
async fn hidden_room(address: SocketAddr) -> anyhow::Result<Caller> {
    let mut host = Caller::enter(address, "198.51.100.9", "Host").await?;
    let settings = Settings { access: Access::Unlisted, ..Settings::new(Variant::TICTACTOE) };
    let create =
        Request::Create { settings, seats: PerSeat([SeatPlan::Me {}, SeatPlan::Open {}]), passphrase: None };
    let told = host.ask(None, create).await?;
    ensure!(matches!(told, Told::Accepted(..)), "no hidden room: {told:?}");
    Ok(host)
}

fn machine_cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

async fn watch_memory(pid: u32, most: Arc<AtomicU64>) {
    loop {
        if let Ok(now) = proc::resident(pid) {
            most.fetch_max(now, Ordering::Relaxed);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

fn resident(program: &Program) -> anyhow::Result<f64> {
    Ok(mib(proc::resident(program.pid())?))
}

fn mib(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
