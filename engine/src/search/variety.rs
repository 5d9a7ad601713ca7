//! Varied openings: in the first plies of a game, the seed chooses among almost equal moves.
//!
//! A short search lists the moves to choose from. Then comes the usual search, with most of the budget. Its move is
//! replaced only if nothing is decided, and if a search of the drawn move alone, nearly as deep, finds it at most
//! [`VARIED_MARGIN`] worse. So a forced win is never given up. In a symmetric position, the seed also chooses among the
//! turned and mirrored images of the move, which are as good. The table then knows little of the next position, since it has
//! the moves after another image.

use tengen_shared::rules::Variant;
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
    Some(share(limits, VARIED_PERCENT))
}

/// Returns a share of the time and nodes of these limits, in percent.
pub(super) fn share(limits: &Limits, percent: u32) -> Limits {
    let now = Instant::now();
    let part = |due: Instant| now + due.saturating_duration_since(now) * percent / 100;
    Limits {
        deadline: limits.deadline.map(part),
        max_nodes: limits.max_nodes.map(|most| most * u64::from(percent) / 100),
        ..*limits
    }
}

/// Returns the moves of an early position that are about as good as the best one. Each comes from a search of its own,
/// which excludes the better moves found before. The searches end at `max_depth` or [`VARIED_DEPTH`].
pub(super) fn candidates(worker: &mut Worker<'_>, max_depth: u8) -> Vec<Square> {
    let mut choices: Vec<Varied> = Vec::new();
    while choices.len() < VARIED_MOVES && worker.budget.has_time_for_more() {
        worker.excluded = choices.iter().map(|it| it.square).collect();
        let Some(found) = best(worker, max_depth.min(VARIED_DEPTH)) else { break };
        if choices.first().is_some_and(|first| found.score + VARIED_MARGIN < first.score) {
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

/// Returns the report with its moves turned and mirrored as the seed draws, by a symmetry that leaves all stones where
/// stones of their colour are.
pub(super) fn turned(board: &Board, report: Report, seed: u64) -> Report {
    let keeps = |by: &Symmetry| {
        let stones = || board.moves().iter().enumerate();
        let is_stone = |of: usize, at: Square| stones().any(|(other, it)| *it == at && other % 2 == of % 2);
        stones().all(|(of, it)| is_stone(of, by.image(*it)))
    };
    let symmetries: Vec<Symmetry> = Symmetry::all(board.variant()).filter(keeps).collect();
    // Another number of the sequence than those of the moves to choose from.
    let drawn = drawn(seed, u64::MAX - board.moves().len() as u64) % symmetries.len() as u64;
    let Some(by) = usize::try_from(drawn).ok().and_then(|at| symmetries.get(at)) else { return report };
    Report {
        best: by.image(report.best),
        line: report.line.iter().map(|it| by.image(*it)).collect(),
        ..report
    }
}

/// A symmetry of the empty board: the columns and rows may change places, and then either may be reversed.
#[derive(Clone, Copy, Debug)]
struct Symmetry {
    swaps: bool,
    /// The last column, if columns are reversed.
    cols: Option<u8>,
    rows: Option<u8>,
}

impl Symmetry {
    /// Returns the symmetries of a board, the identity first: 8 of a square, 4 of a rectangle.
    fn all(variant: Variant) -> impl Iterator<Item = Self> {
        let [cols, rows] = [variant.width(), variant.height()].map(|side| [None, Some(side - 1)]);
        let swaps =
            [false, true].into_iter().filter(move |swaps| !swaps || variant.width() == variant.height());
        swaps.flat_map(move |swaps| {
            cols.into_iter()
                .flat_map(move |cols| rows.into_iter().map(move |rows| Self { swaps, cols, rows }))
        })
    }

    fn image(&self, of: Square) -> Square {
        let (row, col) = if self.swaps { (of.col(), of.row()) } else { (of.row(), of.col()) };
        let reversed = |at: u8, last: Option<u8>| last.map_or(at, |last| last - at);
        Square::at(reversed(row, self.rows), reversed(col, self.cols))
    }
}

/// A move to choose from.
#[derive(Clone, Copy, Debug)]
struct Varied {
    square: Square,
    score: Score,
}

/// Returns the best move that is not excluded, searched to a depth; `None` if the budget ends before.
fn best(worker: &mut Worker<'_>, last: u8) -> Option<Varied> {
    let mut known: Option<Varied> = None;
    for depth in 1..=last {
        worker.found = None;
        worker.budget.begin_depth(depth);
        let score = worker.windowed(depth, known.map_or(0, |it| it.score));
        if worker.over {
            return None;
        }
        known = worker.found.map(|(square, _)| Varied { square, score });
    }
    known
}

#[cfg(test)]
mod tests {
    use tengen_shared::rules::{Pace, Position};

    use super::*;

    /// Returns the points to which seeds turn the first of these points, after the others.
    fn images(variant: Variant, best: &str, moves: &[&str]) -> Vec<String> {
        let mut position = Position::new(variant);
        for point in moves {
            position.play(point.parse().unwrap()).unwrap();
        }
        let best = Square::of(best.parse().unwrap());
        let report = Report { best, score: 0, depth: 1, nodes: 1, line: vec![best], pace: Pace::Full };
        let image = |seed| {
            let report = turned(&Board::at(&position), report.clone(), seed);
            assert_eq!(report.line, [report.best]);
            report.best.point().to_string()
        };
        let mut all: Vec<String> = (0..200).map(image).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    #[test]
    fn a_move_is_turned_by_the_symmetries_of_the_position() {
        let square = Variant::GOMOKU15;
        assert_eq!(images(square, "h9", &["h8"]), ["g8", "h7", "h9", "i8"]);
        assert_eq!(images(square, "i10", &["h8"]).len(), 8);
        // The stones of both colours lie on one line.
        assert_eq!(images(square, "i10", &["h8", "h9"]), ["g10", "i10"]);
        // Turning the board would exchange the colours.
        assert_eq!(images(square, "i10", &["g8", "i8"]), ["i10", "i6"]);
        assert_eq!(images(square, "a1", &["h8", "i10", "c4"]), ["a1"]);
        let wide = "20x15k5".parse().unwrap();
        assert_eq!(images(wide, "a2", &[]), ["a14", "a2", "t14", "t2"]);
    }
}
