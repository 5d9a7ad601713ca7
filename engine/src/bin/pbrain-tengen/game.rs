//! The manager's game: a board and its stones in order.

use tengen_shared::rules::{Opening, Point, Position, RuleSet, Variant, VariantError};
use thiserror::Error;

use crate::command::Spot;

/// The shortest side of a board for five in a row.
const LEAST_SIDE: u8 = 5;

/// The error for a command that does not fit the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum GameError {
    #[error("no board yet: send START n first")]
    NoBoard,
    #[error("{width}x{height} cannot be played: each side may have 5 to 26 points")]
    Size { width: u8, height: u8 },
    #[error("{0} is off the board")]
    OffBoard(Spot),
    #[error("{0} already has a stone")]
    Occupied(Spot),
    #[error("the game is over: send RESTART")]
    Over,
    #[error("only the last stone can be taken back, and {0} is not it")]
    NotLast(Spot),
    #[error("the board is not empty: send TURN or BOARD")]
    NotEmpty,
    #[error("{mine} stones of mine and {theirs} of the opponent cannot be: it must be my turn")]
    Counts { mine: usize, theirs: usize },
    #[error("field {0} is not supported: 1 is my stone, 2 the opponent's")]
    Field(u8),
    #[error("a board may have at most 676 stones")]
    TooMany,
    #[error("an opening of {0} stones cannot be: SWAP2BOARD has 0, 3 or 5 stones")]
    OpeningStones(usize),
    #[error("swap2 needs 5 or more in a row on at least 9x9 points")]
    OpeningBoard,
    #[error(transparent)]
    Variant(#[from] VariantError),
}

/// The condition for a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    pub(crate) length: u8,
    pub(crate) runs: RuleSet,
}

/// A board and its stones, in order of play.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    width: u8,
    height: u8,
    moves: Vec<Spot>,
}

impl Game {
    /// Creates an empty board.
    pub(crate) const fn new(width: u8, height: u8) -> Result<Self, GameError> {
        let sides = LEAST_SIDE <= width && width <= 26 && LEAST_SIDE <= height && height <= 26;
        if sides {
            Ok(Self { width, height, moves: Vec::new() })
        } else {
            Err(GameError::Size { width, height })
        }
    }

    /// Returns the variant that is played on the board.
    pub(crate) fn variant(&self, goal: Goal) -> Result<Variant, GameError> {
        Ok(Variant::new(self.width, self.height, goal.length, goal.runs)?)
    }

    /// Returns the position, or an error if the game is over.
    pub(crate) fn position(&self, goal: Goal) -> Result<Position, GameError> {
        let points = self.moves.iter().map(|spot| self.point(*spot)).collect::<Result<Vec<_>, _>>()?;
        // `BOARD` may list the stones in any order. No stone is off the board or in the place of another.
        let position = Position::set_up(self.variant(goal)?, &points).map_err(|_| GameError::Over)?;
        if position.outcome().is_some() { Err(GameError::Over) } else { Ok(position) }
    }

    pub(crate) fn clear(&mut self) {
        self.moves.clear();
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Adds a stone of the side to move.
    pub(crate) fn play(&mut self, spot: Spot) -> Result<(), GameError> {
        self.point(spot)?;
        if self.moves.contains(&spot) {
            return Err(GameError::Occupied(spot));
        }
        self.moves.push(spot);
        Ok(())
    }

    /// Takes back the last stone, which must be at `spot`.
    pub(crate) fn take_back(&mut self, spot: Spot) -> Result<(), GameError> {
        self.moves.pop_if(|last| *last == spot).map(|_| ()).ok_or(GameError::NotLast(spot))
    }

    /// Replaces the stones by a position in which the engine is to move. Field 1 is a stone of the engine and field
    /// 2 one of the opponent. The stones are reordered so that they alternate.
    pub(crate) fn set(&mut self, stones: &[(Spot, u8)]) -> Result<(), GameError> {
        let of = |field| stones.iter().filter(move |(_, it)| *it == field).map(|(spot, _)| *spot);
        if let Some((_, field)) = stones.iter().find(|(_, field)| !(1..=2).contains(field)) {
            return Err(GameError::Field(*field));
        }
        let (mine, theirs) = (of(1).count(), of(2).count());
        let (first, second) = match theirs.checked_sub(mine) {
            Some(0) => (1, 2),
            Some(1) => (2, 1),
            _ => return Err(GameError::Counts { mine, theirs }),
        };
        let mut game = Self { moves: Vec::new(), ..*self };
        let mut second = of(second);
        for spot in of(first) {
            game.play(spot)?;
            second.next().map_or(Ok(()), |spot| game.play(spot))?;
        }
        *self = game;
        Ok(())
    }

    fn point(&self, Spot { x, y }: Spot) -> Result<Point, GameError> {
        let row = self.height.checked_sub(y.saturating_add(1)).filter(|_| x < self.width);
        row.and_then(|row| Point::new(x, row)).ok_or(GameError::OffBoard(Spot { x, y }))
    }

    /// Returns the position of a swap2 opening after these stones: Black and White in turn.
    pub(crate) fn opening(&self, stones: &[Spot], goal: Goal) -> Result<Position, GameError> {
        if !matches!(stones.len(), 0 | 3 | 5) {
            return Err(GameError::OpeningStones(stones.len()));
        }
        if !Opening::any_fits(self.variant(goal)?) {
            return Err(GameError::OpeningBoard);
        }
        let mut game = Self { moves: Vec::new(), ..*self };
        stones.iter().try_for_each(|spot| game.play(*spot))?;
        game.position(goal)
    }

    /// Converts a point to the protocol's numbers.
    pub(crate) const fn spot(&self, point: Point) -> Spot {
        spot(point, self.height)
    }
}

/// Converts a point of a board of `height` rows to the protocol's numbers.
pub(crate) const fn spot(point: Point, height: u8) -> Spot {
    Spot { x: point.col(), y: height - 1 - point.row() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]
mod tests {
    use proptest::prelude::*;
    use tengen_shared::rules::{Board, Stone, wins_at};

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn a_board_in_any_order_is_over_only_if_somebody_has_won_on_it(
            (side, points) in (5..9_u8).prop_flat_map(|side| {
                (Just(side), Just((0..side * side).collect::<Vec<_>>()).prop_shuffle())
            }),
            (runs, length) in (prop::sample::select(&RuleSet::ALL[..]), 3..6_u8),
            count in 0..50_usize,
        ) {
            let count = count.min(points.len());
            let is_any = matches!(runs, RuleSet::Freestyle | RuleSet::Standard);
            let goal = Goal { length: if is_any { length } else { 5 }, runs };
            let mut game = Game::new(side, side).unwrap();
            let mut board = Board::new(game.variant(goal).unwrap());
            let mut stones = Vec::new();
            // The engine is to move, so the last stone is the opponent's.
            for (number, at) in points.iter().take(count).enumerate() {
                let mine = (count - number) % 2 == 0;
                let spot = Spot { x: at % side, y: at / side };
                stones.push((spot, if mine { 1 } else { 2 }));
                board.set(game.point(spot).unwrap(), Some(if number % 2 == 0 { Stone::Black } else { Stone::White }));
            }
            game.set(&stones).unwrap();
            let all = stones.iter().map(|(spot, _)| game.point(*spot).unwrap());
            let won = all.into_iter().any(|point| wins_at(&board, point, board.get(point).unwrap()));
            match game.position(goal) {
                Ok(position) => prop_assert_eq!((position.board(), won, board.is_full()), (&board, false, false)),
                Err(error) => prop_assert!(error == GameError::Over && (won || runs == RuleSet::Renju || board.is_full())),
            }
        }
    }
}
