//! Negamax with alpha-beta on the line-counting board.

use std::cmp::Reverse;

use tengen_shared::rules::Stone;

use super::board::LineBoard;
use crate::{brain::Value, limits::Budget};

/// The deepest ply from the root. Forced replies cost no depth, so this is what bounds a chain of them.
const MAX_PLY: usize = 48;

/// The score of a win at the root itself; a win n plies later scores n less, so that quicker is better.
const WIN: i32 = 1_000_000_000;

/// Scores from here on are wins, as no ply is deeper than a board has points; estimates stay far below.
const PROVEN: i32 = WIN - 1000;

/// Scores up to here are losses.
const LOST: i32 = -PROVEN;

/// Beyond every score.
const INFINITY: i32 = WIN + 1;

/// How the lines count where a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaf {
    /// Those of both sides alike.
    Plain,
    /// Those of the side to move twice, as it can fill them next. (2 beats 1 by about 170 Elo on 15x15 with five
    /// in a row; 3 beats it by less.)
    ToMoveTwice,
}

impl Leaf {
    /// What the position is worth to `stone`, who is to move, when it is looked at no further.
    pub(super) const fn score(self, board: &LineBoard, stone: Stone) -> i32 {
        match self {
            Self::Plain => board.score(stone),
            Self::ToMoveTwice => board.score(stone) + board.worth(stone),
        }
    }
}

/// A search of one position. Nothing is allocated after `new`.
pub(super) struct Search<'a> {
    board: LineBoard,
    leaf: Leaf,
    budget: Budget<'a>,
    /// The moves still to be tried at all nodes between the root and the present one, as one stack:
    /// gain and cell.
    candidates: Vec<(i32, usize)>,
    /// By ply, the move that was last the best or made the rest not worth trying: often it is good again.
    habits: [Option<usize>; MAX_PLY],
    /// The best line found below each ply; row 0 is the principal line.
    lines: Vec<Line>,
}

/// A line of play from some ply on.
#[derive(Clone, Copy)]
struct Line {
    cells: [usize; MAX_PLY + 2],
    len: usize,
}

impl Line {
    const EMPTY: Self = Self { cells: [0; MAX_PLY + 2], len: 0 };

    fn cells(&self) -> &[usize] {
        &self.cells[..self.len]
    }

    /// Becomes `first` followed by `rest`.
    fn set(&mut self, first: usize, rest: &[usize]) {
        self.cells[0] = first;
        self.cells[1..=rest.len()].copy_from_slice(rest);
        self.len = rest.len() + 1;
    }
}

impl<'a> Search<'a> {
    pub(super) fn new(board: LineBoard, leaf: Leaf, budget: Budget<'a>) -> Self {
        let candidates = Vec::with_capacity((MAX_PLY + 1) * board.empty_cells());
        Self {
            board,
            leaf,
            budget,
            candidates,
            habits: [None; MAX_PLY],
            lines: vec![Line::EMPTY; MAX_PLY + 2],
        }
    }

    pub(super) const fn budget(&self) -> &Budget<'a> {
        &self.budget
    }

    pub(super) const fn budget_mut(&mut self) -> &mut Budget<'a> {
        &mut self.budget
    }

    pub(super) const fn board(&self) -> &LineBoard {
        &self.board
    }

    /// The principal line of the last finished depth, from the root on.
    pub(super) fn line(&self) -> &[usize] {
        self.lines[0].cells()
    }

    /// What the position is worth to `stone`, who is to move, when looked at `depth` plies deep, at least
    /// 1; `None` if the budget ran out.
    pub(super) fn value(&mut self, stone: Stone, depth: u8) -> Option<Value> {
        self.candidates.clear();
        let score = self.node(&Node { stone, depth, ply: 0 }, -INFINITY, INFINITY)?;
        let plies = u16::try_from(WIN - score.abs()).unwrap_or(u16::MAX);
        Some(match score {
            PROVEN.. => Value::Win(plies),
            ..=LOST => Value::Loss(plies),
            _ => Value::Estimate(self.count_after_line(stone)),
        })
    }

    /// How the lines stand for `stone` at the end of the principal line. The search weighs them by who is to move
    /// there, which says which leaf is better, but not how well the game stands.
    fn count_after_line(&mut self, stone: Stone) -> i32 {
        let Line { cells, len } = self.lines[0];
        let mut mover = stone;
        for cell in &cells[..len] {
            self.board.place(*cell, mover);
            mover = mover.other();
        }
        let score = self.board.score(stone);
        for cell in cells[..len].iter().rev() {
            mover = mover.other();
            self.board.take_back(*cell, mover);
        }
        score
    }

    fn node(&mut self, node: &Node, mut alpha: i32, beta: i32) -> Option<i32> {
        if !self.budget.enter() {
            return None;
        }
        let Node { stone, ply, .. } = *node;
        let forced = match self.verdict(stone, ply) {
            Verdict::Decided(score) => return Some(score),
            Verdict::Forced(cell) => Some(cell),
            Verdict::Open => None,
        };
        if ply == MAX_PLY || (node.depth == 0 && forced.is_none()) {
            return Some(self.leaf.score(&self.board, stone));
        }
        // A forced reply is no choice and costs no depth: the horizon would only fall into the middle of
        // an exchange, where the line count is at its worst.
        let depth = node.depth - u8::from(forced.is_none());
        let mut best = -INFINITY;
        for stage in [Stage::Habit, Stage::Near, Stage::Far] {
            // That all near moves lose does not prove a loss: then the far ones must lose as well.
            if alpha >= beta || (stage == Stage::Far && (best > LOST || forced.is_some())) {
                break;
            }
            let base = self.gather(stage, ply, forced);
            for index in base..self.candidates.len() {
                let cell = self.pick(index);
                self.board.place(cell, stone);
                let reply = Node { stone: stone.other(), depth, ply: ply + 1 };
                let score = self.node(&reply, -beta, -alpha);
                self.board.take_back(cell, stone);
                let score = -score?;
                if score > best {
                    best = score;
                    let (above, below) = self.lines.split_at_mut(ply + 1);
                    above[ply].set(cell, below[0].cells());
                }
                if score > alpha {
                    alpha = score;
                    self.habits[ply] = Some(cell);
                }
                if alpha >= beta {
                    break;
                }
            }
            self.candidates.truncate(base);
        }
        Some(best)
    }

    /// What can be said of a node without playing a stone.
    fn verdict(&mut self, stone: Stone, ply: usize) -> Verdict {
        let line = &mut self.lines[ply];
        line.len = 0;
        let from_root = i32::try_from(ply).unwrap_or(i32::MAX);
        if self.board.empty_cells() == 0 {
            return Verdict::Decided(0);
        }
        if let Some(cell) = self.board.winning(stone).first() {
            line.set(cell, &[]);
            return Verdict::Decided(WIN - from_root - 1);
        }
        let mut threats = self.board.winning(stone.other()).iter();
        match (threats.next(), threats.next()) {
            (None, _) => Verdict::Open,
            (Some(cell), None) => Verdict::Forced(cell),
            // One stone cannot stop two: no stone of ours spoils a run but by standing in it.
            (Some(cell), Some(other)) => {
                line.set(cell, &[other]);
                Verdict::Decided(-(WIN - from_root - 2))
            }
        }
    }

    /// Puts the moves of one stage on the stack and says where they begin.
    fn gather(&mut self, stage: Stage, ply: usize, forced: Option<usize>) -> usize {
        let Self { board, candidates, habits, .. } = self;
        let base = candidates.len();
        let habit = habits[ply].filter(|cell| board.is_empty(*cell) && board.is_near(*cell));
        match (stage, forced) {
            (Stage::Habit, Some(cell)) => candidates.push((0, cell)),
            (Stage::Habit, None) => candidates.extend(habit.map(|cell| (0, cell))),
            (_, Some(_)) => {}
            (_, None) => board.empty(stage == Stage::Near, |cell| {
                if Some(cell) != habit {
                    candidates.push((board.gain(cell), cell));
                }
            }),
        }
        base
    }

    /// Moves the best of the candidates from `index` on to `index`. Mostly the first few are enough, so
    /// this is quicker than sorting them all.
    fn pick(&mut self, index: usize) -> usize {
        let rest = &mut self.candidates[index..];
        // By gain, then by cell: no two are equal, so every platform tries them in the same order.
        let best = (0..rest.len()).max_by_key(|at| (rest[*at].0, Reverse(rest[*at].1))).unwrap_or(0);
        rest.swap(0, best);
        rest[0].1
    }
}

/// Where a search stands.
struct Node {
    /// The side to move.
    stone: Stone,
    /// The plies of free choice left.
    depth: u8,
    /// The plies from the root.
    ply: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// The forced move, or else the one that was last good at this ply.
    Habit,
    Near,
    Far,
}

enum Verdict {
    /// The score without any search.
    Decided(i32),
    /// The only move that does not lose at once.
    Forced(usize),
    Open,
}

#[cfg(test)]
mod tests {
    use tengen_shared::rules::{Position, Variant};

    use super::*;
    use crate::limits::{Limits, StopFlag};

    #[test]
    fn the_lines_of_the_side_to_move_count_once_or_twice() {
        let mut position = Position::new(Variant::GOMOKU15);
        position.play("h8".parse().unwrap()).unwrap();
        position.play("a1".parse().unwrap()).unwrap();
        let board = LineBoard::from_position(&position);
        let [black, white] = [Stone::Black, Stone::White].map(|stone| board.worth(stone));
        assert!(black > white && black != 0);
        assert_eq!(Leaf::Plain.score(&board, Stone::Black), black - white);
        assert_eq!(Leaf::ToMoveTwice.score(&board, Stone::Black), 2 * black - white);
        assert_eq!(Leaf::ToMoveTwice.score(&board, Stone::White), 2 * white - black);
    }

    #[test]
    fn an_estimate_is_the_plain_count_at_the_end_of_the_line_and_the_board_is_as_before() {
        for depth in 1..=4 {
            let mut position = Position::new(Variant::GOMOKU15);
            for text in ["h8", "i9", "h9", "g8", "j7"] {
                position.play(text.parse().unwrap()).unwrap();
            }
            let (stone, board, stop) =
                (position.to_move(), LineBoard::from_position(&position), StopFlag::default());
            let before = board.score(stone);
            let mut search = Search::new(board, Leaf::ToMoveTwice, Budget::new(Limits::default(), &stop));
            let value = search.value(stone, depth);
            for cell in search.line().to_vec() {
                position.play(search.board().point(cell)).unwrap();
            }
            let after = LineBoard::from_position(&position).score(stone);
            assert_eq!(value, Some(Value::Estimate(after)), "depth {depth}");
            assert_eq!(search.board().score(stone), before);
        }
    }
}
