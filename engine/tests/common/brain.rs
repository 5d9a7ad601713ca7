//! `pbrain-tengen` as a manager sees it: lines in, lines out.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]
#![allow(dead_code, reason = "each test file uses its own part")]

use std::{
    io::{BufRead as _, BufReader, Lines, Write as _},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use tengen_shared::rules::Point;

/// The running program and both ends of its pipes.
pub(crate) struct Brain {
    child: Child,
    pub(crate) to: Option<ChildStdin>,
    from: Lines<BufReader<ChildStdout>>,
}

impl Brain {
    pub(crate) fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_pbrain-tengen"));
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let to = child.stdin.take();
        let from = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, to, from }
    }

    /// Starts the program on a board of `side` points a side, with a small node limit.
    pub(crate) fn on(side: u8) -> Self {
        let mut brain = Self::start();
        brain.say("INFO max_node 2000");
        brain.say("INFO hash_size 1024");
        brain.say(&format!("START {side}"));
        assert_eq!(brain.hear(), "OK");
        brain
    }

    pub(crate) fn say(&mut self, line: &str) {
        let to = self.to.as_mut().unwrap();
        write!(to, "{line}\r\n").unwrap();
        to.flush().unwrap();
    }

    /// Returns the next line that is not a message.
    pub(crate) fn hear(&mut self) -> String {
        self.from.by_ref().map(Result::unwrap).find(|line| !line.starts_with("MESSAGE")).unwrap()
    }

    pub(crate) fn ask(&mut self, line: &str) -> String {
        self.say(line);
        self.hear()
    }

    /// Ends the program and checks that it prints nothing more.
    pub(crate) fn end(mut self) {
        self.say("END");
        self.finish();
    }

    pub(crate) fn finish(mut self) {
        assert_eq!(self.from.by_ref().map(Result::unwrap).find(|line| !line.starts_with("MESSAGE")), None);
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Brain {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn spot(answer: &str, height: u8) -> Point {
    let (x, y) = answer.split_once(',').unwrap_or_else(|| panic!("{answer} is no move"));
    Point::new(x.parse().unwrap(), height - 1 - y.parse::<u8>().unwrap()).unwrap()
}
