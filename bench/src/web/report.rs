//! The report of `web`: a table for people, and one line of JSON for programs.

use std::{io::Write as _, time::Duration};

use anyhow::Context as _;
use hdrhistogram::Histogram;
use serde::Serialize;

use crate::{latency::Latency, proc::Machine};

/// The longest time that is told apart, in microseconds.
const LONGEST: u64 = 60_000_000;

/// All figures of a run.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    pub(super) bench: &'static str,
    pub(super) machine: Machine,
    /// From the start of a cold load of the analysis board to a placed stone, with a processor four times slower, in
    /// milliseconds.
    pub(super) load: Spread,
    /// From the message of the other side's move to the paint, in milliseconds.
    pub(super) messages: Spread,
    /// From the pointer going up to the stone on the screen, in milliseconds.
    pub(super) clicks: Spread,
    /// From a timer to the paint of one changed element, in the same page, in milliseconds.
    pub(super) bare: Spread,
    pub(super) idle: Vec<Busy>,
    /// The memory of a page that watches, at equal distances.
    pub(super) memory: Vec<Memory>,
}

/// Times of a page.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Spread {
    pub(super) samples: u64,
    #[serde(flatten)]
    latency: Latency,
}

impl Spread {
    /// Creates the spread of times in milliseconds.
    pub(super) fn of(times: &[f64]) -> Self {
        let mut histogram = Histogram::<u64>::new_with_max(LONGEST, 3).expect("invariant: allowed bounds");
        for time in times {
            let time = Duration::try_from_secs_f64(time / 1_000.0).unwrap_or_default();
            histogram.saturating_record(u64::try_from(time.as_micros()).unwrap_or(u64::MAX));
        }
        Self { samples: histogram.len(), latency: Latency::of(&histogram) }
    }
}

/// How busy a page is.
#[derive(Debug, Serialize)]
pub(super) struct Busy {
    pub(super) what: &'static str,
    /// The share of a core that its main thread uses.
    pub(super) percent: f64,
}

/// The memory of a page after garbage was collected.
#[derive(Debug, Serialize)]
pub(super) struct Memory {
    /// The moves that the page has shown.
    pub(super) moves: u64,
    /// The objects of the script.
    pub(super) script_mib: f64,
    /// The nodes of the page.
    pub(super) nodes: f64,
    /// The resident memory of the process, with that of WebAssembly.
    pub(super) renderer_mib: f64,
}

impl Report {
    pub(super) fn print(&self) -> anyhow::Result<()> {
        let mut out = std::io::stdout().lock();
        let times = [
            ("cold load to a placed stone, slower processor", self.load, Some(1_000)),
            ("the other side's move: message to paint", self.messages, Some(16)),
            ("pointer up to the painted stone", self.clicks, Some(50)),
            ("bare page: timer to paint", self.bare, None),
        ];
        writeln!(
            out,
            "{:<56} {:>7} {:>8} {:>8} {:>8} {:>10}",
            "ms", "samples", "p50", "p99", "max", "asked p99"
        )?;
        for (what, Spread { samples, latency: Latency { p50, p99, max } }, asked) in times {
            let asked = asked.map_or(String::new(), |asked: u32| asked.to_string());
            writeln!(out, "{what:<56} {samples:>7} {p50:>8.1} {p99:>8.1} {max:>8.1} {asked:>10}")?;
        }
        let (ours, bare) = (self.messages.latency, self.bare.latency);
        let (p50, p99) = (ours.p50 - bare.p50, ours.p99 - bare.p99);
        writeln!(out, "the other side's move, beyond the bare page: p50 {p50:.1} ms, p99 {p99:.1} ms")?;
        for Busy { what, percent } in &self.idle {
            writeln!(out, "{what:<56} {percent:>7.2} % of a core")?;
        }
        for Memory { moves, script_mib, nodes, renderer_mib } in &self.memory {
            writeln!(
                out,
                "after {moves:>6} moves: script {script_mib:.1} MiB, {nodes:.0} nodes, process {renderer_mib:.1} MiB"
            )?;
        }
        let json = serde_json::to_string(self)?;
        writeln!(out, "{json}").context("cannot write the report")
    }
}
