//! Principal variation search on the threat board.

use std::cmp::Reverse;

use tengen_shared::rules::Stone;

use super::{
    board::{Threat, ThreatBoard},
    table::{Bound, Table},
};
use crate::{brain::Value, limits::Budget};

/// The deepest ply from the root. Answers to fours cost no depth, so this is what bounds a chain of them.
pub(super) const MAX_PLY: usize = 64;

/// The score of a win at the root itself; a win n plies later scores n less, so that quicker is better.
pub(super) const WIN: i32 = 1_000_000_000;

/// Scores from here on are proven wins.
const PROVEN: i32 = WIN - 1000;

/// The score of a side whose every move that was looked at loses, while others were not looked at; likewise
/// it rises with each ply.
const NEARLY: i32 = 500_000_000;

/// Scores beyond it, either way, depend on the ply.
const DISTANT: i32 = NEARLY - 1000;

/// The greatest estimate.
const MOST: i32 = 100_000_000;

/// Beyond every score.
const INFINITY: i32 = WIN + 1;

/// A search of one position.
pub(super) struct Search<'a> {
    pub(super) board: ThreatBoard,
    pub(super) budget: Budget<'a>,
    pub(super) table: Table,
    /// The moves still to be tried at all nodes between the root and the present one, as one stack.
    pub(super) candidates: Vec<(i32, usize)>,
    /// The best line found below each ply; row 0 is the principal line.
    pub(super) lines: Vec<Line>,
    pub(super) tune: Tune,
    habits: Vec<usize>,
    recent: Vec<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tune {
    pub width: usize,
    pub reduce_from: usize,
    pub leaf_fours: u32,
    pub extend: i8,
    pub min_order: i32,
    pub x: [i32; 4],
    pub threats: u32,
}

impl Default for Tune {
    fn default() -> Self {
        Self { width: 10, reduce_from: 3, leaf_fours: 40, extend: 1, min_order: 8, x: [0; 4], threats: 10_000 }
    }
}

/// A line of play from some ply on.
#[derive(Clone, Copy)]
pub(super) struct Line {
    cells: [u16; MAX_PLY + 4],
    len: usize,
}

impl Line {
    pub(super) const EMPTY: Self = Self { cells: [0; MAX_PLY + 4], len: 0 };

    /// Becomes `first` followed by `rest`.
    pub(super) fn set(&mut self, first: usize, rest: &Line) {
        self.cells[0] = u16::try_from(first).unwrap_or(u16::MAX);
        let len = rest.len.min(MAX_PLY + 3);
        self.cells[1..=len].copy_from_slice(&rest.cells[..len]);
        self.len = len + 1;
    }
}

/// Where a search stands.
#[derive(Clone, Copy)]
struct Node {
    /// The side to move.
    stone: Stone,
    /// The plies of free choice left; below 0 in the look past the end.
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
    Quiet,
}

fn plies(ply: usize) -> i32 {
    i32::try_from(ply).unwrap_or(i32::MAX)
}

impl<'a> Search<'a> {
    pub(super) fn new(board: ThreatBoard, budget: Budget<'a>) -> Self {
        let candidates = Vec::with_capacity(8 * board.empty_cells());
        Self {
            board,
            budget,
            table: Table::new(),
            candidates,
            lines: vec![Line::EMPTY; MAX_PLY + 4],
            tune: Tune::default(),
            habits: vec![usize::MAX; MAX_PLY + 4],
            recent: Vec::new(),
        }
    }

    pub(super) fn remember(&mut self, moves: Vec<usize>) { self.recent = moves; }

    pub(super) const fn nodes(&self) -> u64 {
        self.budget.nodes()
    }

    pub(super) const fn board(&self) -> &ThreatBoard {
        &self.board
    }

    /// The principal line of the last finished depth, from the root on.
    pub(super) fn line(&self) -> &[u16] {
        &self.lines[0].cells[..self.lines[0].len]
    }

    /// What the position is worth to `stone`, who is to move, when looked at `depth` plies deep, at least
    /// 1; `None` if the budget ran out.
    pub(super) fn value(&mut self, stone: Stone, depth: i8) -> Option<Value> {
        self.candidates.clear();
        let score = self.node(Node { stone, depth, ply: 0 }, -INFINITY, INFINITY)?;
        let plies = u16::try_from(WIN - score.abs()).unwrap_or(u16::MAX);
        Some(match score {
            PROVEN.. => Value::Win(plies),
            s if s <= -PROVEN => Value::Loss(plies),
            _ => Value::Estimate(score),
        })
    }

    /// A win by threats alone.
    pub(super) fn root_threats(&mut self, stone: Stone, mut limit: u32) -> Option<Value> {
        self.candidates.clear();
        for depth in 1..=24 {
            if let Some(plies) = self.threats(stone, depth, 0, &mut limit) {
                return Some(Value::Win(plies));
            }
            if std::env::var("TT").is_ok() { eprintln!("depth {depth} limit left {limit}"); }
            if limit == 0 {
                break;
            }
        }
        None
    }

    fn node(&mut self, node: Node, mut alpha: i32, beta: i32) -> Option<i32> {
        if !self.budget.enter() {
            return None;
        }
        let Node { stone, ply, depth } = node;
        let situation = self.situation(stone, ply);
        let far = ply >= MAX_PLY;
        match situation {
            Situation::Decided(score) => return Some(score),
            Situation::Forced(cell) if !far => return self.forced(node, cell, alpha, beta),
            Situation::Forced(_) => return Some(self.estimate(stone)),
            Situation::Quiet if depth > 0 && !far => {}
            Situation::Defend if depth > -self.tune.extend && !far => {}
            Situation::Defend | Situation::Quiet => return Some(self.estimate(stone)),
        }
        let key = self.board.key() ^ stone as u64;
        let known = self.table.get(key).copied();
        if let Some(entry) = known
            && beta - alpha == 1
            && entry.depth >= depth
        {
            let score = to_root(entry.score, ply);
            let cuts = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => score >= beta,
                Bound::AtMost => score <= alpha,
            };
            if cuts {
                return Some(score);
            }
        }
        let base = self.candidates.len();
        let first = known.map(|entry| usize::from(entry.cell)).filter(|cell| self.board.is_empty(*cell));
        self.gather(node, situation, first);
        let count = self.candidates.len() - base;
        let width = if situation == Situation::Defend { count } else { count.min(self.tune.width) };
        // What any move that is not tried is worth at least.
        let floor = match situation {
            // The double four and the five, after a move that stops neither.
            Situation::Defend => plies(ply) + 4 - WIN,
            _ if width < self.board.empty_cells() => plies(ply) - NEARLY,
            _ => -INFINITY,
        };
        let start = alpha;
        let (mut best, mut best_cell) = (-INFINITY, self.candidates.get(base).map_or(0, |c| c.1));
        if ply > 0 {
            if floor >= beta {
                self.candidates.truncate(base);
                return Some(floor);
            }
            alpha = alpha.max(floor);
            best = floor;
        }
        for index in base..base + count {
            if index - base >= width && (self.tune.x[0] == 0 || best > -DISTANT || index - base >= width * self.tune.x[0] as usize) {
                break;
            }
            let cell = self.pick(index);
            self.board.place(cell, stone);
            self.recent.push(cell);
            let score = self.reply(node, index - base, situation, alpha, beta);
            self.board.take_back(cell, stone);
            self.recent.pop();
            let Some(score) = score else {
                self.candidates.truncate(base);
                return None;
            };
            if score > best {
                (best, best_cell) = (score, cell);
                let (above, below) = self.lines.split_at_mut(ply + 1);
                above[ply].set(cell, &below[0]);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                self.habits[ply] = cell;
                break;
            }
        }
        self.candidates.truncate(base);
        best = best.max(floor);
        let bound = match best {
            _ if best >= beta => Bound::AtLeast,
            _ if best <= start => Bound::AtMost,
            _ => Bound::Exact,
        };
        self.table.put(key, depth, bound, from_node(best, ply), best_cell);
        Some(best)
    }

    /// The score of the move just made: the first of a node with the full window, the others with a null
    /// window unless they turn out better, and late ones less deep at first.
    fn reply(&mut self, node: Node, order: usize, situation: Situation, alpha: i32, beta: i32) -> Option<i32> {
        let below = Node { stone: node.stone.other(), depth: node.depth - 1, ply: node.ply + 1 };
        if order == 0 {
            return Some(-self.node(below, -beta, -alpha)?);
        }
        if order >= self.tune.reduce_from && node.depth >= 3 && situation == Situation::Quiet {
            let less = if order >= 3 * self.tune.reduce_from { 2 } else { 1 };
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

    /// The score when only `cell` does not lose at once. That is no choice and costs no depth.
    fn forced(&mut self, node: Node, cell: usize, alpha: i32, beta: i32) -> Option<i32> {
        let Node { stone, ply, depth } = node;
        self.board.place(cell, stone);
        self.recent.push(cell);
        let score = self.node(Node { stone: stone.other(), depth, ply: ply + 1 }, -beta, -alpha);
        self.recent.pop();
        self.board.take_back(cell, stone);
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].set(cell, &below[0]);
        Some(-score?)
    }

    /// What can be said of a node without playing a stone.
    pub(super) fn situation(&mut self, stone: Stone, ply: usize) -> Situation {
        self.lines[ply].len = 0;
        let board = &self.board;
        let (other, from_root) = (stone.other(), plies(ply));
        if board.empty_cells() == 0 {
            return Situation::Decided(0);
        }
        if let Some(cell) = board.first(stone, Threat::Five) {
            self.lines[ply].set(cell, &Line::EMPTY);
            return Situation::Decided(WIN - from_root - 1);
        }
        match board.count(other, Threat::Five) {
            0 => {}
            1 => return board.first(other, Threat::Five).map_or(Situation::Quiet, Situation::Forced),
            _ => return Situation::Decided(from_root + 2 - WIN),
        }
        if let Some(cell) = board.first(stone, Threat::DoubleFour) {
            self.lines[ply].set(cell, &Line::EMPTY);
            return Situation::Decided(WIN - from_root - 3);
        }
        if board.count(other, Threat::DoubleFour) > 0 { Situation::Defend } else { Situation::Quiet }
    }

    fn estimate(&self, stone: Stone) -> i32 {
        self.board.score(stone).clamp(-MOST, MOST)
    }

    /// Puts the moves of a node on the stack.
    fn gather(&mut self, node: Node, situation: Situation, first: Option<usize>) {
        let Self { board, candidates, tune, habits, recent, .. } = self;
        let stone = node.stone;
        let habit = habits[node.ply];
        let bonus = 0;
        let order = |cell: usize| if Some(cell) == first { i32::MAX } else { board.worth(cell, stone) + if cell == habit { bonus } else { 0 } };
        let base = candidates.len();
        if situation == Situation::Defend {
            defences(board, stone, candidates);
            for candidate in &mut candidates[base..] {
                candidate.0 = order(candidate.1);
            }
            return;
        }
        for cell in 0..board.cells_in_all() {
            if board.is_empty(cell) && board.worth(cell, stone) >= tune.min_order {
                candidates.push((order(cell), cell));
            }
        }
        if candidates.len() == base {
            let all = (0..board.cells_in_all()).filter(|cell| board.is_empty(*cell));
            candidates.extend(all.map(|cell| (order(cell), cell)));
        }
    }

    /// Moves the best of the candidates from `index` on to `index`. Mostly the first few are enough, so
    /// this is quicker than sorting them all.
    pub(super) fn pick(&mut self, index: usize) -> usize {
        let rest = &mut self.candidates[index..];
        // By worth, then by cell: no two are equal, so every platform tries them in the same order.
        let best = (0..rest.len()).max_by_key(|at| (rest[*at].0, Reverse(rest[*at].1))).unwrap_or(0);
        rest.swap(0, best);
        rest[0].1
    }
}

/// Every move that does not let the other side make one of its double fours and then a five: those that spoil
/// all of them, and own fours, which must be answered first.
pub(super) fn defences(board: &ThreatBoard, stone: Stone, found: &mut Vec<(i32, usize)>) {
    let base = found.len();
    let other = stone.other();
    let mut number = 0;
    for cell in board.cells(other, Threat::DoubleFour).iter() {
        number += 1;
        board.spoilers(cell, other, |at| {
            if number == 1 {
                found.push((1, at));
            } else if let Some(known) = found[base..].iter_mut().find(|known| known.1 == at) {
                known.0 += i32::from(known.0 == number - 1);
            }
        });
    }
    let mut at = base;
    while at < found.len() {
        if found[at].0 == number && !found[base..at].iter().any(|known| known.1 == found[at].1) {
            at += 1;
        } else {
            found.swap_remove(at);
        }
    }
    for cell in board.cells(stone, Threat::Four).iter() {
        if !found[base..].iter().any(|known| known.1 == cell) {
            found.push((0, cell));
        }
    }
}

fn to_root(score: i32, ply: usize) -> i32 {
    match score {
        DISTANT.. => score - plies(ply),
        s if s <= -DISTANT => score + plies(ply),
        _ => score,
    }
}

fn from_node(score: i32, ply: usize) -> i32 {
    match score {
        DISTANT.. => score + plies(ply),
        s if s <= -DISTANT => score - plies(ply),
        _ => score,
    }
}
