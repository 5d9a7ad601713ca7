//! `tactics`: positions with a forced win, which the engine must prove within a budget; each proof is played out.

use std::{
    fs,
    io::Write as _,
    time::{Duration, Instant},
};

use anyhow::{Context as _, ensure};
use serde::{Deserialize, Serialize};
use tengen_engine::{Engine as _, Limits, Purpose, StopFlag, Value, pvs::PvsEngine};
use tengen_shared::rules::{Outcome, Position};

use crate::{cli::TacticsArgs, tell};

/// The size of either side's transposition table, in bytes.
const TABLE_BYTES: usize = 32 << 20;
/// The defender's node limit for each answer in a playout.
const DEFENDER_NODES: u64 = 50_000;

/// A position of the file. Other fields of its line are ignored.
#[derive(Debug, Deserialize)]
struct Task {
    /// The moves, separated by spaces.
    moves: String,
    /// The known number of plies to the win.
    #[serde(default)]
    win_in: Option<u16>,
}

/// The figures of a run.
#[derive(Debug, Serialize)]
struct Report {
    bench: &'static str,
    positions: usize,
    /// Wins that were proven, and won in the playout.
    solved: usize,
    /// Wins that were claimed, but not won in the playout.
    wrong: usize,
    /// The share of solved positions.
    share: f64,
    move_ms: Option<u64>,
    nodes: Option<u64>,
    /// The mean time of the solved positions.
    solved_ms: f64,
}

/// Tests every position of the file.
///
/// # Errors
/// Returns an error if the file cannot be read, or if a claimed win did not come.
pub(crate) fn run(args: &TacticsArgs) -> anyhow::Result<()> {
    let text =
        fs::read_to_string(&args.file).with_context(|| format!("cannot read {}", args.file.display()))?;
    let mut out = std::io::stdout().lock();
    let (mut solved, mut wrong, mut spent) = (0, 0, Duration::ZERO);
    let mut positions = 0;
    for (number, line) in text.lines().filter(|line| !line.trim().is_empty()).enumerate() {
        let what = || format!("position {} of {}", number + 1, args.file.display());
        let task: Task = serde_json::from_str(line).with_context(what)?;
        let position = set_up(args, &task).with_context(what)?;
        positions += 1;
        let begun = Instant::now();
        let mut engine = PvsEngine::new(TABLE_BYTES, u8::MAX);
        let choice = engine.choose(&position, &limits(args, Purpose::Value), &StopFlag::default(), &mut ());
        let choice = choice.with_context(what)?;
        let took = begun.elapsed();
        let told = match choice.value {
            Value::Win(_) if holds(args, &mut engine, position) => {
                solved += 1;
                spent += took;
                "proven"
            }
            Value::Win(_) => {
                wrong += 1;
                "claimed, and not won"
            }
            Value::Loss(_) | Value::Estimate(_) => "not found",
        };
        let known = task.win_in.map_or_else(String::new, |plies| format!(" of {plies}"));
        writeln!(
            out,
            "{:>3} win{known}: {told}; {} {:?} depth {} nodes {} in {} ms",
            number + 1,
            choice.point,
            choice.value,
            choice.depth,
            choice.nodes,
            took.as_millis()
        )?;
    }
    ensure!(positions > 0, "{} holds no positions", args.file.display());
    let report = Report {
        bench: "tactics",
        positions,
        solved,
        wrong,
        share: solved as f64 / positions as f64,
        move_ms: args.nodes.is_none().then_some(args.move_ms),
        nodes: args.nodes,
        solved_ms: spent.as_secs_f64() * 1e3 / f64::from(u32::try_from(solved.max(1))?),
    };
    tell(&format!("{solved} of {positions} proven and won, {wrong} claimed and not won"));
    writeln!(out, "{}", serde_json::to_string(&report)?)?;
    ensure!(wrong == 0, "{wrong} claimed wins did not come");
    Ok(())
}

fn set_up(args: &TacticsArgs, task: &Task) -> anyhow::Result<Position> {
    let mut position = Position::new(args.variant);
    for point in task.moves.split_whitespace() {
        position.play(point.parse()?)?;
    }
    Ok(position)
}

fn limits(args: &TacticsArgs, purpose: Purpose) -> Limits {
    let due = || Instant::now() + Duration::from_millis(args.move_ms);
    let deadline = args.nodes.is_none().then(due);
    Limits { deadline, max_nodes: args.nodes, purpose, ..Limits::default() }
}

/// Whether the side to move wins with its best moves, against the best defence that the engine finds.
fn holds(args: &TacticsArgs, attacker: &mut PvsEngine, mut position: Position) -> bool {
    let side = position.to_move();
    let mut defender = PvsEngine::new(TABLE_BYTES, u8::MAX).within(DEFENDER_NODES);
    while position.outcome().is_none() {
        let choice = if position.to_move() == side {
            attacker.choose(&position, &limits(args, Purpose::Move), &StopFlag::default(), &mut ())
        } else {
            defender.choose(&position, &Limits::default(), &StopFlag::default(), &mut ())
        };
        let Some(choice) = choice else { return false };
        if position.play(choice.point).is_err() {
            return false;
        }
    }
    position.outcome() == Some(Outcome::Win(side))
}
