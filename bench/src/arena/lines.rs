//! Talks to an external program line by line, and never waits for it without a limit.

use std::{
    io::{BufRead as _, BufReader, Read, Write as _},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};

/// The maximum number of unread lines. A program that writes more must wait.
const KEPT: usize = 256;
/// The maximum length of a line in bytes. A longer line counts as several lines.
const LONGEST: u64 = 16 * 1024;
/// The time for a program to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);
/// The interval at which to check whether it has ended.
const GLANCE: Duration = Duration::from_millis(5);

/// A program that runs until this is dropped. It then receives its last line, and is killed if it does not end.
#[derive(Debug)]
pub(super) struct Lines {
    child: Child,
    input: ChildStdin,
    /// The lines that it writes, until it closes its output.
    output: Receiver<String>,
    /// The last line to send before killing it.
    farewell: &'static str,
}

impl Lines {
    /// Starts a program, which receives `farewell` when this is dropped.
    ///
    /// # Errors
    /// Returns an error if it cannot be started.
    pub(super) fn start(command: &mut Command, farewell: &'static str) -> anyhow::Result<Self> {
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = piped.spawn().context("it cannot be started: is it there, and may it be run?")?;
        let input = child.stdin.take().context("it has no input")?;
        let stdout = child.stdout.take().context("it has no output")?;
        let (lines, output) = sync_channel(KEPT);
        // The thread ends with the program, or when the receiver is gone.
        thread::spawn(move || pass_on(stdout, &lines));
        Ok(Self { child, input, output, farewell })
    }

    /// Sends complete lines.
    ///
    /// # Errors
    /// Returns an error if the program has closed its input.
    pub(super) fn send(&mut self, text: &str) -> anyhow::Result<()> {
        let sent = self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush());
        sent.or_else(|_| self.gone("its input"))
    }

    /// Returns the next line, without surrounding blanks.
    ///
    /// # Errors
    /// Returns an error if no line comes before `due`, or if the program has closed its output.
    pub(super) fn next(&mut self, due: Instant) -> anyhow::Result<String> {
        let left = due.saturating_duration_since(Instant::now());
        // Zero must mean no time at all, even for a program that never stops talking.
        let line =
            if left.is_zero() { Err(RecvTimeoutError::Timeout) } else { self.output.recv_timeout(left) };
        match line {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => bail!("no answer in time"),
            Err(RecvTimeoutError::Disconnected) => self.gone("its output"),
        }
    }

    /// Returns an error that the program has closed its input or output.
    fn gone<T>(&mut self, end: &str) -> anyhow::Result<T> {
        match self.wait() {
            Some(status) => bail!("it closed {end} and ended ({status})"),
            None => bail!("it closed {end}"),
        }
    }

    /// Returns how the program ended; `None` if it does not end soon.
    fn wait(&mut self) -> Option<ExitStatus> {
        let due = Instant::now() + FAREWELL;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < due => thread::sleep(GLANCE),
                ended => return ended.ok().flatten(),
            }
        }
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        // A program that has already ended needs neither.
        let told = self.send(self.farewell);
        if told.is_err() || self.wait().is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Passes on lines until the program's output ends or the receiver is gone.
fn pass_on(from: impl Read, to: &SyncSender<String>) {
    let mut from = BufReader::new(from);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match (&mut from).take(LONGEST).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if to.send(String::from_utf8_lossy(&bytes).trim().to_owned()).is_err() {
            return;
        }
    }
}
