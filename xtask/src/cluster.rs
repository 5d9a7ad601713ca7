//! The task `cluster`: three brokers and three servers on this machine, for development.

use std::{
    fs,
    path::Path,
    process::{Child, Command},
};

use anyhow::{Context as _, ensure};

use crate::build;

/// The variable with the path of the program `nats-server`, if it is not on PATH.
const PROGRAM: &str = "TENGEN_NATS_SERVER";
/// The ports: of the first server, of the first broker, and of the first broker for the others. The next ones follow.
const PORTS: [u16; 3] = [5151, 14_222, 16_222];

/// Processes that are killed when this is dropped.
#[derive(Default)]
struct Processes(Vec<Child>);

impl Drop for Processes {
    fn drop(&mut self) {
        for process in &mut self.0 {
            // Ctrl-C has reached it, too; one that has ended is dead already.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// Starts three brokers and three servers in `target/cluster`, and waits until one of them ends.
pub(crate) fn run() -> anyhow::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the checkout has no folder")?;
    build::output(build::cargo(root).args([
        "build",
        "--locked",
        "--release",
        "-p",
        "tengen-server",
        "--features",
        "cluster",
    ]))?;
    let target = build::target_folder(root)?;
    let folder = target.join("cluster");
    fs::create_dir_all(&folder)?;
    let mut processes = Processes::default();
    let broker = std::env::var(PROGRAM).unwrap_or_else(|_| "nats-server".to_owned());
    for number in 0..3 {
        let file = folder.join(format!("broker-{number}.conf"));
        fs::write(&file, broker_config(&folder, number))?;
        let log = fs::File::create(folder.join(format!("broker-{number}.log")))?;
        let started = Command::new(&broker).arg("--config").arg(&file).stderr(log).spawn();
        let started = started.with_context(|| {
            format!("cannot start {broker}: install NATS 2.12 or later, or set {PROGRAM} to its path")
        })?;
        processes.0.push(started);
    }
    let [first, broker, _] = PORTS;
    let urls: Vec<String> = (broker..broker + 3).map(|port| format!("nats://127.0.0.1:{port}")).collect();
    for number in 0..3 {
        let name = format!("node-{number}");
        let mut server = Command::new(target.join("release/tengen-server"));
        server.args(["--bind", &format!("127.0.0.1:{}", first + number), "--node", &name]);
        server.arg("--data").arg(folder.join(&name)).args([
            "--cluster",
            &urls.join(","),
            "--announce",
            "off",
        ]);
        processes.0.push(server.spawn().context("cannot start the server")?);
    }
    for process in &mut processes.0 {
        let status = process.wait()?;
        ensure!(status.success(), "a broker or server ended with {status}: see {}", folder.display());
    }
    Ok(())
}

fn broker_config(folder: &Path, number: u16) -> String {
    let [_, clients, routes] = PORTS;
    let store = folder.join(format!("broker-{number}"));
    let others: Vec<String> = (routes..routes + 3).map(|port| format!("nats://127.0.0.1:{port}")).collect();
    format!(
        "server_name: broker-{number}\nlisten: 127.0.0.1:{}\n\
         jetstream {{ store_dir: {store:?}, sync_interval: always }}\n\
         cluster {{ name: tengen, listen: 127.0.0.1:{}, routes: [{}] }}\n",
        clients + number,
        routes + number,
        others.join(", "),
    )
}
