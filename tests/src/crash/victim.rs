//! The server process that is killed.

use std::{
    fs::OpenOptions,
    io,
    net::SocketAddr,
    path::Path,
    process::{ExitStatus, Stdio},
    time::Instant,
};

use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::{Child, ChildStdout, Command},
};

use super::Plan;
use crate::process::command;

/// The grace period for an absent player: short, so that other players act before late ones return.
pub(super) const GRACE_MS: u64 = 150;

/// A server process, which may not listen yet. It is killed when this is dropped.
#[derive(Debug)]
pub(super) struct Victim {
    child: Child,
    stdout: BufReader<ChildStdout>,
    /// When the process was started.
    pub(super) began: Instant,
}

/// Returns the folder with the database.
pub(super) fn data(folder: &Path) -> std::path::PathBuf {
    folder.join("data")
}

/// Writes the server's configuration. Its limits are so high that clients without pauses do not reach them.
///
/// # Errors
/// Returns an error if it cannot be written.
pub(super) fn configure(plan: &Plan) -> io::Result<()> {
    let text = format!(
        "[limits]\nrooms = {rooms}\nper_address.rooms = {rooms}\nper_address.new_rooms = {{ per_minute = 60000, burst = 60000 }}\n\
         per_address.requests = {{ per_minute = 60000, burst = 60000 }}\nrooms_per_player = {rooms}\nai_rooms_per_player = {rooms}\ncommands_per_second = {most}\ncommand_burst = {most}\nai_game_pause_ms = 100\n\
         grace_ms = {GRACE_MS}\n",
        rooms = plan.rooms * 2,
        most = u16::MAX,
    );
    std::fs::create_dir_all(&plan.folder)?;
    std::fs::write(plan.folder.join("crash.toml"), text)
}

impl Victim {
    /// Starts a server on the folder of `plan`, without waiting for it.
    ///
    /// # Errors
    /// Returns an error if it cannot be started.
    pub(super) fn spawn(plan: &Plan) -> io::Result<Self> {
        Self::spawn_with(plan, "server.log", |command| {
            command.arg("--data").arg(data(&plan.folder));
        })
    }

    /// Starts a node of a cluster with these brokers, without waiting for it.
    ///
    /// # Errors
    /// Returns an error if it cannot be started.
    #[cfg(feature = "cluster")]
    pub(super) fn spawn_node(plan: &Plan, brokers: &str, number: usize) -> io::Result<Self> {
        let name = format!("node-{number}");
        Self::spawn_with(plan, &format!("{name}.log"), |command| {
            command.arg("--data").arg(plan.folder.join(&name)).args(["--cluster", brokers, "--node", &name]);
        })
    }

    fn spawn_with(plan: &Plan, log: &str, add: impl FnOnce(&mut Command)) -> io::Result<Self> {
        let program = plan.program.to_str().ok_or_else(|| io::Error::other("an unusable path"))?;
        let log = OpenOptions::new().create(true).append(true).open(plan.folder.join(log))?;
        let mut command = command(program);
        command.env("TENGEN_LOG", "warn").env("NO_COLOR", "1").stderr(log).stdout(Stdio::piped());
        command.args(["--bind", "127.0.0.1:0", "--config"]).arg(plan.folder.join("crash.toml"));
        add(&mut command);
        let began = Instant::now();
        let mut child = command.spawn()?;
        let stdout = child.stdout.take().ok_or_else(|| io::Error::other("no standard output"))?;
        Ok(Self { child, stdout: BufReader::new(stdout), began })
    }

    /// Waits until the server prints its address.
    ///
    /// # Errors
    /// Returns an error if it ends before that.
    pub(super) async fn listening(&mut self) -> io::Result<SocketAddr> {
        let mut line = String::new();
        self.stdout.read_line(&mut line).await?;
        let address = line.trim().strip_prefix("listening on ws://").and_then(|url| url.strip_suffix("/ws"));
        let address = address.and_then(|address| address.parse().ok());
        address.ok_or_else(|| io::Error::other(format!("the server said {line:?} and not where it listens")))
    }

    /// Returns the exit status; `None` while the process runs.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// Kills the process at once, as `kill -9` does, and waits for its end.
    ///
    /// # Errors
    /// Returns an error if it cannot be killed.
    pub(super) async fn kill(mut self) -> io::Result<()> {
        self.child.kill().await
    }

    /// Stops the process with SIGTERM and waits for its end.
    ///
    /// # Errors
    /// Returns an error if the signal cannot be sent.
    pub(super) async fn stop(mut self) -> io::Result<ExitStatus> {
        self.signal("TERM").await?;
        self.child.wait().await
    }

    /// Sends the signal with this name.
    ///
    /// # Errors
    /// Returns an error if the process has ended.
    pub(super) async fn signal(&self, signal: &str) -> io::Result<()> {
        let id = self.child.id().ok_or_else(|| io::Error::other("it has ended already"))?;
        Command::new("kill").args(["-s", signal, &id.to_string()]).status().await?;
        Ok(())
    }
}
