//! Article 004's alpha-beta on the threat board: principal variation search with a table.

use tengen_shared::rules::Stone;

use super::{
    board::{Threat, ThreatBoard},
    moves::Candidates,
    score::{INFINITY, estimate, from_node, loses, nearly_lost, to_root, value, wins},
    table::{Bound, Table},
};
use crate::{brain::Value, limits::Budget};

/// The deepest ply from the root. Answers to fours cost no depth, so this is what bounds a chain of them.
pub(super) const MAX_PLY: usize = 64;

/// How many moves of a quiet node are looked at: the best by their worth.
pub(super) const WIDTH: usize = 10;

/// From this move on, a quiet node's moves are looked at one ply less deep at first, from three times this
/// move on two plies less.
const LATE: usize = 3;

/// Stands for the move of a node in which none is better than what was not looked at.
const NO_CELL: usize = u16::MAX as usize;

/// A search of one position. Nothing is allocated after `new`.
pub(super) struct Search<'a> {
    pub(super) board: ThreatBoard,
    pub(super) budget: Budget<'a>,
    pub(super) table: Table,
    pub(super) candidates: Candidates,
    /// The best line found below each ply; row 0 is the principal line.
    pub(super) lines: Vec<Line>,
    /// The stones on the board in the order in which they came.
    played: Vec<usize>,
}

/// A line of play from some ply on.
#[derive(Clone, Copy)]
pub(super) struct Line {
    cells: [u16; MAX_PLY + 1],
    len: usize,
}

impl Line {
    const EMPTY: Self = Self { cells: [0; MAX_PLY + 1], len: 0 };

    /// Becomes `first` followed by `rest`.
    fn set(&mut self, first: usize, rest: &Line) {
        // No board has more than 676 cells.
        self.cells[0] = u16::try_from(first).unwrap_or(u16::MAX);
        let len = rest.len.min(MAX_PLY);
        self.cells[1..=len].copy_from_slice(&rest.cells[..len]);
        self.len = len + 1;
    }
}

/// Where a search stands.
#[derive(Clone, Copy)]
struct Node {
    /// The side to move.
    stone: Stone,
    /// The plies of free choice left.
    depth: i8,
    /// The plies from the root.
    ply: usize,
}

/// What the threats on the board leave to the side to move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Situation {
    /// The score without any search.
    Decided(i32),
    /// The only move that does not lose at once.
    Forced(usize),
    /// The other side is about to make a double four.
    Defend,
    /// Anything may be played.
    Quiet,
}

impl<'a> Search<'a> {
    /// A search from the position that `played` has led to, on a board that shows it.
    pub(super) fn new(board: ThreatBoard, played: Vec<usize>, budget: Budget<'a>) -> Self {
        let candidates = Candidates::new(MAX_PLY + 1, board.empty_cells());
        let mut own = Self {
            board,
            budget,
            table: Table::new(),
            candidates,
            lines: vec![Line::EMPTY; MAX_PLY + 2],
            played,
        };
        own.played.reserve(MAX_PLY + 1);
        own
    }

    /// The principal line of the last finished depth, from the root on.
    pub(super) fn line(&self) -> impl Iterator<Item = usize> {
        self.lines[0].cells[..self.lines[0].len].iter().map(|cell| usize::from(*cell))
    }

    /// What the position is worth to `stone`, who is to move, when looked at `depth` plies deep, at least
    /// 1; `None` if the budget ran out.
    pub(super) fn value(&mut self, stone: Stone, depth: u8) -> Option<Value> {
        self.candidates.truncate(0);
        let depth = i8::try_from(depth).unwrap_or(i8::MAX);
        self.node(Node { stone, depth, ply: 0 }, -INFINITY, INFINITY).map(value)
    }

    /// The score of a node, exact between alpha and beta, else a bound.
    fn node(&mut self, node: Node, alpha: i32, beta: i32) -> Option<i32> {
        if !self.budget.enter() {
            return None;
        }
        let Node { stone, ply, depth } = node;
        let situation = self.situation(stone, ply);
        // What threatens to become a double four is looked at one ply beyond the end.
        let deep_enough = match situation {
            Situation::Decided(score) => return Some(score),
            Situation::Forced(_) => false,
            Situation::Defend => depth < 0,
            Situation::Quiet => depth <= 0,
        };
        if deep_enough || ply >= MAX_PLY {
            return Some(estimate(self.board.score(stone)));
        }
        if let Situation::Forced(cell) = situation {
            // That is no choice and costs no depth.
            let below = Node { stone: stone.other(), depth, ply: ply + 1 };
            let score = self.after(node, cell, |search| search.node(below, -beta, -alpha))?;
            self.extend_line(ply, cell);
            return Some(-score);
        }
        let key = self.board.key() ^ stone as u64;
        let known = self.table.get(key).copied();
        if let Some(entry) = known
            && beta - alpha == 1
            && entry.depth >= depth
        {
            let score = to_root(entry.score, ply);
            let settled = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if settled {
                return Some(score);
            }
        }
        let base = self.candidates.len();
        self.gather(node, situation, known.map(|entry| usize::from(entry.cell)));
        let best = self.best(node, situation, base, (alpha, beta));
        self.candidates.truncate(base);
        let (score, cell) = best?;
        let bound = match score {
            _ if score >= beta => Bound::AtLeast,
            _ if score <= alpha => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.table.put(key, depth, bound, from_node(score, ply), cell);
        Some(score)
    }

    /// Puts the moves of a node on the stack; `first` is tried first.
    fn gather(&mut self, node: Node, situation: Situation, first: Option<usize>) {
        let base = self.candidates.len();
        if situation == Situation::Defend {
            self.candidates.add_defences(&self.board, node.stone);
        } else {
            let last = self.played.len();
            let last = [1, 2].map(|back| last.checked_sub(back).map(|at| self.played[at]));
            self.candidates.add_quiet(&self.board, node.stone, last);
        }
        self.candidates.prefer(base, first);
    }

    /// The best score among the candidates from `base` on, and the move that reaches it.
    fn best(
        &mut self,
        node: Node,
        situation: Situation,
        base: usize,
        window: (i32, i32),
    ) -> Option<(i32, usize)> {
        let ply = node.ply;
        let (mut alpha, beta) = window;
        let (width, rest) = self.width(node, situation, self.candidates.len() - base);
        // At the root a move is wanted even if all lose.
        let (mut best, mut best_cell) = (if ply > 0 { rest } else { -INFINITY }, NO_CELL);
        for order in 0..width {
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
            let cell = self.candidates.pick(base + order);
            let score = self.after(node, cell, |search| search.reply(node, order, situation, alpha, beta))?;
            if score > best {
                (best, best_cell) = (score, cell);
                self.extend_line(ply, cell);
            }
        }
        Some((best.max(rest), best_cell))
    }

    /// How many of `count` moves are looked at, and the least that the others are worth.
    fn width(&self, node: Node, situation: Situation, count: usize) -> (usize, i32) {
        match situation {
            // Any other move loses to the double four, and then the five.
            Situation::Defend => (count, loses(node.ply, 4)),
            _ if count.min(WIDTH) < self.board.empty_cells() => (count.min(WIDTH), nearly_lost(node.ply)),
            _ => (count, -INFINITY),
        }
    }

    /// The score of the move just made: the first of a node with the full window, the others with a null
    /// window unless they turn out better, and late ones less deep at first.
    fn reply(
        &mut self,
        node: Node,
        order: usize,
        situation: Situation,
        alpha: i32,
        beta: i32,
    ) -> Option<i32> {
        let below = Node { stone: node.stone.other(), depth: node.depth - 1, ply: node.ply + 1 };
        if order == 0 {
            return Some(-self.node(below, -beta, -alpha)?);
        }
        if order >= LATE && node.depth >= 3 && situation == Situation::Quiet {
            let less = if order >= 3 * LATE { 2 } else { 1 };
            let shallow = Node { depth: below.depth - less, ..below };
            let score = -self.node(shallow, -alpha - 1, -alpha)?;
            if score <= alpha {
                return Some(score);
            }
        }
        let score = -self.node(below, -alpha - 1, -alpha)?;
        if score > alpha && score < beta {
            return Some(-self.node(below, -beta, -alpha)?);
        }
        Some(score)
    }

    /// What `look` finds with the node's stone on `cell`.
    fn after<T>(&mut self, node: Node, cell: usize, look: impl FnOnce(&mut Self) -> T) -> T {
        self.board.place(cell, node.stone);
        self.played.push(cell);
        let found = look(self);
        self.played.pop();
        self.board.take_back(cell, node.stone);
        found
    }

    /// Makes `cell`, followed by the line below, the best line from `ply` on.
    pub(super) fn extend_line(&mut self, ply: usize, cell: usize) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].set(cell, &below[0]);
    }

    /// What can be said of a node without playing a stone. The best line from here on is begun anew.
    pub(super) fn situation(&mut self, stone: Stone, ply: usize) -> Situation {
        self.lines[ply].len = 0;
        let (board, other) = (&self.board, stone.other());
        if board.empty_cells() == 0 {
            return Situation::Decided(0);
        }
        if let Some(cell) = board.first(stone, Threat::Five) {
            self.lines[ply].set(cell, &Line::EMPTY);
            return Situation::Decided(wins(ply, 1));
        }
        if let Some(cell) = board.first(other, Threat::Five) {
            let several = board.count(other, Threat::Five) > 1;
            return if several { Situation::Decided(loses(ply, 2)) } else { Situation::Forced(cell) };
        }
        if let Some(cell) = board.first(stone, Threat::DoubleFour) {
            self.lines[ply].set(cell, &Line::EMPTY);
            return Situation::Decided(wins(ply, 3));
        }
        if board.count(other, Threat::DoubleFour) > 0 { Situation::Defend } else { Situation::Quiet }
    }
}
