//! The search of the `pvs` engine as a model that can be shown. It has the engine's evaluation, and tries moves by
//! their gains, without the transposition table, reductions and threat search.

use tengen_shared::rules::{Point, Position};

use crate::{
    board::Board,
    candidates::{self, Blocks},
    explain::{Method, Model},
    marks::Rows,
    pattern::Class,
    square::{Side, Square},
};

/// Larger than any estimate.
const WIN: i64 = 1_000_000;

/// Returns the model of the search from `position`; `None` if the position is decided.
pub(crate) fn model(position: &Position) -> Option<impl Model + use<>> {
    let board = Board::at(position);
    let (root, stones) = (board.to_move(), board.moves().len());
    position.outcome().is_none().then_some(Searched { board, root, stones, won: None })
}

struct Searched {
    board: Board,
    /// The side to move at the root, and the number of stones there.
    root: Side,
    stones: usize,
    /// The side that made a five with the last stone.
    won: Option<Side>,
}

impl Searched {
    /// Converts a value for the side to move to one for MAX.
    fn for_max(&self, value: i64) -> i64 {
        if self.board.to_move() == self.root { value } else { -value }
    }

    fn plies(&self) -> i64 {
        i64::try_from(self.board.moves().len() - self.stones).unwrap_or(0)
    }
}

impl Model for Searched {
    fn method(&self) -> Method {
        Method::AlphaBeta
    }

    fn decided(&self) -> Option<i64> {
        match self.won {
            Some(side) if side == self.root => Some(WIN - self.plies()),
            Some(_) => Some(self.plies() - WIN),
            None => self.board.is_full().then_some(0),
        }
    }

    fn at_once(&self) -> Option<(Point, i64)> {
        let five = self.board.marks(self.board.to_move()).first(Class::Five)?;
        Some((five.point(), self.for_max(WIN - self.plies() - 1)))
    }

    fn leaf(&self) -> i64 {
        self.for_max(i64::from(self.board.estimate_anew()))
    }

    fn moves(&mut self, out: &mut Vec<Point>) {
        let side = self.board.to_move();
        let theirs = self.board.marks(1 - side);
        let among = match candidates::blocks(&self.board) {
            Blocks::One(block) => Rows::of(block),
            Blocks::Several(blocks) => blocks,
            Blocks::Lost => Rows::default(),
            Blocks::None if theirs.has(Class::OpenFour) => candidates::answers(&self.board).all(),
            Blocks::None => candidates::near(&self.board),
        };
        // If no reply helps, all moves are tried.
        let among = if among.is_empty() { candidates::near(&self.board) } else { among };
        let gain = |square: Square, side| self.board.gain(square, side);
        let mut moves: Vec<Square> = among.iter().collect();
        moves.sort_by_key(|square| (-4 * gain(*square, side) - 3 * gain(*square, 1 - side), *square));
        out.extend(moves.into_iter().map(Square::point));
    }

    fn play(&mut self, point: Point) {
        let (square, side) = (Square::of(point), self.board.to_move());
        self.won = (self.board.class(square, side) == Class::Five).then_some(side);
        self.board.make(square);
    }

    fn undo(&mut self) {
        self.board.unmake();
        // No move follows a five.
        self.won = None;
    }
}
