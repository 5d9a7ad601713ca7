//! `crash`: kills the server again and again while rooms play, and checks that nothing accepted is lost.

use std::{
    io::Write as _,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::{Context as _, bail, ensure};
use serde::Serialize;
#[cfg(not(feature = "cluster"))]
use tengen_tests::crash::Report;
use tengen_tests::crash::{self, FOLLOWERS, MOST_ROOMS, Plan};

use crate::{cli::CrashArgs, proc::Machine, program::find, socket::raise_file_limit, tell};

/// The time limit for the server to start and to serve every client.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The number of failures to print beside those in the report.
const SHOWN: usize = 20;

/// The report, printed as the last line.
#[derive(Debug, Serialize)]
struct Printed<'a, R> {
    bench: &'static str,
    machine: Machine,
    #[serde(flatten)]
    report: &'a R,
}

/// Runs the test and prints its report.
///
/// # Errors
/// Returns an error if the server cannot be started, or if the test found a failure.
pub(crate) async fn run(args: &CrashArgs) -> anyhow::Result<()> {
    let mut folder = tempfile::Builder::new().prefix("tengen-crash-").tempdir()?;
    folder.disable_cleanup(args.keep);
    let plan = plan(args, folder.path().to_owned())?;
    raise_file_limit(plan.connections + 200)?;
    let machine = Machine::now();
    tell(&format!("seed {}, {} rooms, {} connections", plan.seed, plan.rooms, plan.connections));
    let ran = if args.cluster {
        fail(&plan)
            .await
            .map(|report| (report.outcome.failures.clone(), print("crash --cluster", machine, &report)))
    } else {
        let ran = crash::run(&plan, tell).await.map_err(anyhow::Error::from);
        ran.map(|report| (report.outcome.failures.clone(), print("crash", machine, &report)))
    };
    if ran.as_ref().map_or(true, |(failures, _)| !failures.is_empty()) {
        folder.disable_cleanup(true);
    }
    let (failures, printed) = ran.with_context(|| kept(folder.path()))?;
    for failure in failures.iter().take(SHOWN) {
        tell(&format!("{failure:?}"));
    }
    printed?;
    if !failures.is_empty() {
        bail!("{} failures with seed {}; {}", failures.len(), plan.seed, kept(folder.path()));
    }
    if args.keep {
        tell(&kept(folder.path()));
    }
    Ok(())
}

/// Lets a cluster fail.
#[cfg(feature = "cluster")]
async fn fail(plan: &Plan) -> anyhow::Result<crash::ClusterReport> {
    use tengen_tests::brokers::Brokers;
    let nats = Brokers::program().unwrap_or_else(|| "nats-server".into());
    Ok(crash::run_cluster(plan, &nats, tell).await?)
}

#[cfg(not(feature = "cluster"))]
#[expect(clippy::unused_async, reason = "the other one waits")]
async fn fail(_plan: &Plan) -> anyhow::Result<Report> {
    bail!("{}", crate::flags::WITHOUT_CLUSTERS)
}

fn print(bench: &'static str, machine: Machine, report: &impl Serialize) -> anyhow::Result<()> {
    let json = serde_json::to_string(&Printed { bench, machine, report })?;
    writeln!(std::io::stdout(), "{json}").context("cannot write the report")
}

fn kept(folder: &Path) -> String {
    format!("the data, the server's log and what the clients saw are kept in {}", folder.display())
}

fn plan(args: &CrashArgs, folder: PathBuf) -> anyhow::Result<Plan> {
    let program = find(args.server.as_deref(), "tengen-server", "server")?;
    let connections = args.connections.unwrap_or_else(|| Plan::connections_for(args.rooms));
    ensure!(
        connections >= FOLLOWERS && args.rooms.div_ceil(connections) * FOLLOWERS <= MOST_ROOMS,
        "{connections} connections are too few for {} rooms: a connection follows at most {MOST_ROOMS}",
        args.rooms
    );
    let (least, most) = args.between_ms;
    Ok(Plan {
        program,
        folder,
        rooms: args.rooms,
        connections,
        kills: args.kills,
        seed: args.seed.unwrap_or_else(rand::random),
        busy_ms: least..=most,
        patience: TIMEOUT,
    })
}
