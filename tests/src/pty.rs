//! Runs a program in a pseudo-terminal: sends keys, reads bytes, and keeps a screen.

mod seen;
mod terminal_state;

use std::{
    ffi::{OsStr, OsString},
    io::{self, ErrorKind, Read, Write},
    path::Path,
    process::Command,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use portable_pty::{CommandBuilder, MasterPty, PtySize, native_pty_system};
use thiserror::Error;

pub use seen::{Chunk, Seen};
use terminal_state::TerminalState;

/// The time limit for a program to end once its terminal is closed.
const FAREWELL: Duration = Duration::from_secs(20);
/// The time limit for a frame that the program has begun to draw.
const FRAME_LIMIT: Duration = Duration::from_secs(20);

/// The error of a program in a terminal.
#[derive(Debug, Error)]
pub enum PtyError {
    /// The system gives no terminal, or the program cannot be started in it.
    #[error("{program} cannot be run in a terminal: {why}")]
    Start {
        /// The path of the program.
        program: String,
        /// The system's reason.
        why: String,
    },
    /// The terminal accepts no input, because the program has ended.
    #[error("the terminal was closed: {0}")]
    Gone(#[from] io::Error),
    /// The terminal cannot have this size.
    #[error("the terminal cannot be {cols} x {rows}")]
    Size {
        /// The number of columns.
        cols: u16,
        /// The number of rows.
        rows: u16,
    },
    /// The expected output has not come.
    #[error("{what} did not come; exit: {exit}; the screen:\n{screen}")]
    NotCome {
        /// A description of the expected output.
        what: String,
        /// The exit status of the program, if it has ended.
        exit: String,
        /// The screen at that time.
        screen: String,
    },
}

/// A program with its arguments, and its terminal.
///
/// The program gets a new environment. It inherits only `PATH` and, on Windows, `SystemRoot`.
#[derive(Clone, Debug)]
pub struct Launch {
    command: CommandBuilder,
    program: String,
    size: (u16, u16),
}

impl Launch {
    /// Creates a launch of a program whose files are all in `home`, in a colour terminal of 80 x 24.
    #[must_use]
    pub fn new(program: impl AsRef<OsStr>, home: &Path) -> Self {
        let mut command = CommandBuilder::new(&program);
        command.env_clear();
        for name in ["PATH", "SystemRoot"] {
            if let Some(value) = std::env::var_os(name) {
                command.env(name, value);
            }
        }
        for (name, value) in [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "en_US.UTF-8")]
        {
            command.env(name, value);
        }
        command.env("HOME", home);
        command.env("TENGEN_HOME", home);
        command.cwd(home);
        Self { command, program: program.as_ref().to_string_lossy().into_owned(), size: (80, 24) }
    }

    #[must_use]
    pub fn args(mut self, args: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.command.args(args.into_iter().map(Into::into));
        self
    }

    #[must_use]
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Sets the size, in columns and rows.
    #[must_use]
    pub const fn size(mut self, cols: u16, rows: u16) -> Self {
        self.size = (cols, rows);
        self
    }

    /// Starts the program.
    ///
    /// # Errors
    /// Returns an error if the program is missing, or if the system gives no terminal.
    pub fn start(self) -> Result<Pty, PtyError> {
        let Self { command, program, size: (cols, rows) } = self;
        let failed = |error: &dyn std::fmt::Display| PtyError::Start {
            program: program.clone(),
            why: error.to_string(),
        };
        let size = PtySize { rows, cols, ..PtySize::default() };
        let pair = native_pty_system().openpty(size).map_err(|error| failed(&error))?;
        let (modes, master) = (modes(&*pair.master), pair.master);
        let keys = Arc::new(Mutex::new(master.take_writer().map_err(|error| failed(&error))?));
        let reader = master.try_clone_reader().map_err(|error| failed(&error))?;
        let seen = Seen::new(cols, rows).ok_or(PtyError::Size { cols, rows })?;
        let seen: Shared = Arc::new((Mutex::new(seen), Condvar::new()));
        let started = Instant::now();
        let mut child = pair.slave.spawn_command(command).map_err(|error| failed(&error))?;
        // The program now has the last handle. When it closes it, the reader ends.
        drop(pair.slave);
        let pid = child.process_id().ok_or_else(|| failed(&"it has no process number"))?;
        let (shared, writer) = (seen.clone(), keys.clone());
        thread::spawn(move || listen(reader, &writer, &shared));
        let shared = seen.clone();
        thread::spawn(move || {
            let exit = child.wait();
            change(&shared, |seen| seen.exit = Some(exit.map_err(|error| error.to_string())));
        });
        Ok(Pty { seen, keys, master, pid, modes, started })
    }
}

type Shared = Arc<(Mutex<Seen>, Condvar)>;
type Keys = Arc<Mutex<Box<dyn Write + Send>>>;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn change(shared: &Shared, change: impl FnOnce(&mut Seen)) {
    change(&mut lock(&shared.0));
    shared.1.notify_all();
}

/// Reads the output of the program until its terminal is closed.
fn listen(mut reader: Box<dyn Read + Send>, keys: &Keys, shared: &Shared) {
    let mut buffer = [0; 65_536];
    loop {
        match reader.read(&mut buffer) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => return change(shared, |seen| seen.closed = true),
            Ok(count) => {
                let at = Instant::now();
                let mut answer = Vec::new();
                change(shared, |seen| answer = seen.take(at, &buffer[..count]));
                if !answer.is_empty() {
                    // A program that ends before it reads the answer does not need it.
                    let _ = lock(keys).write_all(&answer);
                }
            }
        }
    }
}

/// A program in a terminal. Dropping it hangs up and waits for the program's end.
pub struct Pty {
    seen: Shared,
    keys: Keys,
    master: Box<dyn MasterPty + Send>,
    pid: u32,
    /// The terminal modes before the program changed them.
    modes: String,
    started: Instant,
}

impl Pty {
    /// Returns the process ID of the program.
    #[must_use]
    pub const fn pid(&self) -> u32 {
        self.pid
    }

    /// Returns when the program was started.
    #[must_use]
    pub const fn started(&self) -> Instant {
        self.started
    }

    /// Sends bytes as a keyboard, a mouse or a paste would.
    ///
    /// # Errors
    /// Returns an error if the program has ended.
    pub fn send(&self, bytes: &[u8]) -> Result<(), PtyError> {
        let mut keys = lock(&self.keys);
        keys.write_all(bytes)?;
        Ok(keys.flush()?)
    }

    /// Changes the size of the terminal and notifies the program.
    ///
    /// # Errors
    /// Returns an error if the terminal cannot have this size.
    pub fn resize(&self, cols: u16, rows: u16) -> Result<(), PtyError> {
        let wrong = PtyError::Size { cols, rows };
        // Resize the screen before the program knows: it draws for the new size at once.
        if !lock(&self.seen.0).resize(cols, rows) {
            return Err(wrong);
        }
        self.master.resize(PtySize { rows, cols, ..PtySize::default() }).map_err(|_| wrong)
    }

    /// Reads the output so far. If a frame is being drawn, this waits for its end, but not for ever: the program may
    /// have been killed.
    pub fn look<T>(&self, look: impl FnOnce(&Seen) -> T) -> T {
        let drawing = |seen: &mut Seen| seen.is_drawing();
        let waited = self.seen.1.wait_timeout_while(lock(&self.seen.0), FRAME_LIMIT, drawing);
        let (seen, _) = waited.unwrap_or_else(PoisonError::into_inner);
        look(&seen)
    }

    /// Calls `look` after each change, except in the middle of a frame, until it returns a value.
    ///
    /// # Errors
    /// Returns an error if `look` returns nothing within the time limit, or before the program ends.
    pub fn wait<T>(
        &self,
        what: &str,
        patience: Duration,
        mut look: impl FnMut(&Seen) -> Option<T>,
    ) -> Result<T, PtyError> {
        let mut found = None;
        let more = |seen: &mut Seen| {
            if !seen.is_drawing() {
                found = look(seen);
            }
            found.is_none() && !seen.is_over()
        };
        let waited = self.seen.1.wait_timeout_while(lock(&self.seen.0), patience, more);
        let (seen, _) = waited.unwrap_or_else(PoisonError::into_inner);
        found.ok_or_else(|| PtyError::NotCome {
            what: what.to_owned(),
            exit: format!("{:?}", seen.exit),
            screen: seen.screen(),
        })
    }

    /// Waits until the program has written nothing for `quiet`, and so has probably finished drawing. It waits at
    /// most for `patience`.
    pub fn settle(&self, quiet: Duration, patience: Duration) {
        let begun = Instant::now();
        let mut seen = lock(&self.seen.0);
        let mut count = usize::MAX;
        while seen.chunks.len() != count && !seen.is_over() && begun.elapsed() < patience {
            count = seen.chunks.len();
            let more = |seen: &mut Seen| seen.chunks.len() == count && !seen.is_over();
            let waited = self.seen.1.wait_timeout_while(seen, quiet, more);
            (seen, _) = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Whether the program has changed the terminal modes and not restored them.
    #[must_use]
    pub fn has_changed_modes(&self) -> bool {
        modes(&*self.master) != self.modes
    }

    /// Sends the signal with this name.
    ///
    /// # Errors
    /// Returns an error if the program `kill` is missing or fails, or if the program has ended.
    pub fn signal(&self, name: &str) -> Result<(), PtyError> {
        let gone = |why: &str| PtyError::Gone(io::Error::other(format!("{name} was not sent: {why}")));
        if self.look(|seen| seen.exit.is_some()) {
            return Err(gone("the program has ended"));
        }
        let sent = Command::new("kill").args(["-s", name, &self.pid.to_string()]).status()?;
        if sent.success() { Ok(()) } else { Err(gone("kill refuses")) }
    }
}

impl std::fmt::Debug for Pty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pty").field("pid", &self.pid).finish_non_exhaustive()
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        // The program may just have ended by itself; then no signal is needed.
        if self.signal("HUP").is_ok() {
            let runs = |seen: &mut Seen| seen.exit.is_none();
            drop(self.seen.1.wait_timeout_while(lock(&self.seen.0), FAREWELL, runs));
        }
    }
}

#[cfg(unix)]
fn modes(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios())
}

#[cfg(not(unix))]
fn modes(_: &dyn MasterPty) -> String {
    String::new()
}
