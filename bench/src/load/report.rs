//! The report of `load`: a table for people, and one line of JSON for programs.

use std::{collections::BTreeMap, io::Write};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};

use super::{peer::Echo, watch::Window};
use crate::{latency::Latency, proc::Machine};

/// The maximum processor time of the server for a move, in round trips of the bare echo server.
const TARGET_CPU: f64 = 3.0;
/// The maximum memory of an idle connection, in KiB.
const TARGET_IDLE: f64 = 8.0;
/// The maximum time of a move to the opponent at half load, in milliseconds.
const TARGET_P99: f64 = 5.0;

/// All figures of a run.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    bench: &'static str,
    settings: Settings,
    machine: Machine,
    /// The main window: at saturation, or at the requested rate.
    pub(super) main: Option<Phase>,
    /// The window at half the rate of the main one.
    pub(super) half: Option<Phase>,
    /// One more room with a crowd.
    pub(super) crowd: Option<CrowdReport>,
    pub(super) memory: Memory,
    pub(super) mean_frame: u64,
    /// The bytes in the data folder at the end.
    pub(super) journal_bytes: u64,
    pub(super) echo: Vec<Echo>,
    verdicts: Vec<Verdict>,
    pub(super) trouble: Trouble,
}

/// The options of the run.
#[derive(Debug, Serialize)]
pub(super) struct Settings {
    pub(super) rooms: usize,
    pub(super) seconds: u64,
    pub(super) codec: String,
    pub(super) variant: String,
    pub(super) rate: u32,
    pub(super) durability: String,
    pub(super) idle: usize,
    pub(super) threads: usize,
    pub(super) seed: u64,
    pub(super) spectators: usize,
}

/// The activity of the journal in a window.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Journal {
    pub(super) records: f64,
    pub(super) commits: f64,
    pub(super) mean_batch: f64,
}

/// The figures of one window.
#[derive(Debug, Serialize)]
pub(super) struct Phase {
    moves_per_second: f64,
    games: u64,
    accepted: Latency,
    delivered: Latency,
    server_cpu_us: f64,
    server_cores: f64,
    driver_cores: f64,
    others_cores: f64,
    journal: Journal,
}

/// Resident memory of the server.
#[derive(Debug, Default, Serialize)]
pub(super) struct Memory {
    pub(super) idle_kib: f64,
    pub(super) playing_mib: f64,
}

/// The faults of a run.
#[derive(Debug, Default, Serialize)]
pub(super) struct Trouble {
    pub(super) rejected: BTreeMap<String, u64>,
    pub(super) rooms_stopped: u64,
    pub(super) first: Vec<String>,
    pub(super) drops: BTreeMap<String, f64>,
    pub(super) resyncs: f64,
    pub(super) journal_failures: f64,
    pub(super) log: Vec<String>,
}

/// A figure and its target.
#[derive(Debug, Serialize)]
pub(super) struct Verdict {
    what: String,
    value: f64,
    target: f64,
    met: bool,
}

impl Verdict {
    /// Checks that `value` is not above `target`.
    pub(super) fn at_most(what: String, value: f64, target: f64) -> Self {
        Self { what, value, target, met: value <= target }
    }

    pub(super) fn row(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Self { what, value, target, met } = self;
        let met = if *met { "met" } else { "MISSED" };
        writeln!(out, "{what:<55} {value:>8.2}   target <= {target:<4} {met}")
    }
}

/// The figures of a room with a crowd.
#[derive(Debug, Serialize)]
pub(super) struct CrowdReport {
    pub(super) seen: Seen,
    /// The other rooms meanwhile.
    pub(super) others: Phase,
}

/// The moves that reached the spectators.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Seen {
    pub(super) spectators: usize,
    /// The number of moves that reached a spectator, for all spectators together.
    pub(super) moves: u64,
    /// The time from the decision about a move to its arrival at a spectator, in milliseconds, to the millisecond.
    pub(super) delivered: Latency,
}

impl Phase {
    /// Creates the figures of a window.
    pub(super) fn new(window: &Window, journal: Journal) -> Self {
        let moves = window.counts.delivered.len();
        Self {
            moves_per_second: window.per_second(moves),
            games: window.counts.games,
            accepted: Latency::of(&window.counts.answered),
            delivered: Latency::of(&window.counts.delivered),
            server_cpu_us: window.cpu_each(moves),
            server_cores: window.cores(window.program),
            driver_cores: window.cores(window.driver),
            others_cores: window.cores(window.others),
            journal,
        }
    }
}

impl Report {
    /// Creates a report without figures.
    pub(super) fn new(settings: Settings, machine: Machine) -> Self {
        Self {
            bench: "load",
            settings,
            machine,
            main: None,
            half: None,
            crowd: None,
            memory: Memory::default(),
            mean_frame: 0,
            journal_bytes: 0,
            echo: Vec::new(),
            verdicts: Vec::new(),
            trouble: Trouble::default(),
        }
    }

    /// Compares the figures with the echo servers and with the targets.
    pub(super) fn conclude(&mut self) {
        let mut verdict = |what: String, value: f64, target: f64| {
            self.verdicts.push(Verdict::at_most(what, value, target));
        };
        if let Some(main) = &self.main {
            for echo in &self.echo {
                let what = format!("CPU per move / round trip of the echo, {}", echo.label());
                verdict(what, main.server_cpu_us / echo.cpu_us, TARGET_CPU);
            }
        }
        verdict("KiB per idle connection".to_owned(), self.memory.idle_kib, TARGET_IDLE);
        if let Some(half) = &self.half {
            verdict("ms to the opponent, p99, half load".to_owned(), half.delivered.p99, TARGET_P99);
        }
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
        let Settings { rooms, codec, variant, durability, .. } = &self.settings;
        writeln!(out, "{rooms} rooms of {variant}, codec {codec}, durability {durability}")?;
        writeln!(
            out,
            "{} cores, load average {:.2} before the run\n",
            self.machine.cores, self.machine.load_average
        )?;
        let name = if self.settings.rate == 0 { "saturation" } else { "at the rate" };
        for (name, phase) in [(name, &self.main), ("half load", &self.half)] {
            if let Some(phase) = phase {
                phase.rows(name, out)?;
            }
        }
        if let Some(crowd) = &self.crowd {
            crowd.rows(out)?;
        }
        for echo in &self.echo {
            echo.rows(out)?;
        }
        writeln!(out, "memory      server after the main window {:.1} MiB", self.memory.playing_mib)?;
        let frame = self.mean_frame;
        writeln!(
            out,
            "            data folder {} KiB, mean frame {frame} bytes\n",
            self.journal_bytes / 1024
        )?;
        for verdict in &self.verdicts {
            verdict.row(out)?;
        }
        self.trouble.rows(out)
    }
}

impl Phase {
    fn rows(&self, name: &str, out: &mut impl Write) -> std::io::Result<()> {
        writeln!(out, "{name:<11} {:.0} moves/s, {} games ended", self.moves_per_second, self.games)?;
        for (to, latency) in [("mover", self.accepted), ("opponent", self.delivered)] {
            let Latency { p50, p99, max } = latency;
            writeln!(out, "            to the {to:<8}  p50 {p50:.2} ms, p99 {p99:.2} ms, max {max:.2} ms")?;
        }
        writeln!(
            out,
            "            server {:.2} µs of CPU per move; cores: server {:.2}, bots {:.2}, others {:.2}",
            self.server_cpu_us, self.server_cores, self.driver_cores, self.others_cores
        )?;
        writeln!(
            out,
            "            journal: {:.1} records per commit, {:.0} records in all\n",
            self.journal.mean_batch, self.journal.records
        )
    }
}

impl CrowdReport {
    fn rows(&self, out: &mut impl Write) -> std::io::Result<()> {
        self.others.rows("with crowd", out)?;
        let Seen { spectators, moves, delivered: Latency { p50, p99, max } } = &self.seen;
        writeln!(
            out,
            "crowd       {moves} times to one of {spectators} spectators  p50 {p50:.0} ms, p99 {p99:.0} ms, max {max:.0} ms\n"
        )
    }
}

impl Echo {
    fn label(&self) -> String {
        self.read_buffer
            .map_or_else(|| "default buffers".to_owned(), |bytes| format!("{bytes} B read buffer"))
    }

    fn rows(&self, out: &mut impl Write) -> std::io::Result<()> {
        let Latency { p50, p99, max } = self.round_trip;
        writeln!(out, "bare echo   {}: {:.0} round trips/s", self.label(), self.round_trips_per_second)?;
        writeln!(out, "            round trip        p50 {p50:.2} ms, p99 {p99:.2} ms, max {max:.2} ms")?;
        writeln!(
            out,
            "            {:.2} µs of CPU per round trip; cores: echo {:.2}, bots {:.2}, others {:.2}",
            self.cpu_us, self.echo_cores, self.driver_cores, self.others_cores
        )?;
        writeln!(out, "            {:.1} KiB per idle connection\n", self.idle_kib)
    }
}

impl Trouble {
    pub(super) fn rows(&self, out: &mut impl Write) -> std::io::Result<()> {
        let refused: u64 = self.rejected.values().sum();
        writeln!(
            out,
            "\ntrouble: {refused} commands refused, {} rooms stopped, {} resyncs, {} failed commits, {} lines in the server's log",
            self.rooms_stopped,
            self.resyncs,
            self.journal_failures,
            self.log.len()
        )?;
        for (what, count) in &self.drops {
            writeln!(out, "  {what} {count}")?;
        }
        for (code, count) in &self.rejected {
            writeln!(out, "  refused as {code}: {count}")?;
        }
        for line in self.first.iter().chain(self.log.iter().take(10)) {
            writeln!(out, "  {line}")?;
        }
        Ok(())
    }
}
