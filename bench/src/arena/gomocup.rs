//! An external program as an engine, over the protocol of the Gomocup tournament:
//! <https://plastovicka.github.io/protocl2en.htm>.
//!
//! A program is started for one game. It receives the rules and limits once, and the whole position for each move:
//! in this protocol, BOARD replaces everything before it.

mod text;

use std::{
    path::{Path, absolute},
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Context as _, bail, ensure};
use tengen_engine::{Choice, Engine, Limits, Observer, Pace, StopFlag, Value};
use tengen_shared::rules::{Position, Variant};
use text::{FIVE, board, coordinates, figure, is_chat, point, settings, start, starts_with, words};

use super::{lines::Lines, move_limits::MoveLimits};

/// The maximum times to wait for a program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timeouts {
    /// The time until it is ready to play.
    pub(super) start: Duration,
    /// The time beyond its limit for a move.
    pub(super) grace: Duration,
    /// The time for a move in a match without a time limit.
    pub(super) answer: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        let [start, grace, answer] = [30, 5, 60].map(Duration::from_secs);
        Self { start, grace, answer }
    }
}

/// A program that runs until this is dropped.
#[derive(Debug)]
pub(super) struct Gomocup {
    lines: Lines,
    patience: Timeouts,
    /// The reason why the program gave no move; empty while it gives moves.
    trouble: String,
}

/// Returns the command that starts a program in its own folder, where it has its files.
///
/// # Errors
/// Returns an error if the path is not a file.
pub(super) fn command(program: &Path) -> anyhow::Result<Command> {
    let program = absolute(program).context("it has no place on this machine")?;
    ensure!(program.is_file(), "there is no such file");
    let mut command = Command::new(&program);
    command.current_dir(program.parent().unwrap_or(&program));
    Ok(command)
}

impl Gomocup {
    /// Starts a program and sends it the rules.
    ///
    /// # Errors
    /// Returns an error if it does not start, does not play the variant, or is not ready in time.
    pub(super) fn start(
        command: &mut Command,
        variant: Variant,
        limits: MoveLimits,
        patience: Timeouts,
    ) -> anyhow::Result<Self> {
        let lines = Lines::start(command, "END\n")?;
        let mut this = Self { lines, patience, trouble: String::new() };
        let due = Instant::now() + patience.start;
        if variant.win_length() != FIVE {
            this.ask_for_win_lengths(variant, due)?;
        }
        this.lines.send(&start(variant))?;
        loop {
            let line = this.lines.next(due).context("it was not ready to play")?;
            if line.eq_ignore_ascii_case("OK") {
                this.lines.send(&settings(variant, limits))?;
                return Ok(this);
            }
            let refused = starts_with(&line, "ERROR") || starts_with(&line, "UNKNOWN");
            ensure!(!refused, "it does not play {variant}: it answered {}", words(&line));
        }
    }

    /// Returns the reason why the program gave no move.
    pub(super) fn trouble(&self) -> &str {
        &self.trouble
    }

    /// Checks that the program knows win lengths other than five, which are not part of the protocol.
    fn ask_for_win_lengths(&mut self, variant: Variant, due: Instant) -> anyhow::Result<()> {
        let known = "programs play five in a row, unless their answer to ABOUT has mnk=\"1\"";
        self.lines.send("ABOUT\n")?;
        loop {
            let line = self.lines.next(due).with_context(|| format!("ABOUT was not answered; {known}"))?;
            if !is_chat(&line) {
                let k = variant.win_length();
                ensure!(line.contains("mnk=\"1\""), "it does not play {k} in a row: {known}");
                return Ok(());
            }
        }
    }

    /// Returns the program's answer to a position.
    fn answer(&mut self, position: &Position, limits: &Limits) -> anyhow::Result<Choice> {
        self.lines.send(&board(position))?;
        let Timeouts { grace, answer, .. } = self.patience;
        let due = limits.deadline.map_or_else(|| Instant::now() + answer, |deadline| deadline + grace);
        let [mut depth, mut nodes] = [0; 2];
        loop {
            let line = self.lines.next(due)?;
            if let Some((x, y)) = coordinates(&line) {
                let point = point(position.variant(), x, y);
                let point = point.with_context(|| format!("it answered {}: off the board", words(&line)))?;
                let depth = u8::try_from(depth).unwrap_or(u8::MAX);
                let (value, line) = (Value::Estimate(0), vec![point]);
                return Ok(Choice { point, value, depth, nodes, line, pace: Pace::Full });
            } else if starts_with(&line, "ERROR") {
                bail!("it answered {}", words(&line));
            } else if starts_with(&line, "MESSAGE") {
                depth = figure(&line, &["depth"]).unwrap_or(depth);
                nodes = figure(&line, &["node", "nodes"]).unwrap_or(nodes);
            }
        }
    }
}

impl Engine for Gomocup {
    /// Returns the program's move. The protocol supports neither the stop flag nor the observer.
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        _: &StopFlag,
        _: &mut dyn Observer,
    ) -> Option<Choice> {
        match self.answer(position, limits) {
            Ok(choice) => Some(choice),
            Err(error) => {
                self.trouble = format!("{error:#}");
                None
            }
        }
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests;
