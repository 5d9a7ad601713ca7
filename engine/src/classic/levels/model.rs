//! The search of article 001 as a model that can be shown.

use tengen_shared::rules::{Point, Position, search::Part};

use super::{LOSS, WIN};
use crate::{
    classic::grid::Walk,
    explain::{Method, Model, Ties},
};

/// Returns the model of the article's search from `position`, with 1 to [`MAX_DEPTH`](super::MAX_DEPTH) plies. The
/// root's value and its best move are those of [`rank`](super::rank). `None` for a decided position and for a board
/// that is not 3x3.
#[must_use]
pub fn model(position: &Position) -> Option<impl Model + use<>> {
    Walk::new(position).map(Plies)
}

struct Plies(Walk);

impl Model for Plies {
    fn method(&self) -> Method {
        Method::Minimax(Ties::Last)
    }

    fn decided(&self) -> Option<i64> {
        let grid = &self.0.grid;
        if grid.has_line(-self.0.sign) {
            Some(i64::from(if self.0.sign == 1 { LOSS } else { WIN }))
        } else {
            (grid.empty_cells() == 0).then_some(0)
        }
    }

    /// The article looks for an immediate win only at the root.
    fn at_once(&self) -> Option<(Point, i64)> {
        if !self.0.is_root() {
            return None;
        }
        let cell = self.0.grid.winning_cells(1).next()?;
        Some((self.0.point(cell), i64::from(WIN)))
    }

    fn leaf(&self) -> i64 {
        self.0.grid.open_lines().into()
    }

    fn parts(&self) -> Option<Vec<Part>> {
        Some(self.0.parts())
    }

    fn moves(&mut self, out: &mut Vec<Point>) {
        self.0.moves(out);
    }

    fn play(&mut self, point: Point) {
        self.0.play(point);
    }

    fn undo(&mut self) {
        self.0.undo();
    }
}
