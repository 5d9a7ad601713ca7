//! The search of article 004 as a model that can be shown.

use tengen_shared::rules::{Outcome, Point, Position, Stone};

use super::{WIN, leaf};
use crate::explain::{Method, Model};

/// How far the article's square reaches from the last stone.
const REACH: u8 = 4;

/// The article's search from `position`, to be shown to any depth; MAX is the side to move, so its values are
/// those of [`rank`](super::rank) with the sign turned. `None` for a decided position, for the empty board, and
/// unless five in a row win.
#[must_use]
pub fn model(position: &Position) -> Option<impl Model + use<>> {
    if position.outcome().is_some() || position.variant().win_length() != 5 {
        return None;
    }
    let last = position.last()?;
    let within = |reach: u8| -> Vec<Point> {
        let near = |point: &Point| {
            point.col().abs_diff(last.col()) <= reach && point.row().abs_diff(last.row()) <= reach
        };
        in_scan_order(position).filter(near).collect()
    };
    let longest = position.variant().width().max(position.variant().height());
    let square = (REACH..=longest).map(within).find(|square| !square.is_empty())?;
    let root = position.to_move();
    Some(Square { position: position.clone(), square, root, stones: position.moves().len() })
}

/// The empty points, the article's first index outside and its second inside.
fn in_scan_order(position: &Position) -> impl Iterator<Item = Point> {
    let variant = position.variant();
    let columns = 0..variant.width();
    let points =
        columns.flat_map(move |col| (0..variant.height()).rev().filter_map(move |row| Point::new(col, row)));
    points.filter(|point| position.board().is_empty_at(*point))
}

struct Square {
    position: Position,
    /// The points of the root's square, which serves all plies.
    square: Vec<Point>,
    root: Stone,
    /// The stones on the board at the root.
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
        -leaf(self.position.board(), self.root.other())
    }

    fn moves(&mut self, out: &mut Vec<Point>) {
        out.extend(self.square.iter().filter(|point| self.position.board().is_empty_at(**point)));
    }

    fn play(&mut self, point: Point) {
        // The points of the square are checked when they are listed.
        let _ = self.position.play(point);
    }

    fn undo(&mut self) {
        self.position.undo();
    }
}
