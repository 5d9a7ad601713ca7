//! The report of `client`: a table for people, and one line of JSON for programs.

use std::io::Write;

use anyhow::Context as _;
use serde::Serialize;

use super::measure::{Idle, Keys};
use crate::{cli::ClientArgs, latency::Latency, proc::Machine};

/// All figures of a run.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    bench: &'static str,
    machine: Machine,
    size: (u16, u16),
    seconds: u64,
    subjects: Vec<Subject>,
    idle: Vec<Idle>,
    ratios: Vec<Ratio>,
}

/// The measurements of a program.
#[derive(Debug, Serialize)]
pub(super) struct Subject {
    pub(super) name: String,
    /// The time from its start to the first text on the screen.
    pub(super) first_text: Latency,
    /// The time from its start to the board; for other programs, to the first text.
    pub(super) ready: Latency,
    pub(super) keys: Keys,
    /// The text on its screen while the keys were pressed.
    pub(super) screen: String,
}

/// A figure of ours, divided by another program's.
#[derive(Debug, Serialize)]
struct Ratio {
    what: &'static str,
    to: String,
    ratio: f64,
}

impl Report {
    /// Creates a report whose first subject is our client.
    pub(super) fn new(args: &ClientArgs, machine: Machine, subjects: Vec<Subject>, idle: Vec<Idle>) -> Self {
        let mut ratios = Vec::new();
        if let [ours, others @ ..] = subjects.as_slice() {
            for other in others {
                let mut ratio = |what, ours: f64, theirs: f64| {
                    ratios.push(Ratio { what, to: other.name.clone(), ratio: ours / theirs });
                };
                ratio("key to screen, p50", ours.keys.to_screen.p50, other.keys.to_screen.p50);
                ratio("key to screen, p99", ours.keys.to_screen.p99, other.keys.to_screen.p99);
                ratio("launch to first text, p50", ours.first_text.p50, other.first_text.p50);
                let figures = |name: &str| idle.iter().find(|idle| idle.what == name);
                if let (Some(ours), Some(theirs)) = (figures(&ours.name), figures(&other.name)) {
                    ratio("idle time run", ours.run_ms_per_minute, theirs.run_ms_per_minute);
                    ratio("resident memory", ours.resident_mib, theirs.resident_mib);
                }
            }
        }
        ratios.retain(|ratio| ratio.ratio.is_finite());
        Self { bench: "client", machine, size: args.size, seconds: args.seconds, subjects, idle, ratios }
    }

    /// Prints the table, followed by the JSON as the last line.
    ///
    /// # Errors
    /// Returns an error if standard output is closed.
    pub(super) fn print(&self) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        self.table(&mut out).context("cannot write the report")?;
        let json = serde_json::to_string(self).context("the report cannot be written as JSON")?;
        writeln!(out, "{json}").context("cannot write the report")
    }

    fn table(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Machine { cores, load_average } = self.machine;
        let (cols, rows) = self.size;
        writeln!(
            out,
            "terminals of {cols} x {rows}, {cores} cores, load average {load_average:.2} before the run\n"
        )?;
        for subject in &self.subjects {
            subject.rows(out)?;
        }
        writeln!(out, "\nleft alone for {} s, all at the same time, a minute of it:", self.seconds)?;
        for idle in &self.idle {
            writeln!(
                out,
                "{:<22} CPU {:>6.0} ms, run {:>8.2} ms, {:>6.1} draws, {:>8.0} bytes; resident {:>6.1} MiB",
                idle.what,
                idle.cpu_ms_per_minute,
                idle.run_ms_per_minute,
                idle.draws_per_minute,
                idle.bytes_per_minute,
                idle.resident_mib
            )?;
        }
        writeln!(out)?;
        for Ratio { what, to, ratio } in &self.ratios {
            writeln!(out, "{:<45} {ratio:>8.2}", format!("{what} / {to}"))?;
        }
        Ok(())
    }
}

impl Subject {
    fn rows(&self, out: &mut impl Write) -> std::io::Result<()> {
        let row = |Latency { p50, p99, max }| format!("p50 {p50:.2} ms, p99 {p99:.2} ms, max {max:.2} ms");
        let Keys { pressed, lost, to_screen, bytes } = self.keys;
        writeln!(out, "{:<22} first text    {}", self.name, row(self.first_text))?;
        writeln!(out, "{:<22} board         {}", "", row(self.ready))?;
        writeln!(out, "{:<22} key to screen {}", "", row(to_screen))?;
        writeln!(out, "{:<22} {pressed} keys, {lost} of them without a change, {bytes:.0} bytes each", "")
    }
}
