//! Starts our server for a load test, with a new data folder and limits that the bots do not reach.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use tokio::process::Command;

use crate::{
    cli::{Durability, LoadArgs},
    program::{Program, find},
};

const NAME: &str = "tengen-server";

/// Starts the server with all of its files in `folder`.
///
/// # Errors
/// Returns an error if the server program is missing, or if it does not start.
pub(super) async fn start(args: &LoadArgs, folder: &Path) -> anyhow::Result<Program> {
    start_with(args, folder, &[]).await
}

/// Starts the server with further options.
///
/// # Errors
/// Returns the same errors as [`start`].
pub(super) async fn start_with(
    args: &LoadArgs,
    folder: &Path,
    options: &[String],
) -> anyhow::Result<Program> {
    let program = find(args.server.as_deref(), NAME, "server")?;
    let config = folder.join("load.toml");
    fs::write(&config, limits(args)).context("cannot write the server's configuration")?;
    let mut command = Command::new(program);
    // Variables from the environment would change the measurement.
    for name in [
        "BIND",
        "DATA",
        "CONFIG",
        "DURABILITY",
        "KEEP_DAYS",
        "ORIGIN",
        "BOT_THREADS",
        "CLUSTER",
        "NODE",
        "ADDRESS",
    ] {
        command.env_remove(format!("TENGEN_{name}"));
    }
    command
        .env("TENGEN_LOG", "warn")
        .env("NO_COLOR", "1")
        .args(["--bind", "127.0.0.1:0", "--data"])
        .arg(data(folder));
    command.arg("--config").arg(&config).args(options);
    command.args([
        "--durability",
        match args.durability {
            Durability::Process => "process",
            Durability::Power => "power",
        },
    ]);
    if args.crowd > 0 {
        // The players of the crowd's room name an address, as if they came through a proxy.
        command.args(["--secret-keys", "always"]);
    }
    Program::start("server", &mut command, &folder.join("server.log")).await
}

/// Returns the bytes that the server has stored in `folder`.
///
/// # Errors
/// Returns an error if the folder cannot be read.
pub(super) fn stored_bytes(folder: &Path) -> anyhow::Result<u64> {
    let files = fs::read_dir(data(folder)).context("cannot look into the data folder")?;
    files.map(|file| Ok(file.and_then(|file| file.metadata())?.len())).sum()
}

fn data(folder: &Path) -> PathBuf {
    folder.join("data")
}

/// A rate that nobody can reach.
const ANY_RATE: &str = "{ per_minute = 4000000000, burst = 4000000000 }";

/// Allows all bots, which come from one address, and as many commands as they can send. All other limits keep their
/// defaults.
fn limits(args: &LoadArgs) -> String {
    let connections = (2 + args.spectators) * args.rooms.max(args.idle) + args.crowd + 1000;
    format!(
        "[limits]\nconnections = {connections}\nrooms = {}\ncommands_per_second = {most}\ncommand_burst = {most}\n\
         [limits.per_address]\nconnections = {connections}\nbefore_hello = {connections}\nrooms = {connections}\n\
         requests = {ANY_RATE}\nnew_players = {ANY_RATE}\nnew_rooms = {ANY_RATE}\n",
        args.rooms * 2,
        most = u16::MAX,
    )
}
