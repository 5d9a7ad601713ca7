//! The client's program in a pseudo-terminal, as tests look at it: what does not come fails the test.

use std::path::Path;

use vt100::MouseProtocolMode;

use super::{
    PATIENCE,
    pty::{Launch, Pty, Seen},
};

/// The client in a terminal of 80 x 24. Dropping it hangs up and waits for the program's end.
#[derive(Debug)]
pub struct Term(Pty);

impl Term {
    /// Starts `program` with its files in `home`.
    ///
    /// # Panics
    /// If it cannot be started, as with all that follows if it does not go as it should.
    #[must_use]
    pub fn start(program: &str, home: &Path, args: &[&str]) -> Self {
        Self(Launch::new(program, home).args(args).start().unwrap())
    }

    /// As [`Term::start`], with standard error in a file and nowhere else.
    #[must_use]
    pub fn with_errors_in(file: &Path, program: &str, home: &Path, args: &[&str]) -> Self {
        let redirect = ["-c", "errors=$1; shift; exec \"$@\" 2>\"$errors\"", "sh"];
        let launch = Launch::new("sh", home).args(redirect).args([file]).args([program]).args(args);
        Self(launch.start().unwrap())
    }

    /// The terminal itself.
    #[must_use]
    pub const fn pty(&self) -> &Pty {
        &self.0
    }

    /// Types.
    pub fn type_keys(&self, keys: &str) {
        self.0.send(keys.as_bytes()).unwrap();
    }

    /// The text on the screen.
    #[must_use]
    pub fn screen(&self) -> String {
        self.0.look(Seen::screen)
    }

    fn wait<T>(&self, what: &str, look: impl FnMut(&Seen) -> Option<T>) -> T {
        match self.0.wait(what, PATIENCE, look) {
            Ok(found) => found,
            Err(error) => panic!("{error}"),
        }
    }

    /// Waits until the screen is as wanted, and fails with what it shows instead.
    pub fn wait_until(&self, what: &str, wanted: impl Fn(&str) -> bool) {
        self.wait(what, |seen| wanted(&seen.screen()).then_some(()));
    }

    /// Waits for a screen with all of these; `A .. B` is a line that holds A and behind it B.
    pub fn wait_for(&self, texts: &[&str]) {
        self.wait_until(&format!("{texts:?}"), |screen| texts.iter().all(|text| has(screen, text)));
    }

    /// Waits for a screen with this 3x3 board and all of these texts.
    pub fn wait_for_board(&self, marks: &str, texts: &[&str]) {
        self.wait_until(&format!("{marks} with {texts:?}"), |screen| {
            board(screen).as_deref() == Some(marks) && texts.iter().all(|text| has(screen, text))
        });
    }

    /// Waits for the end: the exit code, and how many bytes the terminal was sent.
    #[must_use]
    pub fn wait_for_exit(&self) -> (u32, usize) {
        self.wait("the end", |seen| {
            seen.is_over()
                .then(|| (seen.exit().map_or(0, portable_pty::ExitStatus::exit_code), seen.bytes().len()))
        })
    }

    /// Waits for a clean end after which the terminal is as it was before, and tells what it shows then.
    #[must_use]
    pub fn wait_for_end(&self) -> String {
        self.wait("the end", |seen| seen.is_over().then_some(()));
        assert!(!self.0.has_changed_modes(), "the modes of the line are not given back");
        self.0.look(|seen| {
            assert!(seen.exit().is_some_and(portable_pty::ExitStatus::success), "{:?}", seen.exit());
            let screen = seen.terminal();
            assert!(!screen.alternate_screen() && !screen.hide_cursor(), "{}", seen.screen());
            assert!(!screen.bracketed_paste(), "pastes are still in brackets");
            assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
            seen.screen().trim().to_owned()
        })
    }

    /// Whether the program has changed what has to be given back.
    #[must_use]
    pub fn is_taken_over(&self) -> bool {
        self.0.look(|seen| seen.terminal().alternate_screen()) && self.0.has_changed_modes()
    }

    /// Sends the signal of this name.
    pub fn signal(&self, name: &str) {
        self.0.signal(name).unwrap();
    }
}

/// Whether a line of `screen` holds `text`; `A .. B` is a line that holds A and behind it B.
#[must_use]
pub fn has(screen: &str, text: &str) -> bool {
    let after = |line, part| Some(str::split_once(line, part)?.1);
    screen.lines().any(|line| text.split(" .. ").try_fold(line, after).is_some())
}

/// What stands in the middle of the nine boxes, from the top left: a mark, or the digit to type.
#[must_use]
pub fn board(screen: &str) -> Option<String> {
    let lines: Vec<&str> = screen.lines().collect();
    let at = |(y, x): (usize, usize)| lines.get(y)?.chars().nth(x);
    [4, 10, 16].into_iter().flat_map(|y| [8, 20, 32].map(|x| (y, x))).map(at).collect()
}
