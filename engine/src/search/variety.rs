//! Variety: in the first plies of a game the seed chooses among moves that are about as good.

use tengen_shared::rules::Pace;

use super::{
    driver::Report,
    params::{VARIED_DEPTH, VARIED_MARGIN, VARIED_MOVES, VARIED_NODES, VARIED_PLIES},
    worker::Worker,
};
use crate::{board::Square, chance::drawn, score::Score};

/// One of the best moves of an early position, drawn by the seed; `None` later in the game, where only one is good
/// enough, or where the budget is too small to know.
///
/// Each of them is found by a search of its own in which the better ones are left out.
pub(super) fn choose(worker: &mut Worker<'_>, seed: u64) -> Option<Report> {
    let plies = worker.board.moves().len();
    let few = worker.budget.max_nodes().is_some_and(|most| most < VARIED_NODES);
    if plies >= VARIED_PLIES || few || !worker.budget.has_time_for_more() {
        return None;
    }
    let mut choices: Vec<(Square, Score)> = Vec::new();
    while choices.len() < VARIED_MOVES {
        worker.excluded = choices.iter().map(|(square, _)| *square).collect();
        let Some(found) = best(worker) else { break };
        if choices.first().is_some_and(|(_, most)| found.1 + VARIED_MARGIN < *most) {
            break;
        }
        choices.push(found);
    }
    worker.excluded.clear();
    // What was cut short says nothing about the others.
    if worker.over || choices.len() < 2 {
        return None;
    }
    let chosen = drawn(seed, plies as u64) % choices.len() as u64;
    let (best, score) = choices[usize::try_from(chosen).unwrap_or(0)];
    let line = worker.line(best);
    Some(Report { best, score, depth: VARIED_DEPTH, nodes: worker.nodes(), line, pace: Pace::Full })
}

/// The best move that is not left out, by a search of a few plies.
fn best(worker: &mut Worker<'_>) -> Option<(Square, Score)> {
    let mut expected = 0;
    for depth in 1..=VARIED_DEPTH {
        worker.found = None;
        expected = worker.windowed(depth, expected);
        if worker.over {
            return None;
        }
    }
    worker.found.map(|(square, _)| (square, expected))
}
