//! Sampling: a search takes some of its nodes for the policy to learn from.

use std::num::NonZeroU32;

use super::{
    order::{self, Hints},
    params::{MAX_DEPTH, Params},
    samples::{Decision, Samples, Seen},
    worker::Worker,
};
use crate::{
    board::Board,
    depth::{Depth, PLY},
    limits::{Budget, Limits, StopFlag},
    marks::Rows,
    policy::step,
    square::Square,
    transpositions::Table,
};

/// The least depth of a sampled node.
const LEAST_DEPTH: Depth = 2 * PLY;
/// The size of the transposition table, in bytes.
const TABLE_BYTES: usize = 1 << 20;

/// A node that is sampled, while its moves are tried.
pub(super) struct Pending {
    squares: Vec<Square>,
    moves: Vec<Seen>,
}

/// Searches a position and takes one in `every` of the nodes with several moves, at least two plies deep. Returns those where
/// a move raised alpha.
pub(crate) fn decisions(board: Board, nodes: u64, every: NonZeroU32) -> Vec<Decision> {
    let (table, stop) = (Table::new(TABLE_BYTES), StopFlag::default());
    let limits = Limits { max_nodes: Some(nodes), ..Limits::default() };
    let mut worker = Worker::new(board, &table, Params::BEST, Budget::new(limits, &stop));
    worker.samples = Some(Samples::new(every, worker.board.hash()));
    worker.deepen(1, MAX_DEPTH, &mut |_| ());
    worker.samples.map_or_else(Vec::new, |it| it.taken)
}

impl Worker<'_> {
    /// Returns the moves of a node if it is sampled.
    pub(super) fn begin_sample(&mut self, ply: usize, depth: Depth, among: &Rows) -> Option<Pending> {
        let samples = self.samples.as_mut()?;
        if ply == 0 || depth < LEAST_DEPTH || among.count() < 2 || !samples.is_due() {
            return None;
        }
        let side = self.board.to_move();
        let last = self.board.last_two();
        let remembered = self.memory.at(side, ply, last[0]);
        let squares: Vec<Square> = among.iter().collect();
        let seen = |at: &Square| Seen {
            kinds: [side, 1 - side].map(|side| {
                let allowed = self.board.allows(*at, side);
                allowed.then(|| u16::try_from(self.board.worth(*at, side).kind()).unwrap_or(0))
            }),
            steps: last.map(|stone| stone.and_then(|it| u8::try_from(step(it, *at)).ok())),
            trace: remembered.of(*at),
        };
        Some(Pending { moves: squares.iter().map(seen).collect(), squares })
    }

    /// Appends the moves of a sampled node in an order drawn from the policy's odds, without a first move from the table.
    /// Of several good moves, the first one tried turns out best. So in a fixed order, the policy would become surer of itself
    /// with each fit.
    pub(super) fn draw_order(&mut self, hints: Hints, among: &Rows) {
        let first = self.moves.len();
        order::rank(&self.board, &self.memory, Hints { best: None, ..hints }, among, &mut self.moves);
        let Some(samples) = &mut self.samples else { return };
        for it in &mut self.moves[first..] {
            it.rank += samples.noise();
        }
    }

    /// Keeps a sampled node if one of its moves turned out best.
    pub(super) fn end_sample(&mut self, pending: Pending, best: Option<Square>) {
        let Pending { squares, moves } = pending;
        let best = best.and_then(|best| squares.iter().position(|it| *it == best));
        if let (Some(samples), Some(best), false) = (&mut self.samples, best, self.over) {
            samples.taken.push(Decision { moves, best });
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_shared::rules::{Position, Variant};

    use super::*;
    use crate::tuning::{current_policy, kind_classes};

    fn board(variant: Variant, moves: &str) -> Board {
        let mut position = Position::new(variant);
        for point in moves.split(' ') {
            position.play(point.parse().unwrap()).unwrap();
        }
        Board::at(&position)
    }

    #[test]
    fn a_search_is_sampled_at_regular_intervals() {
        let sample = |every| {
            let board = board(Variant::GOMOKU15, "h8 i9 i8 g8");
            decisions(board, 100_000, NonZeroU32::new(every).unwrap())
        };
        // All moves of a sampled node are tried, so many samples would make for another search.
        let (more, fewer) = (sample(10), sample(40));
        assert!(more.len() > 100, "{}", more.len());
        assert!(
            (more.len() / 5..=more.len() / 3).contains(&fewer.len()),
            "{} of {}",
            fewer.len(),
            more.len()
        );
        assert_eq!(sample(40), fewer);
    }

    /// With what `Seen` holds, the weights give the rank by which the search orders moves, up to a constant.
    #[test]
    fn what_is_sampled_of_a_move_gives_its_rank() {
        let weights = current_policy();
        // Black would make two threes at h8.
        let renju = "i8 a1 j8 o1 h9 a15 h10 o15";
        for (variant, moves) in [(Variant::GOMOKU15, "h8 i9 i8 g8 j8"), (Variant::RENJU15, renju)] {
            let (table, stop) = (Table::new(TABLE_BYTES), StopFlag::default());
            let budget = Budget::new(Limits::default(), &stop);
            let mut worker = Worker::new(board(variant, moves), &table, Params::BEST, budget);
            worker.samples = Some(Samples::new(NonZeroU32::MIN, 0));
            let among = *worker.board.empty();
            let pending = worker.begin_sample(1, LEAST_DEPTH, &among).unwrap();
            let hints = Hints { best: None, ply: 1 };
            order::rank(&worker.board, &worker.memory, hints, &among, &mut worker.moves);
            let mut forbidden = 0;
            for (seen, ranked) in pending.moves.iter().zip(&worker.moves) {
                let class =
                    |kind: Option<u16>| kind.map_or(0, |it| usize::from(kind_classes()[usize::from(it)]));
                let [own, other] = seen.kinds;
                let mut sum = i32::from(weights.classes[class(own)][class(other)]);
                for (kind, of) in seen.kinds.into_iter().zip(&weights.kinds) {
                    sum += kind.map_or(0, |it| i32::from(of[usize::from(it)]));
                    forbidden += u32::from(kind.is_none());
                }
                for (step, of) in seen.steps.into_iter().zip(&weights.steps) {
                    sum += step.map_or(0, |it| i32::from(of[usize::from(it)]));
                }
                assert_eq!(ranked.rank, sum, "{variant}, {:?}: {seen:?}", ranked.square);
            }
            assert_eq!(forbidden > 0, variant == Variant::RENJU15);
        }
    }
}
