//! The engine that plays perfectly on boards that the solver solves quickly.

use tengen_shared::rules::{Point, Position, Variant, wins_at};

use super::{Solver, knows};
use crate::{
    engine::{Choice, Engine, Observer, Pace, Value},
    limits::{Budget, Limits, StopFlag},
    pvs::PvsEngine,
    urgent::{Urgent, urgent},
};

/// The greatest size of the solver's table, in bytes.
const TABLE_BYTES: usize = 4 << 20;
/// The table size of the `pvs` engine that replaces an interrupted solver, in bytes.
const FALLBACK_TABLE: usize = 1 << 16;
/// The largest board on which the engine looks for the draw that is hardest to answer, in points.
const FEW_POINTS: usize = 12;

/// The largest board that the solver always solves within about a second, in points.
const SOLVABLE_POINTS: u32 = 30;

/// Returns whether an engine can play a variant perfectly: the solver needs at most about a second for the empty
/// board on one core. This holds for every board of at most 30 points.
///
/// Measured in release mode with a table of 4 MiB, over all win lengths and both rules for longer runs: the empty
/// board takes at most 1.5 million nodes and 0.5 s (7x4, four in a row). A board with up to six random stones takes
/// at most 2.1 million nodes. On larger boards it depends on the win length: 6x6 with four in a row takes 20 ms
/// from the empty board, but up to 15 s after odd openings.
#[must_use]
pub const fn is_solvable(variant: Variant) -> bool {
    knows(variant.runs()) && variant.width() as u32 * variant.height() as u32 <= SOLVABLE_POINTS
}

/// An engine that never makes a mistake: it plays the quickest win and the slowest loss.
///
/// On boards of at most 12 points, it chooses the drawing move that leaves the other side the fewest drawing
/// replies.
#[derive(Debug, Default)]
pub struct Perfect {
    /// The solver for the last variant played.
    solver: Option<Solver>,
}

impl Engine for Perfect {
    /// Even without a solution, it plays an immediate win, or blocks one.
    ///
    /// There is no solution if the board is not [solvable](is_solvable) or if the search ends early. If the flag or
    /// the deadline ended it and the limits have a minimum depth, the `pvs` engine plays at that depth. Otherwise
    /// this engine plays the first empty point.
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Option<Choice> {
        let mut budget = Budget::new(*limits, stop);
        // The solver has no iterations, so the deadline applies from the start.
        budget.begin_depth(u8::MAX);
        let at_once = |point, value, depth| Choice {
            point,
            value,
            depth,
            nodes: 0,
            line: vec![point],
            pace: Pace::Full,
        };
        if let Some(Urgent::Win(point)) = urgent(position) {
            let choice = at_once(point, Value::Win(1), 1);
            observer.depth_done(&choice);
            return Some(choice);
        }
        let other = position.to_move().other();
        let block = position.legal_points().find(|point| wins_at(position.board(), *point, other));
        let fallback = block.or_else(|| position.legal_points().next())?;
        let solved = self.solver(position.variant()).and_then(|solver| solve(solver, position, &mut budget));
        let mut choice = match solved {
            Some(choice) => choice,
            None if budget.pace() == Pace::Shortened && limits.min_depth > 0 => {
                let mut simple = PvsEngine::new(FALLBACK_TABLE, limits.min_depth);
                let simple = simple.choose(position, limits, stop, &mut ())?;
                Choice { nodes: budget.nodes() + simple.nodes, ..simple }
            }
            None => at_once(fallback, Value::Estimate(0), 0),
        };
        choice.nodes = choice.nodes.max(budget.nodes());
        choice.pace = budget.pace();
        if choice.depth > 0 {
            observer.depth_done(&choice);
        }
        Some(choice)
    }
}

impl Perfect {
    /// Returns a solver with an empty table, so that the same question takes the same nodes.
    fn solver(&mut self, variant: Variant) -> Option<&mut Solver> {
        if self.solver.as_ref().is_none_or(|solver| solver.variant() != variant) {
            self.solver =
                is_solvable(variant).then(|| Solver::new(variant, table_bytes(variant)).ok()).flatten();
        }
        let solver = self.solver.as_mut()?;
        solver.forget();
        Some(solver)
    }
}

/// Returns the table size for all positions of a variant, up to a limit.
fn table_bytes(variant: Variant) -> usize {
    let states = 3_usize.checked_pow(u32::try_from(variant.points()).unwrap_or(u32::MAX));
    states.and_then(|states| states.checked_mul(8)).map_or(TABLE_BYTES, |bytes| bytes.min(TABLE_BYTES))
}

fn solve(solver: &mut Solver, position: &Position, budget: &mut Budget<'_>) -> Option<Choice> {
    let solution = solver.solve(position, budget)?;
    let empty = position.legal_points().count();
    let depth = match solution.value {
        Value::Win(plies) | Value::Loss(plies) => u8::try_from(plies),
        Value::Estimate(_) => u8::try_from(empty),
    };
    let mut choice = Choice {
        point: solution.best,
        value: solution.value,
        depth: depth.unwrap_or(u8::MAX),
        nodes: solution.nodes,
        line: solution.line,
        pace: Pace::Full,
    };
    let draws = matches!(solution.value, Value::Estimate(_));
    if draws
        && position.variant().points() <= FEW_POINTS
        && let Some(point) = hardest_draw(solver, position, budget)
        && point != choice.point
    {
        let mut after = position.clone();
        choice.point = point;
        choice.line = vec![point];
        if after.play(point).is_ok_and(|outcome| outcome.is_none()) {
            let rest = solver.solve(&after, budget);
            choice.line.extend(rest.into_iter().flat_map(|solution| solution.line));
        }
    }
    Some(choice)
}

/// Returns the first drawing move that leaves the other side the fewest drawing replies.
fn hardest_draw(solver: &mut Solver, position: &Position, budget: &mut Budget<'_>) -> Option<Point> {
    let mut hardest = None;
    let mut after = position.clone();
    for point in solver.keeping(position, budget)? {
        let replies = match after.play(point) {
            Ok(None) => solver.keeping(&after, budget)?.len(),
            _ => 0,
        };
        after.undo();
        if hardest.is_none_or(|(fewest, _)| replies < fewest) {
            hardest = Some((replies, point));
        }
    }
    hardest.map(|(_, point)| point)
}
