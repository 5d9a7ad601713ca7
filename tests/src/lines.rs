//! The client in line mode as a separate process, with a pipe for input and one for output.

use std::{path::Path, process::Stdio};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
    task::JoinHandle,
};

use crate::{Output, process::command, within};

/// A client that reads and writes lines. It is killed when this is dropped.
#[derive(Debug)]
pub struct LineClient {
    child: Child,
    input: Option<ChildStdin>,
    lines: Lines<BufReader<ChildStdout>>,
    errors: JoinHandle<String>,
    /// All lines that it has written so far.
    pub told: Vec<String>,
}

impl LineClient {
    /// Starts `program` with its files in `home`.
    ///
    /// # Panics
    /// Panics if it cannot be started.
    pub async fn start(program: &str, home: &Path, args: &[&str]) -> Self {
        let mut command: Command = command(program);
        command.arg("--line").args(args).env("TENGEN_HOME", home).env("LC_ALL", "C.UTF-8").env_remove("USER");
        let mut child = command.stdin(Stdio::piped()).spawn().expect("it starts");
        let mut stderr = child.stderr.take().expect("a pipe");
        let errors = tokio::spawn(async move {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text).await;
            text
        });
        let lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        Self { input: child.stdin.take(), child, lines, errors, told: Vec::new() }
    }

    /// Writes text and a line break.
    ///
    /// # Panics
    /// Panics if the client does not read it.
    pub async fn write(&mut self, text: &str) {
        self.write_bytes(format!("{text}\n").as_bytes()).await;
    }

    /// Writes bytes.
    ///
    /// # Panics
    /// Panics if the client does not read them.
    pub async fn write_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        within("the client to read", input.write_all(bytes)).await.expect("it reads");
    }

    /// Reads lines up to one that contains `part`, and returns that line.
    ///
    /// # Panics
    /// Panics if no such line comes.
    pub async fn wait(&mut self, part: &str) -> String {
        let what = format!("a line with {part:?} after:\n{}", self.told.join("\n"));
        within(&what, async {
            loop {
                let line = self.lines.next_line().await.expect("text");
                let line = line.unwrap_or_else(|| panic!("the end came before {part:?}: {:#?}", self.told));
                self.told.push(line.clone());
                if line.contains(part) {
                    return line;
                }
            }
        })
        .await
    }

    /// Ends the input, if it is still open.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Waits for the end of the process, and returns everything that it wrote.
    ///
    /// # Panics
    /// Panics if it does not end.
    pub async fn ended(mut self) -> Output {
        self.close();
        within("the client to end", async {
            while let Some(line) = self.lines.next_line().await.expect("text") {
                self.told.push(line);
            }
            let status = self.child.wait().await.expect("its status");
            let stderr = self.errors.await.expect("its errors");
            Output { code: status.code(), stdout: self.told.join("\n"), stderr }
        })
        .await
    }
}
