//! An outside program that is talked to by lines, and that nobody waits for without end.

use std::{
    io::{BufRead as _, BufReader, Read, Write as _},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail};

/// Lines that are kept until somebody reads them; a program that writes more has to wait.
const KEPT: usize = 256;
/// The longest line in bytes; what is longer counts as several lines.
const LONGEST: u64 = 16 * 1024;
/// The time that a program has to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);
/// The time between two looks whether it has ended.
const GLANCE: Duration = Duration::from_millis(5);

/// A program that runs until this is dropped: it is then told to end, and killed if it does not.
#[derive(Debug)]
pub(super) struct Lines {
    child: Child,
    input: ChildStdin,
    /// What it writes, line by line, until it closes its output.
    output: Receiver<String>,
    /// What it is told before it is killed.
    farewell: &'static str,
}

impl Lines {
    /// Starts a program, which is told `farewell` when this is dropped.
    ///
    /// # Errors
    /// If it cannot be started.
    pub(super) fn start(command: &mut Command, farewell: &'static str) -> anyhow::Result<Self> {
        let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = piped.spawn().context("it cannot be started: is it there, and may it be run?")?;
        let input = child.stdin.take().context("it has no input")?;
        let stdout = child.stdout.take().context("it has no output")?;
        let (lines, output) = sync_channel(KEPT);
        // Ends with the program, or with the first line that nobody is there to read.
        thread::spawn(move || pass_on(stdout, &lines));
        Ok(Self { child, input, output, farewell })
    }

    /// Sends text, whose lines must be complete.
    ///
    /// # Errors
    /// If the program does not read any more.
    pub(super) fn send(&mut self, text: &str) -> anyhow::Result<()> {
        let sent = self.input.write_all(text.as_bytes()).and_then(|()| self.input.flush());
        sent.or_else(|_| self.gone("its input"))
    }

    /// The next line, without blanks around it.
    ///
    /// # Errors
    /// If there is none until `due`, or there will never be one.
    pub(super) fn next(&mut self, due: Instant) -> anyhow::Result<String> {
        let left = due.saturating_duration_since(Instant::now());
        // Zero is no time at all, also for a program that never stops talking.
        let line =
            if left.is_zero() { Err(RecvTimeoutError::Timeout) } else { self.output.recv_timeout(left) };
        match line {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => bail!("no answer in time"),
            Err(RecvTimeoutError::Disconnected) => self.gone("its output"),
        }
    }

    /// The error that the program has closed one of its ends.
    fn gone<T>(&mut self, end: &str) -> anyhow::Result<T> {
        match self.wait() {
            Some(status) => bail!("it closed {end} and ended ({status})"),
            None => bail!("it closed {end}"),
        }
    }

    /// How the program has ended, if it does so soon.
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
        // A program that has gone already needs neither.
        let told = self.send(self.farewell);
        if told.is_err() || self.wait().is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Passes on what is read, line by line, until it ends or nobody listens.
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
