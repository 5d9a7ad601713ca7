//! Networks of our own: namespaces with nobody else in them, by `unshare`, `nsenter` and `ip`.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, Command, Stdio},
};

/// A network namespace, held open by a process that does nothing.
pub(crate) struct Namespace {
    holder: Child,
}

impl Namespace {
    /// An empty one, in which this machine's own address works.
    pub(crate) fn new() -> Self {
        let mut holder = Command::new("unshare")
            .args(["--net", "cat"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("unshare starts");
        // Once it answers, it is in its namespace.
        holder.stdin.as_mut().unwrap().write_all(b"there?\n").unwrap();
        let mut line = String::new();
        BufReader::new(holder.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert_eq!(line, "there?\n");
        let namespace = Self { holder };
        namespace.run("ip link set lo up").expect("the loopback interface");
        namespace
    }

    /// The number of the process in it.
    pub(crate) fn id(&self) -> u32 {
        self.holder.id()
    }

    /// What must stand before a command for it to run inside.
    pub(crate) fn entry(&self) -> [String; 2] {
        ["nsenter".to_owned(), format!("--net=/proc/{}/ns/net", self.id())]
    }

    /// Runs a command inside.
    pub(crate) fn run(&self, line: &str) -> Result<(), String> {
        run(&format!("{} {line}", self.entry().join(" ")))
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        let _ = self.holder.kill();
        let _ = self.holder.wait();
    }
}

/// Runs a command whose arguments have no blanks.
pub(crate) fn run(line: &str) -> Result<(), String> {
    let mut words = line.split_whitespace();
    let output = Command::new(words.next().expect("a program")).args(words).stdin(Stdio::null()).output();
    match output {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => Err(format!("{line}: {}", String::from_utf8_lossy(&output.stderr).trim())),
        Err(error) => Err(format!("{line}: {error}")),
    }
}
