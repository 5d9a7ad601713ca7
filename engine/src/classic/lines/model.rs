//! The search of the line count as a model that can be shown: minimax with cuts to one depth, without the
//! threats that the brain follows beyond it.

use tengen_shared::rules::{Outcome, Point, Position, Stone};

use super::{Lines, board::LineBoard, search::Leaf};
use crate::explain::{Method, Model};

/// More than any count of lines.
const WIN: i64 = 1_000_000_000;

/// The search of `brain` from `position` among the points near stones. `None` for a decided position.
#[must_use]
pub fn model(position: &Position, brain: Lines) -> Option<impl Model + use<>> {
    if position.outcome().is_some() {
        return None;
    }
    let board = LineBoard::from_position(position);
    Some(Counted {
        board,
        leaf: brain.leaf(),
        position: position.clone(),
        root: position.to_move(),
        stones: position.moves().len(),
    })
}

struct Counted {
    position: Position,
    board: LineBoard,
    leaf: Leaf,
    root: Stone,
    stones: usize,
}

impl Counted {
    fn cell(&self, point: Point) -> usize {
        let variant = self.position.variant();
        usize::from(variant.height() - 1 - point.row()) * usize::from(variant.width())
            + usize::from(point.col())
    }
}

impl Model for Counted {
    fn method(&self) -> Method {
        Method::AlphaBeta
    }

    fn decided(&self) -> Option<i64> {
        let plies = i64::try_from(self.position.moves().len() - self.stones).unwrap_or(0);
        Some(match self.position.outcome()? {
            Outcome::Win(stone) if stone == self.root => WIN - plies,
            Outcome::Win(_) => plies - WIN,
            Outcome::Draw => 0,
        })
    }

    fn leaf(&self) -> i64 {
        let mover = self.position.to_move();
        let worth = i64::from(self.leaf.score(&self.board, mover));
        if mover == self.root { worth } else { -worth }
    }

    fn moves(&mut self, out: &mut Vec<Point>) {
        let mut found = false;
        for near in [true, false] {
            if !found {
                self.board.empty(near, |cell| {
                    found = true;
                    out.push(self.board.point(cell));
                });
            }
        }
    }

    fn play(&mut self, point: Point) {
        let stone = self.position.to_move();
        if self.position.play(point).is_ok() {
            self.board.place(self.cell(point), stone);
        }
    }

    fn undo(&mut self) {
        if let Some(point) = self.position.undo() {
            self.board.take_back(self.cell(point), self.position.to_move());
        }
    }
}
