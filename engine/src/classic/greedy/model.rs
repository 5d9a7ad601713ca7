//! Shows article 003's scores as a search tree of one level.

use tengen_shared::rules::{Point, Position, search::Part};

use super::ScoreTable;
use crate::explain::{Method, Model, Ties};

/// Returns the scores of every move from `position`. Returns `None` if the game is over or the win length is not 5, and
/// for the empty board, where the engine opens in the centre without scores.
#[must_use]
pub fn model(position: &Position) -> Option<impl Model + use<>> {
    if position.outcome().is_some() || position.moves().is_empty() {
        return None;
    }
    let table = ScoreTable::from_board(position.board(), position.to_move())?;
    Some(Scores { points: position.legal_points().collect(), table, played: None })
}

struct Scores {
    points: Vec<Point>,
    table: ScoreTable,
    played: Option<Point>,
}

impl Model for Scores {
    fn method(&self) -> Method {
        Method::Minimax(Ties::First)
    }

    fn decided(&self) -> Option<i64> {
        None
    }

    fn leaf(&self) -> i64 {
        self.played.and_then(|point| self.table.score(point)).unwrap_or(0).into()
    }

    fn parts(&self) -> Option<Vec<Part>> {
        self.table.parts(self.played?)
    }

    fn moves(&mut self, out: &mut Vec<Point>) {
        if self.played.is_none() {
            out.extend(&self.points);
        }
    }

    fn play(&mut self, point: Point) {
        self.played = Some(point);
    }

    fn undo(&mut self) {
        self.played = None;
    }
}
