//! A position: a board with its history, whose turn it is, and whether it is decided.

use thiserror::Error;

use super::{
    board::Board,
    line::{winning_line, wins_at},
    outcome::Outcome,
    point::Point,
    stone::Stone,
    variant::Variant,
};

/// A game as it stands: the stones in order of play, the side to move and the outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    moves: Vec<Point>,
    to_move: Stone,
    outcome: Option<Outcome>,
}

/// Why a stone cannot be placed. The position is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The point is not on this board.
    #[error("{point} is off the board: columns are a to {last_col}, rows 1 to {rows}")]
    OffBoard {
        /// The point asked for.
        point: Point,
        /// The letter of the last column.
        last_col: char,
        /// The number of rows.
        rows: u8,
    },
    /// The point has a stone already.
    #[error("{point} already has a stone: choose an empty point")]
    Occupied {
        /// The point asked for.
        point: Point,
    },
    /// The game is decided.
    #[error("this game is over: start the next one")]
    Decided,
}

impl Position {
    /// The empty board with Black to move.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        Self { board: Board::new(variant), moves: Vec::new(), to_move: Stone::Black, outcome: None }
    }

    /// The stones on the board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The rules in force.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.board.variant()
    }

    /// The points played, in order.
    #[must_use]
    pub fn moves(&self) -> &[Point] {
        &self.moves
    }

    /// The last point played.
    #[must_use]
    pub fn last(&self) -> Option<Point> {
        self.moves.last().copied()
    }

    /// The side to move; in a decided game the side that would be.
    #[must_use]
    pub const fn to_move(&self) -> Stone {
        self.to_move
    }

    /// The outcome, once there is one.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The points of the winning run or runs, sorted; empty while nobody has won.
    #[must_use]
    pub fn winning_line(&self) -> Vec<Point> {
        match (self.outcome, self.last()) {
            (Some(Outcome::Win(_)), Some(last)) => winning_line(&self.board, last),
            _ => Vec::new(),
        }
    }

    /// The empty points, row by row from the top left; none once the game is decided.
    pub fn legal_points(&self) -> impl Iterator<Item = Point> {
        let open = self.outcome.is_none();
        self.variant().reading_order().filter(move |point| open && self.board.is_empty_at(*point))
    }

    /// Whether `point` may be played now.
    ///
    /// # Errors
    /// The reason why it may not.
    pub fn check(&self, point: Point) -> Result<(), PlayError> {
        let variant = self.variant();
        if self.outcome.is_some() {
            Err(PlayError::Decided)
        } else if !variant.contains(point) {
            let last_col = char::from(b'a' + variant.width() - 1);
            Err(PlayError::OffBoard { point, last_col, rows: variant.height() })
        } else if self.board.get(point).is_some() {
            Err(PlayError::Occupied { point })
        } else {
            Ok(())
        }
    }

    /// Plays `point` for the side to move and returns the outcome if that ends the game.
    ///
    /// # Errors
    /// The reason why the point may not be played; the position is then unchanged.
    pub fn play(&mut self, point: Point) -> Result<Option<Outcome>, PlayError> {
        self.check(point)?;
        let stone = self.to_move;
        self.board.set(point, Some(stone));
        self.moves.push(point);
        self.to_move = stone.other();
        self.outcome = if wins_at(&self.board, point, stone) {
            Some(Outcome::Win(stone))
        } else if self.board.is_full() {
            Some(Outcome::Draw)
        } else {
            None
        };
        Ok(self.outcome)
    }

    /// Takes the last stone back and returns its point; `None` on the empty board.
    pub fn undo(&mut self) -> Option<Point> {
        let point = self.moves.pop()?;
        self.board.set(point, None);
        self.to_move = self.to_move.other();
        self.outcome = None;
        Some(point)
    }
}
