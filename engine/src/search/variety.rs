//! Varied openings: in the first plies of a game, the seed chooses among almost equal moves.

use super::{
    params::{VARIED_DEPTH, VARIED_MARGIN, VARIED_MOVES, VARIED_NODES, VARIED_PLIES},
    report::Report,
    worker::Worker,
};
use crate::{chance::drawn, score::Score, square::Square};

/// Returns one of the best moves of an early position, chosen by the seed.
///
/// `None` later in the game, if only one move is good enough, or if the budget is too small to tell. Each move
/// comes from a search of its own, which excludes the better moves found before.
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
        // Once a first choice is known, an interrupted search and a worse move do not count.
        let is_refused = |first: &Varied| worker.over || found.score + VARIED_MARGIN < first.score;
        if choices.first().is_some_and(is_refused) {
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

/// A move to choose from, and the depth of its search.
#[derive(Clone, Copy, Debug)]
struct Varied {
    square: Square,
    score: Score,
    depth: u8,
}

/// Returns the best move that is not excluded, searched to [`VARIED_DEPTH`], or less deep if the budget ends.
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
