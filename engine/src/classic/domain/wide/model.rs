//! The wide search as a model that can be shown: the same moves in the same order and the same scores, to one
//! depth, without the table, the longer look at what is forced, and the search by threats.

use tengen_shared::rules::{Outcome, Point, Position, Stone};

use super::{
    board::{Threat, ThreatBoard},
    moves::Candidates,
    score::{estimate, wins},
    search::WIDTH,
};
use crate::{
    classic::domain::settled::WIN_LENGTH,
    explain::{Method, Model},
};

/// The wide search from `position`. `None` for a decided position, for the empty board, and unless five in a row
/// win.
#[must_use]
pub fn model(position: &Position) -> Option<impl Model + use<>> {
    if position.outcome().is_some() || position.variant().win_length() != WIN_LENGTH {
        return None;
    }
    position.last()?;
    let board = ThreatBoard::new(position.board());
    let candidates = Candidates::new(1, board.empty_cells());
    let (root, stones) = (position.to_move(), position.moves().len());
    Some(Wide { position: position.clone(), board, candidates, root, stones })
}

struct Wide {
    position: Position,
    board: ThreatBoard,
    candidates: Candidates,
    root: Stone,
    /// The stones on the board at the root.
    stones: usize,
}

impl Wide {
    /// A value for MAX of what `stone` gets with its stone number `plies` from here.
    fn won(&self, stone: Stone, plies: usize) -> i64 {
        let score = wins(self.position.moves().len() - self.stones, plies);
        i64::from(if stone == self.root { score } else { -score })
    }

    fn gather(&mut self) -> usize {
        let Self { position, board, candidates, .. } = self;
        let stone = position.to_move();
        candidates.truncate(0);
        if let Some(block) = board.first(stone.other(), Threat::Five) {
            candidates.push(block, 0);
        } else if board.count(stone, Threat::DoubleFour) == 0
            && board.count(stone.other(), Threat::DoubleFour) > 0
        {
            candidates.add_defences(board, stone);
        } else {
            let last = position.moves().iter().rev().map(|point| board.cell(*point));
            let mut last = last.map(Some);
            candidates.add_quiet(board, stone, [(); 2].map(|()| last.next().flatten()));
            return candidates.len().min(WIDTH);
        }
        candidates.len()
    }
}

impl Model for Wide {
    fn method(&self) -> Method {
        Method::AlphaBeta
    }

    fn decided(&self) -> Option<i64> {
        Some(match self.position.outcome()? {
            Outcome::Win(stone) => self.won(stone, 0),
            Outcome::Draw => 0,
        })
    }

    fn at_once(&self) -> Option<(Point, i64)> {
        let stone = self.position.to_move();
        let five = self.board.first(stone, Threat::Five)?;
        Some((self.board.point(five), self.won(stone, 1)))
    }

    fn leaf(&self) -> i64 {
        let stone = self.position.to_move();
        let score = i64::from(estimate(self.board.score(stone)));
        if stone == self.root { score } else { -score }
    }

    fn moves(&mut self, out: &mut Vec<Point>) {
        for order in 0..self.gather() {
            let cell = self.candidates.pick(order);
            out.push(self.board.point(cell));
        }
    }

    fn play(&mut self, point: Point) {
        let stone = self.position.to_move();
        if self.position.play(point).is_ok() {
            self.board.place(self.board.cell(point), stone);
        }
    }

    fn undo(&mut self) {
        if let Some(point) = self.position.undo() {
            self.board.take_back(self.board.cell(point), self.position.to_move());
        }
    }
}
