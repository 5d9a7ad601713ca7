//! Varied openings: in the first plies of a game, the seed chooses among almost equal moves.
//!
//! A short search lists the moves to choose from. Then comes the usual search, with most of the budget. Its move is
//! replaced only if nothing is decided, and if a search of the drawn move alone, nearly as deep, finds it at most
//! [`VARIED_MARGIN`] worse. So a forced win is never given up.

use web_time::Instant;

use super::{
    params::{
        VARIED_DEPTH, VARIED_MARGIN, VARIED_MOVES, VARIED_NODES, VARIED_PERCENT, VARIED_PLIES,
        VARIED_SHALLOWER,
    },
    report::Report,
    worker::Worker,
};
use crate::{
    board::Board,
    chance::drawn,
    limits::Limits,
    score::{Score, is_decided},
    square::Square,
};

/// Splits the limits of an early position: those of the usual search, and those of everything together. Returns `None`
/// later in the game, or if the budget is too small to vary anything.
pub(super) fn split(board: &Board, limits: &Limits) -> Option<Limits> {
    let few = limits.max_nodes.is_some_and(|most| most < VARIED_NODES);
    if board.moves().len() >= VARIED_PLIES || few {
        return None;
    }
    let now = Instant::now();
    let part = |due: Instant| now + due.saturating_duration_since(now) * VARIED_PERCENT / 100;
    Some(Limits {
        deadline: limits.deadline.map(part),
        max_nodes: limits.max_nodes.map(|most| most * u64::from(VARIED_PERCENT) / 100),
        ..*limits
    })
}

/// Returns the moves of an early position that are about as good as the best one. Each comes from a search of its own,
/// which excludes the better moves found before.
pub(super) fn candidates(worker: &mut Worker<'_>) -> Vec<Square> {
    let mut choices: Vec<Varied> = Vec::new();
    while choices.len() < VARIED_MOVES && worker.budget.has_time_for_more() {
        worker.excluded = choices.iter().map(|it| it.square).collect();
        let Some(found) = best(worker) else { break };
        // An interrupted search and a worse move do not count.
        if worker.over || choices.first().is_some_and(|first| found.score + VARIED_MARGIN < first.score) {
            break;
        }
        choices.push(found);
    }
    worker.excluded.clear();
    choices.iter().map(|it| it.square).collect()
}

/// Returns the move that the seed draws, unless it is the one that `report` has found, or something is decided.
pub(super) fn draw(candidates: &[Square], report: &Report, seed: u64, plies: usize) -> Option<Square> {
    if is_decided(report.score) || candidates.is_empty() {
        return None;
    }
    let drawn = drawn(seed, plies as u64) % candidates.len() as u64;
    let square = candidates[usize::try_from(drawn).unwrap_or(0)];
    (square != report.best).then_some(square)
}

/// Returns the report of the drawn move if it is nearly as good as `report`, the best. `worker` searches that move
/// alone.
pub(super) fn confirm(worker: &mut Worker<'_>, square: Square, report: &Report) -> Option<Report> {
    worker.excluded = worker.board.empty().iter().filter(|other| *other != square).collect();
    let enough = report.depth.saturating_sub(VARIED_SHALLOWER).max(1);
    let found = worker.deepen(1, report.depth.max(1), &mut |_| ())?;
    let good = found.best == square && found.depth >= enough && found.score + VARIED_MARGIN >= report.score;
    good.then(|| Report { nodes: report.nodes + found.nodes, pace: report.pace, ..found })
}

/// A move to choose from.
#[derive(Clone, Copy, Debug)]
struct Varied {
    square: Square,
    score: Score,
}

/// Returns the best move that is not excluded, searched to [`VARIED_DEPTH`], or less deep if the budget ends.
fn best(worker: &mut Worker<'_>) -> Option<Varied> {
    let mut known: Option<Varied> = None;
    for depth in 1..=VARIED_DEPTH {
        worker.found = None;
        worker.budget.begin_depth(depth);
        let score = worker.windowed(depth, known.map_or(0, |it| it.score));
        if worker.over {
            return known;
        }
        known = worker.found.map(|(square, _)| Varied { square, score });
    }
    known
}
