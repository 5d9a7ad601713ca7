//! Solves small boards from the first stone on, and measures the time.

use std::{
    io::Write as _,
    time::{Duration, Instant},
};

use anyhow::Context as _;
use serde::Serialize;
use tengen_engine::{
    Budget, Engine as _, Limits, StopFlag, Value,
    solver::{Perfect, Solution, Solver, is_solvable},
};
use tengen_shared::rules::{Position, Variant};

use crate::cli::SolveArgs;

/// The default boards: those with results that are known from the literature.
const KNOWN: [&str; 6] = ["3x3k3", "4x3k3", "4x4k4", "5x4k4", "5x5k4", "6x5k4"];

/// The number of timed answers on each board. The report shows the quickest, which was disturbed least.
const ANSWERS: usize = 20;

/// All figures of a run.
#[derive(Debug, Serialize)]
struct Report {
    bench: &'static str,
    table_bytes: usize,
    boards: Vec<Figures>,
}

/// The figures of one board.
#[derive(Debug, Serialize)]
struct Figures {
    variant: String,
    /// `win`, `loss` or `draw` for the first player; `None` if the time was up.
    result: Option<&'static str>,
    /// The length of the game if the winner hurries and the loser delays.
    plies: Option<usize>,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    /// The moves of a line of perfect play.
    line: Vec<String>,
    /// The time of the solver engine for the first stone, after a first call; `None` if it does not play this
    /// board.
    engine_microseconds: Option<f64>,
}

/// Solves the requested boards.
///
/// # Errors
/// Returns an error if a board is too large to solve, or if standard output is closed.
pub(crate) fn run(args: &SolveArgs) -> anyhow::Result<()> {
    let known = || KNOWN.iter().map(|text| text.parse().context("a known board"));
    let variants: Vec<Variant> =
        if args.variant.is_empty() { known().collect::<anyhow::Result<_>>()? } else { args.variant.clone() };
    let mut out = std::io::stdout().lock();
    let mut report = Report { bench: "solve", table_bytes: 0, boards: Vec::new() };
    writeln!(
        out,
        "{:<12} {:<8} {:>5} {:>12} {:>9} {:>11} {:>10}",
        "board", "first", "plies", "nodes", "seconds", "nodes/s", "engine"
    )?;
    for variant in variants {
        let mut solver = Solver::new(variant, args.table_mib << 20)?;
        report.table_bytes = solver.table_bytes();
        let figures = measure(&mut solver, Duration::from_secs(args.seconds));
        writeln!(out, "{}", figures.row())?;
        report.boards.push(figures);
    }
    writeln!(out, "{}", serde_json::to_string(&report)?).context("cannot write")
}

fn measure(solver: &mut Solver, patience: Duration) -> Figures {
    let position = Position::new(solver.variant());
    let begun = Instant::now();
    let limits = Limits { deadline: Some(begun + patience), ..Limits::default() };
    let stop = StopFlag::default();
    let mut budget = Budget::new(limits, &stop);
    let solution = solver.solve(&position, &mut budget);
    let seconds = begun.elapsed().as_secs_f64();
    let nodes = budget.nodes();
    let line = |solution: &Solution| solution.line.iter().map(ToString::to_string).collect();
    Figures {
        variant: solver.variant().to_string(),
        result: solution.as_ref().map(|solution| match solution.value {
            Value::Win(_) => "win",
            Value::Loss(_) => "loss",
            Value::Estimate(_) => "draw",
        }),
        plies: solution.as_ref().map(|solution| solution.line.len()),
        nodes,
        seconds,
        nodes_per_second: nodes as f64 / seconds,
        line: solution.as_ref().map(line).unwrap_or_default(),
        engine_microseconds: is_solvable(solver.variant()).then(|| engine_microseconds(&position)),
    }
}

fn engine_microseconds(position: &Position) -> f64 {
    let mut engine = Perfect::default();
    let mut answer = || {
        let begun = Instant::now();
        engine.choose(position, &Limits::default(), &StopFlag::default(), &mut ());
        begun.elapsed().as_secs_f64() * 1e6
    };
    answer();
    (0..ANSWERS).map(|_| answer()).fold(f64::INFINITY, f64::min)
}

impl Figures {
    fn row(&self) -> String {
        let result = self.result.unwrap_or("not yet");
        let plies = self.plies.map_or_else(|| "-".to_owned(), |plies| plies.to_string());
        let engine = self.engine_microseconds.map_or_else(|| "-".to_owned(), |us| format!("{us:.0} us"));
        format!(
            "{:<12} {:<8} {:>5} {:>12} {:>9.4} {:>11.0} {:>10}",
            self.variant, result, plies, self.nodes, self.seconds, self.nodes_per_second, engine
        )
    }
}
