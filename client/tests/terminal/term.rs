//! A program in a pseudo-terminal, and what its screen shows.

use std::{
    io::{ErrorKind, Read, Write},
    path::Path,
    process::Command,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::Duration,
};

use portable_pty::{CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};
use vt100::{MouseProtocolMode, Parser};

/// Ends a test that would otherwise wait for ever.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);
const TENGEN: &str = env!("CARGO_BIN_EXE_tengen");

/// What a program has written to its terminal, and how it ended.
struct Output {
    parser: Parser,
    bytes: usize,
    closed: bool,
    exit: Option<ExitStatus>,
}

impl Output {
    fn is_over(&self) -> bool {
        self.closed && self.exit.is_some()
    }

    fn screen(&self) -> String {
        self.parser.screen().contents()
    }
}

type Shared = Arc<(Mutex<Output>, Condvar)>;

fn lock(shared: &Shared) -> MutexGuard<'_, Output> {
    shared.0.lock().unwrap_or_else(PoisonError::into_inner)
}

fn change(shared: &Shared, change: impl FnOnce(&mut Output)) {
    change(&mut lock(shared));
    shared.1.notify_all();
}

/// A program in a terminal of 80 x 24. Dropping it hangs up and waits for the program's end.
pub(crate) struct Term {
    output: Shared,
    keys: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    pid: u32,
    /// The modes of the line before the program changed them.
    modes: String,
}

impl Term {
    pub(crate) fn tengen(home: &Path, args: &[&str]) -> Self {
        let mut command = CommandBuilder::new(TENGEN);
        command.args(args);
        Self::start(home, command)
    }

    /// Tengen with standard error in a file and nowhere else.
    pub(crate) fn with_errors_in(file: &Path, home: &Path, args: &[&str]) -> Self {
        let mut command = CommandBuilder::new("sh");
        command.args(["-c", "errors=$1; shift; exec \"$@\" 2>\"$errors\"", "sh"]);
        command.arg(file);
        command.arg(TENGEN);
        command.args(args);
        Self::start(home, command)
    }

    fn start(home: &Path, mut command: CommandBuilder) -> Self {
        command.env("TENGEN_HOME", home);
        command.env_remove("USER");
        command.cwd(home);
        let size = PtySize { rows: 24, cols: 80, ..PtySize::default() };
        let pair = native_pty_system().openpty(size).unwrap();
        let (modes, master) = (modes(&*pair.master), pair.master);
        let mut child = pair.slave.spawn_command(command).unwrap();
        // With the program's own handle the last one is gone, which ends the reader.
        drop(pair.slave);
        let output = Output { parser: Parser::default(), bytes: 0, closed: false, exit: None };
        let output: Shared = Arc::new((Mutex::new(output), Condvar::new()));
        let (mut reader, shared) = (master.try_clone_reader().unwrap(), output.clone());
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            loop {
                match reader.read(&mut buffer) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Ok(0) | Err(_) => return change(&shared, |output| output.closed = true),
                    Ok(count) => change(&shared, |output| {
                        output.bytes += count;
                        output.parser.process(&buffer[..count]);
                    }),
                }
            }
        });
        let (pid, shared) = (child.process_id().unwrap(), output.clone());
        thread::spawn(move || {
            let exit = child.wait().unwrap();
            change(&shared, |output| output.exit = Some(exit));
        });
        Self { output, keys: master.take_writer().unwrap(), master, pid, modes }
    }

    pub(crate) fn type_keys(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
    }

    pub(crate) fn screen(&self) -> String {
        lock(&self.output).screen()
    }

    fn wait(&self, what: &str, done: impl Fn(&Output) -> bool) -> MutexGuard<'_, Output> {
        let more = |output: &mut Output| !done(output) && !output.is_over();
        let waited = self.output.1.wait_timeout_while(lock(&self.output), PATIENCE, more);
        let (output, _) = waited.unwrap_or_else(PoisonError::into_inner);
        assert!(
            done(&output),
            "{what} did not come; exit: {:?}; the screen:\n{}",
            output.exit,
            output.screen()
        );
        output
    }

    /// Waits until the screen is as wanted, and fails with what it shows instead.
    pub(crate) fn wait_until(&self, what: &str, wanted: impl Fn(&str) -> bool) {
        drop(self.wait(what, |output| wanted(&output.screen())));
    }

    /// Waits for a screen with all of these; `A .. B` is a line that holds A and behind it B.
    pub(crate) fn wait_for(&self, texts: &[&str]) {
        self.wait_until(&format!("{texts:?}"), |screen| texts.iter().all(|text| has(screen, text)));
    }

    /// Waits for a screen with this 3x3 board and all of these texts.
    pub(crate) fn wait_for_board(&self, marks: &str, texts: &[&str]) {
        self.wait_until(&format!("{marks} with {texts:?}"), |screen| {
            board(screen).as_deref() == Some(marks) && texts.iter().all(|text| has(screen, text))
        });
    }

    /// Waits for the end: the exit code, and how many bytes the terminal was sent.
    pub(crate) fn wait_for_exit(&self) -> (u32, usize) {
        let output = self.wait("the end", Output::is_over);
        (output.exit.as_ref().map_or(0, ExitStatus::exit_code), output.bytes)
    }

    /// Waits for a clean end after which the terminal is as it was before, and tells what it shows then.
    pub(crate) fn wait_for_end(&self) -> String {
        let output = self.wait("the end", Output::is_over);
        assert!(output.exit.as_ref().is_some_and(ExitStatus::success), "{:?}", output.exit);
        let screen = output.parser.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor(), "{}", output.screen());
        assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
        assert_eq!(modes(&*self.master), self.modes);
        output.screen().trim().to_owned()
    }

    /// Whether the program has changed what has to be given back.
    pub(crate) fn is_taken_over(&self) -> bool {
        lock(&self.output).parser.screen().alternate_screen() && modes(&*self.master) != self.modes
    }

    pub(crate) fn signal(&self, name: &str) {
        assert!(lock(&self.output).exit.is_none(), "nobody is there to take {name}");
        let sent = Command::new("kill").args(["-s", name, &self.pid.to_string()]).status();
        assert!(sent.unwrap().success());
    }
}

impl Drop for Term {
    fn drop(&mut self) {
        let runs = |output: &mut Output| output.exit.is_none();
        if runs(&mut lock(&self.output)) {
            // It may end just now by itself, and then there is nobody to tell.
            let _ = Command::new("kill").args(["-s", "HUP", &self.pid.to_string()]).output();
            drop(self.output.1.wait_timeout_while(lock(&self.output), PATIENCE, runs));
        }
    }
}

fn modes(master: &dyn MasterPty) -> String {
    format!("{:?}", master.get_termios().expect("the modes of the line"))
}

pub(crate) fn has(screen: &str, text: &str) -> bool {
    let after = |line, part| Some(str::split_once(line, part)?.1);
    screen.lines().any(|line| text.split(" .. ").try_fold(line, after).is_some())
}

/// What stands in the middle of the nine boxes, from the top left: a mark, or the digit to type.
pub(crate) fn board(screen: &str) -> Option<String> {
    let lines: Vec<&str> = screen.lines().collect();
    let at = |(y, x): (usize, usize)| lines.get(y)?.chars().nth(x);
    [6, 12, 18].into_iter().flat_map(|y| [28, 40, 52].map(|x| (y, x))).map(at).collect()
}
