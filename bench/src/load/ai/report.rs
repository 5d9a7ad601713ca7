//! The report of `load --ai`: a table for people, and one line of JSON for programs.

use std::io::Write;

use anyhow::Context as _;
use serde::Serialize;

use super::{
    super::{
        mib,
        report::{Trouble, Verdict},
        watch::Window,
    },
    thoughts::{Counts, Means},
};
use crate::{cli::LoadArgs, latency::Latency, proc::Machine};

/// The maximum time for the answer to a person's move, in milliseconds.
const TARGET_P99: f64 = 20.0;

/// The figures of the window against the AI.
pub(super) struct Figures {
    pub(super) window: Window,
    pub(super) thoughts: Counts,
    /// The moves of AI seats and those with a shortened search, by the server's own count.
    pub(super) moves: f64,
    pub(super) shortened: f64,
    /// The server's resident memory in bytes.
    pub(super) resident: u64,
}

/// All figures of a run.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    bench: &'static str,
    settings: Settings,
    machine: Machine,
    people: Side,
    ai: Side,
    thinking: Thinking,
    server_mib: f64,
    verdicts: Vec<Verdict>,
    trouble: Trouble,
}

/// The options of the run.
#[derive(Debug, Serialize)]
pub(super) struct Settings {
    rooms: usize,
    seconds: u64,
    codec: String,
    variant: String,
    level: String,
    /// The depth that the AI reaches without a time limit.
    depth_alone: u8,
    think_ms: u16,
    pause_ms: u64,
    seed: u64,
}

/// The figures of one of the two windows.
#[derive(Debug, Serialize)]
struct Side {
    /// The number of people's moves that the server acknowledged.
    acknowledged: u64,
    per_second: f64,
    games: u64,
    /// The time from sending a move to its acknowledgement.
    acknowledgement: Latency,
    server_cores: f64,
    driver_cores: f64,
    others_cores: f64,
}

/// The searches of the AI seats.
#[derive(Debug, Serialize)]
struct Thinking {
    moves: f64,
    shortened: f64,
    shortened_share: f64,
    queued: u64,
    /// The time from the beginning of the AI's turn to its move, including the think time.
    took: Latency,
    evaluated: u64,
    searched: u64,
    below_two: u64,
    mean: Means,
}

impl Settings {
    /// Creates the settings of a run with this AI.
    pub(super) fn of(args: &LoadArgs, depth_alone: u8) -> Self {
        Self {
            rooms: args.rooms,
            seconds: args.seconds,
            codec: format!("{:?}", args.codec).to_lowercase(),
            variant: args.variant.to_string(),
            level: args.against.level.to_string(),
            depth_alone,
            think_ms: args.against.think_time.ms(),
            pause_ms: args.against.pause_ms,
            seed: args.seed,
        }
    }
}

impl Side {
    fn of(window: &Window) -> Self {
        let acknowledged = window.counts.answered.len();
        Self {
            acknowledged,
            per_second: window.per_second(acknowledged),
            games: window.counts.games,
            acknowledgement: Latency::of(&window.counts.answered),
            server_cores: window.cores(window.program),
            driver_cores: window.cores(window.driver),
            others_cores: window.cores(window.others),
        }
    }

    fn rows(&self, name: &str, out: &mut impl Write) -> std::io::Result<()> {
        let Latency { p50, p99, max } = self.acknowledgement;
        writeln!(out, "{name:<11} {:.1} moves/s of bots, {} games ended", self.per_second, self.games)?;
        writeln!(out, "            acknowledged        p50 {p50:.2} ms, p99 {p99:.2} ms, max {max:.2} ms")?;
        writeln!(
            out,
            "            cores: server {:.2}, bots {:.2}, others {:.2}\n",
            self.server_cores, self.driver_cores, self.others_cores
        )
    }
}

impl Thinking {
    fn of(figures: &Figures) -> Self {
        let Figures { window, thoughts, moves, shortened, .. } = figures;
        Self {
            moves: *moves,
            shortened: *shortened,
            shortened_share: shortened / moves.max(1.0),
            queued: thoughts.queued,
            took: Latency::of(&window.counts.delivered),
            evaluated: thoughts.evaluated,
            searched: thoughts.searched,
            below_two: thoughts.below_two,
            mean: thoughts.means(),
        }
    }

    /// Prints the rows. `alone` is the depth that the AI reaches without a time limit.
    fn rows(&self, alone: u8, out: &mut impl Write) -> std::io::Result<()> {
        let Latency { p50, p99, max } = self.took;
        writeln!(
            out,
            "AI          {:.0} moves, {:.1} % cut short, {} waited for a thread",
            self.moves,
            100.0 * self.shortened_share,
            self.queued
        )?;
        writeln!(out, "            took                p50 {p50:.0} ms, p99 {p99:.0} ms, max {max:.0} ms")?;
        let Means { depth, nodes } = self.mean;
        writeln!(out, "            mean depth {depth:.2} plies where nothing was proven, {nodes:.0} nodes")?;
        let by_itself = if alone < 2 { ", as this AI looks no further" } else { "" };
        writeln!(
            out,
            "            {} moves not seen at once, {} of them below two plies{by_itself}\n",
            self.searched, self.below_two
        )
    }
}

impl Report {
    /// Combines the figures and compares them with the targets.
    pub(super) fn new(
        settings: Settings,
        machine: Machine,
        people: &Window,
        figures: &Figures,
        trouble: Trouble,
    ) -> Self {
        let (people, ai, thinking) = (Side::of(people), Side::of(&figures.window), Thinking::of(figures));
        let mut verdicts = vec![Verdict::at_most(
            "ms to the acknowledgement, p99".to_owned(),
            ai.acknowledgement.p99,
            TARGET_P99,
        )];
        // If the AI never searches deeper, the thread pool is not the cause.
        if settings.depth_alone >= 2 {
            let what = "AI moves below two plies".to_owned();
            verdicts.push(Verdict::at_most(what, thinking.below_two as f64, 0.0));
        }
        let server_mib = mib(figures.resident);
        Self { bench: "load-ai", settings, machine, people, ai, thinking, server_mib, verdicts, trouble }
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
        let Settings { rooms, variant, level, think_ms, pause_ms, depth_alone, .. } = &self.settings;
        writeln!(
            out,
            "{rooms} rooms of {variant} against {level}, think time {think_ms} ms, pause {pause_ms} ms"
        )?;
        writeln!(
            out,
            "{} cores, load average {:.2} before the run; alone the AI looks {depth_alone} plies deep\n",
            self.machine.cores, self.machine.load_average
        )?;
        self.people.rows("two bots", out)?;
        self.ai.rows("with AI", out)?;
        self.thinking.rows(*depth_alone, out)?;
        writeln!(out, "memory      server {:.1} MiB\n", self.server_mib)?;
        let ratio = self.ai.acknowledgement.p99 / self.people.acknowledgement.p99;
        writeln!(out, "{:<55} {ratio:>8.2}", "acknowledgement, p99, with AI / two bots")?;
        for verdict in &self.verdicts {
            verdict.row(out)?;
        }
        self.trouble.rows(out)
    }
}
