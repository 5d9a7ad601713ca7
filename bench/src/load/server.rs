//! Starts our server for a load: a fresh data folder, and limits that only stop what is absurd.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context as _, ensure};
use tokio::process::Command;

use crate::{
    cli::{Durability, LoadArgs},
    program::{Program, sibling},
};

const NAME: &str = "tengen-server";

/// Starts the server with everything it keeps in `folder`.
///
/// # Errors
/// If there is no server to start, or it does not come up.
pub(super) async fn start(args: &LoadArgs, folder: &Path) -> anyhow::Result<Program> {
    let program = args.server.clone().map_or_else(|| sibling(NAME), Ok)?;
    ensure!(
        program.is_file(),
        "there is no server at {}: run `cargo build --release -p tengen-server -p tengen-bench` first, or name it with --server",
        program.display()
    );
    let config = folder.join("load.toml");
    fs::write(&config, limits(args)).context("cannot write the server's configuration")?;
    let mut command = Command::new(program);
    // What the environment says would change what is measured.
    for name in ["BIND", "DATA", "CONFIG", "DURABILITY", "KEEP_DAYS", "ORIGIN", "BOT_THREADS"] {
        command.env_remove(format!("TENGEN_{name}"));
    }
    command
        .env("TENGEN_LOG", "warn")
        .env("NO_COLOR", "1")
        .args(["--bind", "127.0.0.1:0", "--data"])
        .arg(data(folder));
    command.arg("--config").arg(&config);
    command.args([
        "--durability",
        match args.durability {
            Durability::Process => "process",
            Durability::Power => "power",
        },
    ]);
    Program::start("server", &mut command, &folder.join("server.log")).await
}

/// The bytes that the server has stored in `folder`.
///
/// # Errors
/// If the folder cannot be read.
pub(super) fn stored_bytes(folder: &Path) -> anyhow::Result<u64> {
    let files = fs::read_dir(data(folder)).context("cannot look into the data folder")?;
    files.map(|file| Ok(file.and_then(|file| file.metadata())?.len())).sum()
}

fn data(folder: &Path) -> PathBuf {
    folder.join("data")
}

/// As often as anybody can.
const ANY_RATE: &str = "{ per_minute = 4000000000, burst = 4000000000 }";

/// Room for every bot, which all come from one address, and for as many commands as they can send; all else is as an
/// operator has it.
fn limits(args: &LoadArgs) -> String {
    let connections = 2 * args.rooms.max(args.idle) + 1000;
    format!(
        "[limits]\nconnections = {connections}\nrooms = {}\ncommands_per_second = {most}\ncommand_burst = {most}\n\
         [limits.per_address]\nconnections = {connections}\nbefore_hello = {connections}\nrooms = {connections}\n\
         requests = {ANY_RATE}\nnew_players = {ANY_RATE}\nnew_rooms = {ANY_RATE}\n",
        args.rooms * 2,
        most = u16::MAX,
    )
}
