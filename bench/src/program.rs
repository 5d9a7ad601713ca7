//! A program under test: a separate process that prints its address.

use std::{
    fs::{self, File},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
    time::Duration,
};

use anyhow::{Context as _, bail, ensure};
use tokio::{
    io::{AsyncBufReadExt as _, BufReader},
    process::{Child, ChildStdout, Command},
    time::timeout,
};

/// The time limit for a program to start listening, and to end.
const TIMEOUT: Duration = Duration::from_secs(15);
/// The number of log lines to show.
const SHOWN: usize = 10;

/// Returns the program that the user has chosen with the option `--option`, or else the one with this name beside this
/// program.
///
/// # Errors
/// Returns an error if there is no such program. The text says how to build it.
pub(crate) fn find(chosen: Option<&Path>, name: &str, option: &str) -> anyhow::Result<PathBuf> {
    let program = chosen.map_or_else(|| sibling(name), |chosen| Ok(chosen.to_owned()))?;
    ensure!(
        program.is_file(),
        "there is no {name} at {}: run `cargo build --release -p tengen-server -p tengen-client -p tengen-bench` first, \
         or name it with --{option}",
        program.display()
    );
    Ok(program)
}

/// Returns the path of a program in the same folder as this one.
///
/// # Errors
/// Returns an error if this program does not know its own path.
fn sibling(name: &str) -> anyhow::Result<PathBuf> {
    let me = std::env::current_exe().context("this program does not know where it is")?;
    Ok(me.with_file_name(format!("{name}{}", std::env::consts::EXE_SUFFIX)))
}

/// A program that runs until this is dropped.
#[derive(Debug)]
pub(crate) struct Program {
    name: &'static str,
    child: Child,
    pid: u32,
    address: SocketAddr,
    log: PathBuf,
    /// Kept open, so that the program can go on writing.
    _stdout: BufReader<ChildStdout>,
}

impl Program {
    /// Starts a program, with its standard error in the file `log`, and waits until it listens.
    ///
    /// # Errors
    /// Returns an error if it cannot be started or does not print its address.
    pub(crate) async fn start(name: &'static str, command: &mut Command, log: &Path) -> anyhow::Result<Self> {
        let stderr = File::create(log).with_context(|| format!("cannot write {}", log.display()))?;
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(stderr).kill_on_drop(true);
        let mut child = command.spawn().with_context(|| format!("cannot start the {name}"))?;
        let pid = child.id().with_context(|| format!("the {name} has ended at once"))?;
        let mut stdout = BufReader::new(child.stdout.take().context("no standard output")?);
        let mut line = String::new();
        match timeout(TIMEOUT, stdout.read_line(&mut line)).await {
            Ok(read) => read.with_context(|| format!("cannot read what the {name} says"))?,
            Err(_) => bail!("the {name} does not say where it listens; its log: {}", tail(log)),
        };
        let address = line.trim().strip_prefix("listening on ws://").and_then(|url| url.strip_suffix("/ws"));
        let Some(address) = address.and_then(|address| address.parse().ok()) else {
            bail!("the {name} said {line:?} and not where it listens; its log: {}", tail(log));
        };
        Ok(Self { name, child, pid, address, log: log.to_owned(), _stdout: stdout })
    }

    /// Returns the address that the program listens on.
    #[must_use]
    pub(crate) const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Returns the process ID.
    #[must_use]
    pub(crate) const fn pid(&self) -> u32 {
        self.pid
    }

    /// Checks that the program still runs.
    ///
    /// # Errors
    /// Returns an error if the program has ended.
    pub(crate) fn check(&mut self) -> anyhow::Result<()> {
        match self.child.try_wait().context("cannot look after the program")? {
            None => Ok(()),
            Some(status) => bail!("the {} has ended ({status}); its log: {}", self.name, tail(&self.log)),
        }
    }

    /// Returns the warnings and errors in its log.
    #[must_use]
    pub(crate) fn complaints(&self) -> Vec<String> {
        let text = fs::read_to_string(&self.log).unwrap_or_default();
        let bad = |line: &&str| ["WARN", "ERROR", "panicked"].iter().any(|word| line.contains(word));
        text.lines().filter(bad).map(ToOwned::to_owned).collect()
    }

    /// Stops the program with SIGTERM. Returns a message if it did not end cleanly.
    ///
    /// # Errors
    /// Returns an error if the signal cannot be sent.
    pub(crate) async fn stop(mut self) -> anyhow::Result<Option<String>> {
        let asked = Command::new("kill").arg("-TERM").arg(self.pid.to_string()).status().await;
        asked.with_context(|| format!("cannot ask the {} to stop: is there no `kill`?", self.name))?;
        match timeout(TIMEOUT, self.child.wait()).await {
            Ok(status) => {
                let status = status.context("cannot wait for the program")?;
                Ok((!status.success()).then(|| format!("the {} ended with {status}", self.name)))
            }
            Err(_) => Ok(Some(format!("the {} did not stop within {TIMEOUT:?} and was killed", self.name))),
        }
    }
}

fn tail(log: &Path) -> String {
    let text = fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let last = lines[lines.len().saturating_sub(SHOWN)..].join("\n");
    if last.is_empty() { "empty".to_owned() } else { format!("\n{last}") }
}
