//! A program in a pseudo-terminal: keys in, bytes and a screen out.

mod answers;
mod seen;

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

use answers::Answers;
pub use seen::{Chunk, Seen};

/// The time that a program has to end once its terminal is gone.
const FAREWELL: Duration = Duration::from_secs(20);

/// What can go wrong with a program in a terminal.
#[derive(Debug, Error)]
pub enum PtyError {
    /// No terminal can be had, or the program cannot be started in it.
    #[error("{program} cannot be run in a terminal: {why}")]
    Start {
        /// The program.
        program: String,
        /// The system's reason.
        why: String,
    },
    /// The terminal does not take it: the program has ended.
    #[error("the terminal is gone: {0}")]
    Gone(#[from] io::Error),
    /// The terminal cannot have this size.
    #[error("the terminal cannot be {cols} x {rows}")]
    Size {
        /// Columns.
        cols: u16,
        /// Rows.
        rows: u16,
    },
    /// What was waited for has not come.
    #[error("{what} did not come; exit: {exit}; the screen:\n{screen}")]
    NotCome {
        /// What was waited for.
        what: String,
        /// How the program has ended, if it has.
        exit: String,
        /// What stands on the screen instead.
        screen: String,
    },
}

/// A program with its arguments, and the terminal it shall have.
///
/// It gets an environment of its own: nothing of this process's but the path.
#[derive(Clone, Debug)]
pub struct Launch {
    command: CommandBuilder,
    program: String,
    size: (u16, u16),
}

impl Launch {
    /// A program whose files all lie in `home`, in a colour terminal of 80 x 24.
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

    /// Arguments more.
    #[must_use]
    pub fn args(mut self, args: impl IntoIterator<Item = impl Into<OsString>>) -> Self {
        self.command.args(args.into_iter().map(Into::into));
        self
    }

    /// One more variable.
    #[must_use]
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Another size, in columns and rows.
    #[must_use]
    pub const fn size(mut self, cols: u16, rows: u16) -> Self {
        self.size = (cols, rows);
        self
    }

    /// Starts the program.
    ///
    /// # Errors
    /// If there is no such program, or no terminal for it.
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
        // With the program's own handle the last one is gone, which ends the reader.
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

/// Takes in what the program writes, until its terminal is closed.
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
                    // A program that ends before it is answered has no use for it.
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
    /// The modes of the line before the program changed them.
    modes: String,
    started: Instant,
}

impl Pty {
    /// The program's process number.
    #[must_use]
    pub const fn pid(&self) -> u32 {
        self.pid
    }

    /// When it was started.
    #[must_use]
    pub const fn started(&self) -> Instant {
        self.started
    }

    /// Sends bytes as a keyboard, a mouse or a paste would.
    ///
    /// # Errors
    /// If the program has ended.
    pub fn send(&self, bytes: &[u8]) -> Result<(), PtyError> {
        let mut keys = lock(&self.keys);
        keys.write_all(bytes)?;
        Ok(keys.flush()?)
    }

    /// Gives the terminal another size and tells the program.
    ///
    /// # Errors
    /// If that cannot be.
    pub fn resize(&self, cols: u16, rows: u16) -> Result<(), PtyError> {
        let wrong = PtyError::Size { cols, rows };
        // Before the program knows: what it draws then is meant for the new size.
        if !lock(&self.seen.0).resize(cols, rows) {
            return Err(wrong);
        }
        self.master.resize(PtySize { rows, cols, ..PtySize::default() }).map_err(|_| wrong)
    }

    /// Looks at what has come so far.
    pub fn look<T>(&self, look: impl FnOnce(&Seen) -> T) -> T {
        look(&lock(&self.seen.0))
    }

    /// Looks again after each change, until there is something to be seen.
    ///
    /// # Errors
    /// If there is nothing to be seen for so long, or the program has ended without it.
    pub fn wait<T>(
        &self,
        what: &str,
        patience: Duration,
        mut look: impl FnMut(&Seen) -> Option<T>,
    ) -> Result<T, PtyError> {
        let mut found = None;
        let more = |seen: &mut Seen| {
            found = look(seen);
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

    /// Waits until the program has written nothing for `quiet`: it has drawn all that it wanted to, unless it never
    /// comes to rest.
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

    /// Whether the program has changed the modes of the line, and not changed them back.
    #[must_use]
    pub fn has_changed_modes(&self) -> bool {
        modes(&*self.master) != self.modes
    }

    /// Sends the signal of this name.
    ///
    /// # Errors
    /// If there is no program `kill`, or nobody to take the signal.
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
        // It may end just now by itself, and then there is nobody to tell.
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
