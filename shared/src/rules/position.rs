//! A position: a board with its move history, the side to move, and the outcome.

use thiserror::Error;

use super::{
    board::Board,
    foul::{Foul, FoulRule, foul},
    line::{winning_line, wins_at},
    outcome::Outcome,
    point::Point,
    rule_set::RuleSet,
    stone::Stone,
    variant::Variant,
};

/// A game's current state: the moves in order, the side to move and the outcome.
///
/// ```
/// use tengen_shared::rules::{Outcome, Position, Stone, Variant};
///
/// let mut position = Position::new(Variant::TICTACTOE);
/// for point in ["b2", "a1", "b1", "c1", "b3"] {
///     position.play(point.parse()?)?;
/// }
/// assert_eq!(position.outcome(), Some(Outcome::Win(Stone::Black)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    moves: Vec<Point>,
    to_move: Stone,
    outcome: Option<Outcome>,
    fouls: FoulRule,
}

/// The reason why a stone cannot be placed. The position is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The point is not on this board.
    #[error("{point} is off the board: columns are a to {last_col}, rows 1 to {rows}")]
    OffBoard {
        point: Point,
        /// The letter of the last column.
        last_col: char,
        /// The number of rows.
        rows: u8,
    },
    /// The point already has a stone.
    #[error("{point} already has a stone: choose an empty point")]
    Occupied { point: Point },
    /// The rules forbid this move to Black.
    #[error("{point} is forbidden to Black ({foul}): choose another point")]
    Forbidden {
        point: Point,
        /// What the stone would make.
        foul: Foul,
    },
    /// The game already has an outcome.
    #[error("this game is over: start the next one")]
    Decided,
}

impl Position {
    /// Creates the empty board with Black to move. Forbidden moves are refused.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        Self::with_fouls(variant, FoulRule::Refused)
    }

    /// Creates the empty board with Black to move, and a rule for forbidden moves.
    #[must_use]
    pub fn with_fouls(variant: Variant, fouls: FoulRule) -> Self {
        let board = Board::new(variant);
        Self { board, moves: Vec::new(), to_move: Stone::Black, outcome: None, fouls }
    }

    /// Creates a position from stones that another program has told: Black and White in turn, in any order. On the way
    /// there, no stone counts as forbidden or as a win.
    ///
    /// # Errors
    /// Returns [`PlayError::OffBoard`] or [`PlayError::Occupied`] for the first point that cannot have its stone.
    pub fn set_up(variant: Variant, points: &[Point]) -> Result<Self, PlayError> {
        let mut position = Self::new(variant);
        for point in points {
            position.check_empty(*point)?;
            position.put(*point);
        }
        let has_won = |point: &Point| {
            let stone = position.board.get(*point)?;
            wins_at(&position.board, *point, stone).then_some(Outcome::Win(stone))
        };
        position.outcome = points.iter().find_map(has_won).or_else(|| position.drawn());
        Ok(position)
    }

    /// Returns the stones, without the order of the moves.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the rules of the game.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.board.variant()
    }

    /// Returns the points played, in order.
    #[must_use]
    pub fn moves(&self) -> &[Point] {
        &self.moves
    }

    /// Returns the rule for forbidden moves.
    #[must_use]
    pub const fn fouls(&self) -> FoulRule {
        self.fouls
    }

    /// Returns the last point played; `None` on the empty board.
    #[must_use]
    pub fn last(&self) -> Option<Point> {
        self.moves.last().copied()
    }

    /// Returns the side to move; after the end of the game, the side that would move next.
    #[must_use]
    pub const fn to_move(&self) -> Stone {
        self.to_move
    }

    /// Returns the outcome; `None` while the game is undecided.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns the points of the winning run or runs, sorted; empty while nobody has won.
    #[must_use]
    pub fn winning_line(&self) -> Vec<Point> {
        match (self.outcome, self.last()) {
            (Some(Outcome::Win(_)), Some(last)) => winning_line(&self.board, last),
            _ => Vec::new(),
        }
    }

    /// Returns the points that the side to move may play, row by row from the top left; nothing once the game has an
    /// outcome. A forbidden point is never among them, even if the stone would lose instead of being refused.
    pub fn legal_points(&self) -> impl Iterator<Item = Point> {
        let open = self.outcome.is_none();
        let is_legal = |point: Point| self.board.is_empty_at(point) && self.foul_at(point).is_none();
        self.variant().reading_order().filter(move |point| open && is_legal(*point))
    }

    /// Checks whether the side to move may play `point`.
    ///
    /// # Errors
    /// Returns the reason why it may not.
    pub fn check(&self, point: Point) -> Result<(), PlayError> {
        self.judge(point).map(|_| ())
    }

    /// Checks the same. Returns the foul with which the stone would lose, if it would make one.
    fn judge(&self, point: Point) -> Result<Option<Foul>, PlayError> {
        if self.outcome.is_some() {
            return Err(PlayError::Decided);
        }
        self.check_empty(point)?;
        match (self.foul_at(point), self.fouls) {
            (Some(foul), FoulRule::Refused) => Err(PlayError::Forbidden { point, foul }),
            (foul, _) => Ok(foul),
        }
    }

    fn check_empty(&self, point: Point) -> Result<(), PlayError> {
        let variant = self.variant();
        if !variant.contains(point) {
            let last_col = char::from(b'a' + variant.width() - 1);
            Err(PlayError::OffBoard { point, last_col, rows: variant.height() })
        } else if self.board.get(point).is_some() {
            Err(PlayError::Occupied { point })
        } else {
            Ok(())
        }
    }

    /// Returns the points that the rules forbid the side to move, each with the reason, row by row from the top left.
    pub fn forbidden_points(&self) -> impl Iterator<Item = (Point, Foul)> {
        let open = self.outcome.is_none() && self.variant().runs() == RuleSet::Renju;
        let empty = move |point: &Point| open && self.board.is_empty_at(*point);
        self.variant().reading_order().filter(empty).filter_map(|point| Some((point, self.foul_at(point)?)))
    }

    /// Returns why the rules forbid the side to move the empty point `point`; `None` if they do not.
    #[must_use]
    pub fn foul_at(&self, point: Point) -> Option<Foul> {
        match (self.variant().runs(), self.to_move) {
            (RuleSet::Renju, Stone::Black) => foul(&self.board, point),
            _ => None,
        }
    }

    /// Plays `point` for the side to move. Returns the outcome if the move ends the game.
    ///
    /// # Errors
    /// Returns the reason why the point may not be played; the position is then unchanged.
    pub fn play(&mut self, point: Point) -> Result<Option<Outcome>, PlayError> {
        let foul = self.judge(point)?;
        let stone = self.to_move;
        self.put(point);
        self.outcome = if foul.is_some() {
            Some(Outcome::Win(stone.other()))
        } else if wins_at(&self.board, point, stone) {
            Some(Outcome::Win(stone))
        } else {
            self.drawn()
        };
        Ok(self.outcome)
    }

    /// Places a stone of the side to move at an empty point.
    fn put(&mut self, point: Point) {
        self.board.set(point, Some(self.to_move));
        self.moves.push(point);
        self.to_move = self.to_move.other();
    }

    /// Returns a draw if the side to move may play nowhere: the board is full, or every empty point is forbidden.
    fn drawn(&self) -> Option<Outcome> {
        self.legal_points().next().is_none().then_some(Outcome::Draw)
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
