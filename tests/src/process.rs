//! The server as a separate process that tests can kill and signal.

use std::{net::SocketAddr, path::Path, process::Stdio};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, BufReader, Lines},
    process::{Child, ChildStdout, Command},
    task::JoinHandle,
};

use super::within;

/// A server process. It is killed when this is dropped.
#[derive(Debug)]
pub struct ServerProcess {
    /// The address that it listens on.
    pub addr: SocketAddr,
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
    errors: JoinHandle<String>,
}

/// The exit code and the output of a process.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// The exit code; `None` if a signal ended the process.
    pub code: Option<i32>,
    /// Standard output; without the first line if the process was listening.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// Returns a command without the variables that would change the server's behaviour.
pub(crate) fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("TENGEN_")) {
        command.env_remove(name);
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    command
}

/// Runs `program` until it ends by itself.
///
/// # Panics
/// Panics if it cannot be started or does not end.
pub async fn run_to_end(program: &str, args: &[&str], vars: &[(&str, &str)]) -> Output {
    let mut command = command(program);
    command.args(args).envs(vars.iter().copied());
    let output = within("a process to end by itself", command.output()).await.expect("it starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Output { code: output.status.code(), stdout: text(&output.stdout), stderr: text(&output.stderr) }
}

impl ServerProcess {
    /// Starts a server on a free port that keeps its data in `folder`.
    pub async fn in_folder(program: &str, folder: &Path) -> Self {
        let folder = folder.to_str().expect("a plain path");
        Self::start(program, &["--bind", "127.0.0.1:0", "--data", folder], &[]).await
    }

    /// Starts a server with these arguments and variables, and waits for the line with its address.
    ///
    /// # Panics
    /// Panics if it does not start.
    pub async fn start(program: &str, args: &[&str], vars: &[(&str, &str)]) -> Self {
        let mut command = command(program);
        command.args(args).envs(vars.iter().copied());
        let mut child = command.spawn().expect("it starts");
        let mut stderr = child.stderr.take().expect("a pipe");
        let errors = tokio::spawn(async move {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text).await;
            text
        });
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let line = within("the first line of the server", lines.next_line()).await.expect("a line");
        let Some(line) = line else { panic!("no line: {:?}", errors.await) };
        let addr = line.strip_prefix("listening on ws://").and_then(|rest| rest.strip_suffix("/ws"));
        let addr = addr.and_then(|addr| addr.parse().ok());
        let addr = addr.unwrap_or_else(|| panic!("this line is not as promised: {line:?}"));
        Self { addr, child, lines, errors }
    }

    /// Returns the process ID.
    ///
    /// # Panics
    /// Panics if the process has ended.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id().expect("it runs")
    }

    /// Kills the process at once, as `kill -9` does, and waits for its end.
    ///
    /// # Panics
    /// Panics if it cannot be killed.
    pub async fn kill(mut self) {
        self.child.kill().await.expect("it can be killed");
    }

    /// Sends the signal with this name.
    ///
    /// # Panics
    /// Panics if the program `kill` is missing or fails.
    pub async fn signal(&self, name: &str) {
        let id = self.id().to_string();
        let sent = Command::new("kill").args(["-s", name, &id]).status().await;
        assert!(sent.expect("a program kill").success(), "the signal is sent");
    }

    /// Waits for the end of the process, and returns its exit code and output.
    ///
    /// # Panics
    /// Panics if it does not end.
    pub async fn ended(mut self) -> Output {
        let status = within("the process to end", self.child.wait()).await.expect("its status");
        let mut stdout = String::new();
        while let Some(line) = self.lines.next_line().await.expect("its output") {
            stdout += &line;
            stdout += "\n";
        }
        Output { code: status.code(), stdout, stderr: self.errors.await.expect("its errors") }
    }
}
