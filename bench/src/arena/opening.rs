//! Random openings: positions from which both players play with either colour.

use std::collections::HashSet;

use anyhow::bail;
use tengen_engine::{Engine as _, Limits, Purpose, StopFlag, Value, pvs::PvsEngine};
use tengen_shared::rules::{Board, Point, Position, Variant};

use super::dice::Dice;

/// The number of tries before concluding that no further opening exists. Of the 72 openings of two plies on 3x3,
/// the last is then missed with a chance of 1 in 10^60.
const TRIES: u32 = 10_000;
/// The maximum distance of a stone from the centre or from another stone, in points, also diagonally.
const NEAR: u8 = 2;

/// The maximum evaluation of a balanced opening by the main engine, in its own units: a chance to win between 40 %
/// and 60 %.
const BALANCE: i32 = 80;
/// The node limits of this evaluation. The first is small, to reject very uneven openings quickly.
const BALANCE_NODES: [u64; 2] = [5_000, 200_000];
/// The size of its transposition table, in bytes.
const BALANCE_TABLE: usize = 4 << 20;

/// The rule for fair openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fairness {
    /// Nobody wins with the next stone.
    Quiet,
    /// In addition, a short search of the main engine evaluates the position as even.
    Even,
    /// In addition, so does a long one.
    Balanced,
}

/// The openings of a match.
#[derive(Clone, Debug)]
pub(crate) struct Openings {
    /// One opening for every pair of games.
    pub(crate) positions: Vec<Position>,
    /// The number of distinct openings.
    pub(crate) distinct: usize,
}

/// Returns the default number of stones in an opening.
pub(crate) fn default_plies(variant: Variant) -> usize {
    if variant.points() == 9 { 2 } else { 4 }
}

impl Openings {
    /// Draws `count` openings of `plies` stones. All differ as long as there are others. When all have been drawn,
    /// they are drawn again.
    ///
    /// # Errors
    /// Returns an error if no opening with this number of stones is found.
    pub(crate) fn draw(
        variant: Variant,
        plies: usize,
        count: usize,
        fairness: Fairness,
        dice: &mut Dice,
    ) -> anyhow::Result<Self> {
        let mut positions = Vec::with_capacity(count);
        let mut seen: HashSet<Board> = HashSet::new();
        let mut distinct = 0;
        while positions.len() < count {
            let mut tries = (0..TRIES).filter_map(|_| random(variant, plies, dice));
            let found = tries.find(|position| !seen.contains(position.board()) && fairness.holds(position));
            match found {
                Some(position) => {
                    seen.insert(position.board().clone());
                    distinct = distinct.max(seen.len());
                    positions.push(position);
                }
                None if seen.is_empty() && fairness == Fairness::Quiet => bail!(
                    "no quiet opening of {plies} plies found on {variant}: choose a larger board, or in a match another \
                     number with --opening"
                ),
                None if seen.is_empty() => bail!(
                    "no even opening of {plies} plies found on {variant}: choose another board, or in a match \
                     another number with --opening, or leave out --balanced"
                ),
                None => seen.clear(),
            }
        }
        Ok(Self { positions, distinct })
    }
}

impl Fairness {
    /// Whether a quiet opening is fair enough.
    fn holds(self, position: &Position) -> bool {
        let searches = match self {
            Self::Quiet => return true,
            Self::Even => 1,
            Self::Balanced => BALANCE_NODES.len(),
        };
        let mut engine = PvsEngine::new(BALANCE_TABLE, u8::MAX);
        BALANCE_NODES.into_iter().take(searches).all(|nodes| {
            let limits = Limits { max_nodes: Some(nodes), purpose: Purpose::Value, ..Limits::default() };
            let choice = engine.choose(position, &limits, &StopFlag::default(), &mut ());
            choice.is_some_and(|it| matches!(it.value, Value::Estimate(units) if units.abs() <= BALANCE))
        })
    }
}

/// Returns a random opening; `None` if the game is decided or the opening is not quiet.
fn random(variant: Variant, plies: usize, dice: &mut Dice) -> Option<Position> {
    let mut position = Position::new(variant);
    for _ in 0..plies {
        let point = dice.pick(&candidates(&position))?;
        position.play(point).ok()?;
    }
    (position.outcome().is_none() && tengen_engine::is_quiet(&position)).then_some(position)
}

/// Returns the empty points near the centre, or near any stone once there is one; none in a decided game.
pub(crate) fn candidates(position: &Position) -> Vec<Point> {
    let variant = position.variant();
    let in_centre = |at: u8, side: u8| (2 * at).abs_diff(side - 1) <= 2 * NEAR;
    let near = |point: &Point| match position.moves() {
        [] => in_centre(point.col(), variant.width()) && in_centre(point.row(), variant.height()),
        stones => stones.iter().any(|stone| {
            stone.col().abs_diff(point.col()) <= NEAR && stone.row().abs_diff(point.row()) <= NEAR
        }),
    };
    position.legal_points().filter(near).collect()
}

#[cfg(test)]
mod tests {
    use tengen_shared::rules::{Stone, wins_at};

    use super::*;

    fn draw(variant: &str, count: usize, seed: u64) -> Openings {
        let variant = variant.parse().unwrap();
        let dice = &mut Dice::new(seed, 0);
        Openings::draw(variant, default_plies(variant), count, Fairness::Quiet, dice).unwrap()
    }

    #[test]
    fn every_opening_is_open_quiet_and_of_its_length() {
        for variant in
            ["tictactoe", "3x4k3", "5x3k4", "4x4k4", "5x5k3", "7x7k4", "gomoku15", "26x26k3", "9x9k5 exact"]
        {
            let openings = draw(variant, 60, 3);
            for position in &openings.positions {
                assert_eq!(position.moves().len(), default_plies(position.variant()), "{variant}");
                assert_eq!(position.outcome(), None);
                for point in position.legal_points() {
                    for stone in [Stone::Black, Stone::White] {
                        let told = || format!("{variant} {:?}: {stone:?} {point}", position.moves());
                        assert!(!wins_at(position.board(), point, stone), "{}", told());
                    }
                }
            }
        }
    }

    #[test]
    fn all_72_of_tic_tac_toe_come_before_any_comes_again() {
        let openings = draw("tictactoe", 150, 1);
        assert_eq!(openings.distinct, 72);
        let boards: Vec<&Board> = openings.positions.iter().map(Position::board).collect();
        for round in boards.chunks(72) {
            assert_eq!(round.iter().collect::<HashSet<_>>().len(), round.len());
        }
    }

    #[test]
    fn large_boards_have_enough_openings_near_the_centre() {
        let openings = draw("gomoku19", 500, 1);
        assert_eq!(openings.distinct, 500);
        for position in &openings.positions {
            let first = position.moves()[0];
            assert!((7..=11).contains(&first.col()) && (7..=11).contains(&first.row()), "{first}");
        }
    }

    #[test]
    fn a_seed_draws_the_same_openings_and_another_does_not() {
        let moves = |seed| {
            let Openings { positions, .. } = draw("gomoku15", 20, seed);
            positions.iter().map(|position| position.moves().to_vec()).collect::<Vec<_>>()
        };
        assert_eq!(moves(5), moves(5));
        assert_ne!(moves(5), moves(6));
    }

    #[test]
    fn balanced_openings_are_among_the_quiet_ones_and_even() {
        let draw = |fairness| {
            Openings::draw(Variant::GOMOKU15, 5, 4, fairness, &mut Dice::new(3, 0)).unwrap().positions
        };
        let balanced = draw(Fairness::Balanced);
        assert!(balanced.iter().all(tengen_engine::is_quiet));
        assert!(balanced.iter().all(|position| Fairness::Balanced.holds(position)));
        assert!(!draw(Fairness::Quiet).iter().all(|position| Fairness::Balanced.holds(position)));
    }

    #[test]
    fn what_cannot_be_drawn_is_an_error() {
        let error =
            Openings::draw(Variant::TICTACTOE, 9, 1, Fairness::Quiet, &mut Dice::new(1, 0)).unwrap_err();
        assert!(error.to_string().contains("no quiet opening of 9 plies"), "{error}");
        let error =
            Openings::draw(Variant::TICTACTOE, 9, 1, Fairness::Balanced, &mut Dice::new(1, 0)).unwrap_err();
        assert!(error.to_string().contains("no even opening of 9 plies"), "{error}");
        assert_eq!(
            Openings::draw(Variant::TICTACTOE, 0, 3, Fairness::Quiet, &mut Dice::new(1, 0)).unwrap().distinct,
            1
        );
    }
}
