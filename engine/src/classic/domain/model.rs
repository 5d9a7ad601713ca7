//! The search of article 004 as a model that can be shown.

use tengen_shared::rules::{Outcome, Point, Position, Stone, search::Part};

use super::{
    WIN,
    article::domain,
    runs::{Grid, cell},
    settled::WIN_LENGTH,
};
use crate::explain::{Method, Model};

/// Returns the model of the article's search from `position`, for any depth. MAX is the side to move, so the values
/// are those of [`rank`](super::rank) with the opposite sign. `None` for a decided position, for the empty board
/// and for a win length other than 5.
#[must_use]
pub fn model(position: &Position) -> Option<impl Model + use<>> {
    if position.outcome().is_some() || position.variant().win_length() != WIN_LENGTH {
        return None;
    }
    let grid = Grid::new(position.board());
    let square = domain(&grid, position.variant(), position.last()?);
    let (root, stones) = (position.to_move(), position.moves().len());
    Some(Square { position: position.clone(), grid, square, root, stones })
}

struct Square {
    position: Position,
    grid: Grid,
    /// The cells of the root's domain. All plies use this domain.
    square: Vec<usize>,
    root: Stone,
    /// The number of stones at the root.
    stones: usize,
}

impl Model for Square {
    fn method(&self) -> Method {
        Method::AlphaBeta
    }

    fn decided(&self) -> Option<i64> {
        match self.position.outcome()? {
            Outcome::Win(stone) => {
                let plies = i64::try_from(self.position.moves().len() - self.stones).unwrap_or(0);
                Some(if stone == self.root { WIN - plies } else { plies - WIN })
            }
            Outcome::Draw => Some(self.leaf()),
        }
    }

    fn leaf(&self) -> i64 {
        -self.grid.leaf(self.root.other())
    }

    fn parts(&self) -> Option<Vec<Part>> {
        Some(self.grid.parts(self.root))
    }

    fn moves(&mut self, out: &mut Vec<Point>) {
        let empty = self.square.iter().filter(|cell| self.grid.is_empty(**cell));
        out.extend(empty.filter_map(|cell| self.grid.point(*cell)));
    }

    fn play(&mut self, point: Point) {
        let stone = self.position.to_move();
        if self.position.play(point).is_ok() {
            self.grid.place(cell(self.position.variant(), point), stone);
        }
    }

    fn undo(&mut self) {
        if let Some(point) = self.position.undo() {
            self.grid.take_back(cell(self.position.variant(), point));
        }
    }
}
