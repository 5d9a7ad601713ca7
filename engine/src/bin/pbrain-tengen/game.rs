//! The manager's game: a board and its stones in order.

use tengen_shared::rules::{
    Board, Direction, Point, Position, RuleSet, Stone, Variant, VariantError, wins_at,
};
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
    #[error("{x},{y} is off the board", x = .0.x, y = .0.y)]
    OffBoard(Spot),
    #[error("{x},{y} already has a stone", x = .0.x, y = .0.y)]
    Occupied(Spot),
    #[error("the game is over: send RESTART")]
    Over,
    #[error("only the last stone can be taken back, and {x},{y} is not it", x = .0.x, y = .0.y)]
    NotLast(Spot),
    #[error("the board is not empty: send TURN or BOARD")]
    NotEmpty,
    #[error("{mine} stones of mine and {theirs} of the opponent cannot be: it must be my turn")]
    Counts { mine: usize, theirs: usize },
    #[error("field {0} is not supported: 1 is my stone, 2 the opponent's")]
    Field(u8),
    #[error("a board may have at most 676 stones")]
    TooMany,
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
        let variant = self.variant(goal)?;
        let mut position = Position::new(variant);
        for point in self.in_order(variant)? {
            position.play(point).map_err(|_| GameError::Over)?;
        }
        Ok(position)
    }

    /// Returns the stones in an order in which no side wins on the way.
    ///
    /// `BOARD` may list the stones in any order. If six in a row do not win, five of them could look like a win on
    /// the way. So this function removes one stone after the other, always the last one whose removal leaves no
    /// win.
    fn in_order(&self, variant: Variant) -> Result<Vec<Point>, GameError> {
        let points = self.moves.iter().map(|spot| self.point(*spot)).collect::<Result<Vec<_>, _>>()?;
        let stones = [Stone::Black, Stone::White];
        let mut board = Board::new(variant);
        let mut left = [Vec::new(), Vec::new()];
        for (number, point) in points.iter().enumerate() {
            board.set(*point, Some(stones[number % 2]));
            left[number % 2].push(*point);
        }
        let won = points.iter().any(|point| board.get(*point).is_some_and(|it| wins_at(&board, *point, it)));
        if won || board.is_full() {
            return Err(GameError::Over);
        }
        let mut order = Vec::with_capacity(points.len());
        for number in (0..points.len()).rev() {
            let (left, stone) = (&mut left[number % 2], stones[number % 2]);
            let comes_off = |point: &Point| {
                board.set(*point, None);
                let fine =
                    !beside(*point).any(|it| board.get(it) == Some(stone) && wins_at(&board, it, stone));
                board.set(*point, Some(stone).filter(|_| !fine));
                fine
            };
            let at = left.iter().rposition(comes_off).ok_or(GameError::Over)?;
            order.push(left.remove(at));
        }
        order.reverse();
        Ok(order)
    }

    pub(crate) fn clear(&mut self) {
        self.moves.clear();
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Returns the number of empty points.
    pub(crate) fn free(&self) -> u32 {
        (u32::from(self.width) * u32::from(self.height))
            .saturating_sub(u32::try_from(self.moves.len()).unwrap_or(0))
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

    /// Converts a point to the protocol's numbers.
    pub(crate) const fn spot(&self, point: Point) -> Spot {
        Spot { x: point.col(), y: self.height - 1 - point.row() }
    }
}

/// Returns the neighbours of a point, some of which may be off the board.
fn beside(point: Point) -> impl Iterator<Item = Point> {
    Direction::ALL.into_iter().flat_map(move |direction| {
        let (dcol, drow) = direction.step();
        [point.offset(dcol, drow), point.offset(-dcol, -drow)].into_iter().flatten()
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4000))]

        #[test]
        fn a_board_in_any_order_is_over_only_if_somebody_has_won_on_it(
            (side, exact, points) in (5..9_u8, any::<bool>()).prop_flat_map(|(side, exact)| {
                (Just(side), Just(exact), Just((0..side * side).collect::<Vec<_>>()).prop_shuffle())
            }),
            length in 3..6_u8,
            count in 0..50_usize,
        ) {
            let count = count.min(points.len());
            let goal = Goal { length, runs: if exact { RuleSet::Standard } else { RuleSet::Freestyle } };
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
                Err(error) => prop_assert!(error == GameError::Over && (won || board.is_full())),
            }
        }
    }
}
