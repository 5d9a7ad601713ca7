//! The `lines` brain: the open-line count of articles 000 and 001 for any board and win length.
//!
//! The articles count, on 3x3, the lines that hold no stone of the other side. Here a line is a *window*,
//! any K points in a row, and an open window counts the more the more stones it holds. The search is the
//! articles' minimax with alpha-beta, deepened step by step.

mod board;
mod model;
mod search;
mod windows;

pub use model::model;
use tengen_shared::rules::{Position, Stone};

use self::{
    board::LineBoard,
    search::{Leaf, Search},
};
use crate::{
    brain::{Brain, Choice, Observer, Pace, Value},
    limits::{Budget, Limits, StopFlag},
};

/// How many plies deep the brain looks unless told otherwise. Only small boards get there: on 19x19 the
/// node limit ends the search at depth 3 to 5.
pub const DEFAULT_DEPTH: u8 = 8;

/// Up to this depth the lines of both sides count alike.
const PLAIN_DEPTH: u8 = 2;

/// How many nodes it looks at unless the limits say otherwise. Measured on one core that is about 20 ms a
/// move on 19x19, 36 ms at worst, and 85 ms at worst on the slowest board found (26x26, 14 in a row); it
/// finished depth 2 on every board tried.
pub const DEFAULT_NODES: u64 = 80_000;

/// The brain for boards that no article was written for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    depth: u8,
}

impl Default for Lines {
    /// Looks [`DEFAULT_DEPTH`] plies ahead.
    fn default() -> Self {
        Self::new(DEFAULT_DEPTH)
    }
}

impl Lines {
    /// Looks at most `depth` plies ahead, not counting forced replies; 0 is taken as 1.
    #[must_use]
    pub fn new(depth: u8) -> Self {
        Self { depth: depth.max(1) }
    }

    /// A search of one or two plies counts plainly, as the articles do: with the better count the levels that
    /// look no further play so well on small boards that there is little above them.
    const fn leaf(self) -> Leaf {
        if self.depth <= PLAIN_DEPTH { Leaf::Plain } else { Leaf::ToMoveTwice }
    }
}

impl Brain for Lines {
    /// Without a node limit, [`DEFAULT_NODES`] holds. This brain leaves nothing to chance, so the seed
    /// does not matter.
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Option<Choice> {
        if position.outcome().is_some() {
            return None;
        }
        let stone = position.to_move();
        let board = LineBoard::from_position(position);
        let mut choice = at_once(&board, stone)?;
        if !matches!(choice.value, Value::Estimate(_)) {
            observer.depth_done(&choice);
            return Some(choice);
        }
        let max_nodes = Some(limits.max_nodes.unwrap_or(DEFAULT_NODES));
        let forced = board.winning(stone.other()).first().is_some();
        let deepest = deepest(self.depth, &board, forced);
        let mut search = Search::new(board, self.leaf(), Budget::new(Limits { max_nodes, ..*limits }, stop));
        for depth in 1..=deepest {
            search.budget_mut().begin_depth(depth);
            let Some(value) = search.value(stone, depth) else { break };
            let line: Vec<_> = search.line().iter().map(|cell| search.board().point(*cell)).collect();
            let (point, nodes, pace) = (*line.first()?, search.budget().nodes(), Pace::Full);
            choice = Choice { point, value, depth, nodes, line, pace };
            observer.depth_done(&choice);
            if !matches!(value, Value::Estimate(_)) {
                break;
            }
        }
        choice.nodes = search.budget().nodes();
        choice.pace = search.budget().pace();
        Some(choice)
    }
}

/// The depth at which to stop: none beyond the end of the game, and no long look where there is only one
/// move; two plies are enough to say what it is worth.
fn deepest(depth: u8, board: &LineBoard, forced: bool) -> u8 {
    let depth = if forced { depth.min(2) } else { depth };
    u8::try_from(board.empty_cells()).unwrap_or(u8::MAX).min(depth)
}

/// The choice before any search: a win, else a block, else the point of the greatest gain. `None` on a
/// full board.
fn at_once(board: &LineBoard, stone: Stone) -> Option<Choice> {
    let answer = |cells: &[usize], value, depth| {
        let line: Vec<_> = cells.iter().map(|cell| board.point(*cell)).collect();
        Choice { point: line[0], value, depth, nodes: 0, line, pace: Pace::Full }
    };
    if let Some(cell) = board.winning(stone).first() {
        return Some(answer(&[cell], Value::Win(1), 1));
    }
    let estimate = Value::Estimate(board.score(stone));
    let mut threats = board.winning(stone.other()).iter();
    match (threats.next(), threats.next()) {
        (Some(cell), Some(other)) => return Some(answer(&[cell, other], Value::Loss(2), 2)),
        (Some(cell), None) => return Some(answer(&[cell], estimate, 0)),
        (None, _) => {}
    }
    let mut best = None;
    for near in [true, false] {
        board.empty(near, |cell| {
            let gain = board.gain(cell);
            if best.is_none_or(|(most, _)| gain > most) {
                best = Some((gain, cell));
            }
        });
        if best.is_some() {
            break;
        }
    }
    best.map(|(_, cell)| answer(&[cell], estimate, 0))
}
