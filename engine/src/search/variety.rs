//! Variety: in the first plies of a game the seed chooses among moves that are about as good.

use super::{
    params::{VARIED_DEPTH, VARIED_MARGIN, VARIED_MOVES, VARIED_NODES, VARIED_PLIES},
    report::Report,
    worker::Worker,
};
use crate::{chance::drawn, score::Score, square::Square};

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
    let mut choices: Vec<Varied> = Vec::new();
    while choices.len() < VARIED_MOVES {
        worker.excluded = choices.iter().map(|it| it.square).collect();
        let Some(found) = best(worker) else { break };
        // What was cut short says nothing against what is known of the first.
        let worse = choices.first().is_some_and(|it| worker.over || found.score + VARIED_MARGIN < it.score);
        if worse {
            break;
        }
        choices.push(found);
    }
    worker.excluded.clear();
    let chosen = match &choices[..] {
        // There is no time for another search.
        [first, ..] if worker.over => *first,
        [] | [_] => return None,
        several => {
            let chosen = drawn(seed, plies as u64) % several.len() as u64;
            several[usize::try_from(chosen).unwrap_or(0)]
        }
    };
    let Varied { square: best, score, depth } = chosen;
    let line = worker.line(best);
    Some(Report { best, score, depth, nodes: worker.nodes(), line, pace: worker.budget.pace() })
}

/// A move to choose, and how deep it was looked at.
#[derive(Clone, Copy, Debug)]
struct Varied {
    square: Square,
    score: Score,
    depth: u8,
}

/// The best move that is not left out, by a search of a few plies, or of as many as the budget allows.
fn best(worker: &mut Worker<'_>) -> Option<Varied> {
    let mut known: Option<Varied> = None;
    for depth in 1..=VARIED_DEPTH {
        worker.found = None;
        worker.budget.begin_depth(depth);
        let score = worker.windowed(depth, known.map_or(0, |it| it.score));
        if worker.over {
            let partial = worker.found.map(|(square, score)| Varied { square, score, depth: depth - 1 });
            return partial.or(known);
        }
        known = worker.found.map(|(square, _)| Varied { square, score, depth });
    }
    known
}
