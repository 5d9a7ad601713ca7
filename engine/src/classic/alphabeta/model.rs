//! The search of articles 000 and 002 as a model that can be shown.

use tengen_shared::rules::{Point, Position, search::Part};

use super::{LOSS, WIN};
use crate::{
    classic::grid::Walk,
    explain::{Method, Model},
};

/// Returns the model of the article's search from `position`, with 1 to [`MAX_LAYERS`](super::MAX_LAYERS) plies,
/// one for each layer. The root's value is that of [`rank`](super::rank). `None` for a decided position and for a
/// board that is not 3x3.
#[must_use]
pub fn model(position: &Position) -> Option<impl Model + use<>> {
    Walk::new(position).map(Layers)
}

struct Layers(Walk);

impl Model for Layers {
    fn method(&self) -> Method {
        Method::AlphaBeta
    }

    /// Only a full board ends the game, because `at_once` takes the move that completes a line.
    fn decided(&self) -> Option<i64> {
        (self.0.grid.empty_cells() == 0).then_some(0)
    }

    fn at_once(&self) -> Option<(Point, i64)> {
        let cell = self.0.grid.winning_cells(self.0.sign).next()?;
        Some((self.0.point(cell), i64::from(if self.0.sign == 1 { WIN } else { LOSS })))
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
