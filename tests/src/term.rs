//! The client's program in a pseudo-terminal, for tests: a test fails if the expected output does not come.

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
    /// Panics if it cannot be started. All other methods panic in the same way if they fail.
    #[must_use]
    pub fn start(program: &str, home: &Path, args: &[&str]) -> Self {
        Self(Launch::new(program, home).args(args).start().unwrap())
    }

    /// Does the same as [`Term::start`], but writes standard error only to a file.
    #[must_use]
    pub fn with_errors_in(file: &Path, program: &str, home: &Path, args: &[&str]) -> Self {
        let redirect = ["-c", "errors=$1; shift; exec \"$@\" 2>\"$errors\"", "sh"];
        let launch = Launch::new("sh", home).args(redirect).args([file]).args([program]).args(args);
        Self(launch.start().unwrap())
    }

    #[must_use]
    pub const fn pty(&self) -> &Pty {
        &self.0
    }

    pub fn type_keys(&self, keys: &str) {
        self.0.send(keys.as_bytes()).unwrap();
    }

    /// Returns the text on the screen.
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

    /// Waits until `wanted` is true for the screen, and panics with the screen if it never is.
    pub fn wait_until(&self, what: &str, wanted: impl Fn(&str) -> bool) {
        self.wait(what, |seen| wanted(&seen.screen()).then_some(()));
    }

    /// Waits for a screen with all of these texts. `A .. B` is a line that has A, and B after it.
    pub fn wait_for(&self, texts: &[&str]) {
        self.wait_until(&format!("{texts:?}"), |screen| texts.iter().all(|text| has(screen, text)));
    }

    /// Waits for a screen with this 3x3 board and all of these texts.
    pub fn wait_for_board(&self, marks: &str, texts: &[&str]) {
        self.wait_until(&format!("{marks} with {texts:?}"), |screen| {
            board(screen).as_deref() == Some(marks) && texts.iter().all(|text| has(screen, text))
        });
    }

    /// Waits for the end, and returns the exit code and the number of bytes that the terminal received.
    #[must_use]
    pub fn wait_for_exit(&self) -> (u32, usize) {
        self.wait("the end", |seen| {
            seen.is_over()
                .then(|| (seen.exit().map_or(0, portable_pty::ExitStatus::exit_code), seen.bytes().len()))
        })
    }

    /// Waits for a clean end with the terminal restored, and returns the text on the screen.
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

    /// Whether the program has changed terminal state that it must restore.
    #[must_use]
    pub fn is_taken_over(&self) -> bool {
        self.0.look(|seen| seen.terminal().alternate_screen()) && self.0.has_changed_modes()
    }

    /// Sends the signal with this name.
    pub fn signal(&self, name: &str) {
        self.0.signal(name).unwrap();
    }
}

/// Whether a line of `screen` has `text`. `A .. B` is a line that has A, and B after it.
#[must_use]
pub fn has(screen: &str, text: &str) -> bool {
    let after = |line, part| Some(str::split_once(line, part)?.1);
    screen.lines().any(|line| text.split(" .. ").try_fold(line, after).is_some())
}

/// Returns the characters in the middle of the nine squares, from the top left: a mark, or the digit to type.
#[must_use]
pub fn board(screen: &str) -> Option<String> {
    let lines: Vec<&str> = screen.lines().collect();
    let at = |(y, x): (usize, usize)| lines.get(y)?.chars().nth(x);
    [4, 10, 16].into_iter().flat_map(|y| [8, 20, 32].map(|x| (y, x))).map(at).collect()
}
