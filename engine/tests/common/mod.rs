//! Helpers that several tests of the engine share.

#![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]
#![allow(dead_code, reason = "each test file uses its own part")]

use tengen_engine::{Choice, Engine, Limits, Observer, StopFlag, pvs::PvsEngine};
use tengen_shared::rules::{Outcome, Point, Position, RuleSet, Stone, Variant, wins_at};

/// Returns the `pvs` engine with a small table.
pub(crate) fn strong() -> PvsEngine {
    PvsEngine::new(1 << 20, u8::MAX)
}

/// Returns the position after these moves, separated by spaces.
pub(crate) fn position(variant: &str, moves: &str) -> Position {
    let mut position = Position::new(variant.parse().unwrap());
    for point in moves.split_whitespace() {
        position.play(point.parse().unwrap()).unwrap();
    }
    position
}

/// A generator of repeatable random numbers (SplitMix64).
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % u64::try_from(end).unwrap()).unwrap()
    }

    pub(crate) fn legal(&mut self, position: &Position) -> Point {
        let points: Vec<Point> = position.legal_points().collect();
        points[self.below(points.len())]
    }

    pub(crate) fn variant(&mut self) -> Variant {
        let mut side = |end| 3 + u8::try_from(self.below(end)).unwrap();
        let (width, height) = if side(2) == 3 { (side(24), side(24)) } else { (side(8), side(8)) };
        let longest = width.max(height);
        let length = 3 + u8::try_from(self.below(usize::from(longest) - 2)).unwrap();
        let runs = if self.below(2) == 0 { RuleSet::Freestyle } else { RuleSet::Standard };
        Variant::new(width, height, length, runs).unwrap()
    }

    /// Returns an undecided position in which one side has all but one or two stones of a run. The stones of the
    /// other side are random.
    pub(crate) fn tense_position(&mut self, variant: Variant) -> Position {
        let mut position = Position::new(variant);
        let planter = if self.below(2) == 0 { Stone::Black } else { Stone::White };
        let mut plants = self.run(variant);
        plants.truncate(plants.len() - self.below(3));
        let spare = self.below(6);
        let mut more = spare;
        while !plants.is_empty() || more > 0 {
            let plant = if position.to_move() == planter { plants.pop() } else { None };
            if plant.is_none() && position.to_move() == planter {
                more = more.saturating_sub(1);
            }
            let point = plant.filter(|p| position.check(*p).is_ok()).unwrap_or_else(|| self.legal(&position));
            position.play(point).unwrap();
            if position.outcome().is_some() {
                position.undo();
                break;
            }
        }
        if self.below(2) == 0 && position.moves().len() > 1 {
            position.undo();
        }
        position
    }

    /// Returns the points of a random window, shuffled.
    fn run(&mut self, variant: Variant) -> Vec<Point> {
        loop {
            let all: Vec<Point> = variant.reading_order().collect();
            let first = all[self.below(all.len())];
            let (dcol, drow) = [(1, 0), (0, 1), (1, 1), (1, -1)][self.below(4)];
            let mut run: Vec<Point> =
                std::iter::successors(Some(first), |p| p.offset(dcol, drow).filter(|p| variant.contains(*p)))
                    .take(variant.win_length().into())
                    .collect();
            if run.len() == usize::from(variant.win_length()) {
                for i in (1..run.len()).rev() {
                    run.swap(i, self.below(i + 1));
                }
                return run;
            }
        }
    }
}

/// Returns the points of a 3x3 board, by the cells of the vectors.
pub(crate) fn points() -> Vec<Point> {
    Variant::TICTACTOE.reading_order().collect()
}

/// Returns a position of the tic-tac-toe vectors: `pos` has C, H or a dot for each cell, and `first` began. The
/// stones are played in some order. No earlier position has a line, because the last one has none.
pub(crate) fn tictactoe(pos: &str, first: char) -> Position {
    let second = if first == 'C' { 'H' } else { 'C' };
    let of = |sign: char| pos.char_indices().filter(move |(_, c)| *c == sign).map(|(cell, _)| cell);
    let mut second = of(second);
    let mut position = Position::new(Variant::TICTACTOE);
    for cell in of(first) {
        position.play(points()[cell]).unwrap();
        if let Some(cell) = second.next() {
            position.play(points()[cell]).unwrap();
        }
    }
    position
}

/// Returns the points where `stone` would win at once, by the rules.
pub(crate) fn winning(position: &Position, stone: Stone) -> Vec<Point> {
    position.legal_points().filter(|point| wins_at(position.board(), *point, stone)).collect()
}

/// Returns the choice of `engine` with a node limit and no other limit.
pub(crate) fn choose(engine: &mut dyn Engine, position: &Position, max_nodes: u64) -> Choice {
    let limits = Limits { max_nodes: Some(max_nodes), ..Limits::default() };
    engine.choose(position, &limits, &StopFlag::default(), &mut ()).unwrap()
}

/// Asserts that `point` is an immediate win if there is one, or else blocks one of the other side.
pub(crate) fn assert_urgent(position: &Position, point: Point) {
    assert_eq!(position.check(point), Ok(()));
    let wins = winning(position, position.to_move());
    let threats = winning(position, position.to_move().other());
    let told = || format!("{} {:?}: {point}", position.variant(), position.moves());
    if !wins.is_empty() {
        assert!(wins.contains(&point), "misses a win: {}", told());
    } else if !threats.is_empty() {
        assert!(threats.contains(&point), "misses a block: {}", told());
    }
}

/// Returns whether the side to move can win within `plies`, by trying everything.
pub(crate) fn wins_within(position: &mut Position, plies: u16) -> bool {
    position.legal_points().collect::<Vec<_>>().into_iter().any(|point| {
        let mover = position.to_move();
        position.play(point).unwrap();
        let wins = match position.outcome() {
            Some(outcome) => outcome == Outcome::Win(mover),
            None => plies >= 3 && loses_within(position, plies - 1),
        };
        position.undo();
        wins
    })
}

/// Returns whether the side to move loses within `plies` against the best play.
pub(crate) fn loses_within(position: &mut Position, plies: u16) -> bool {
    position.legal_points().collect::<Vec<_>>().into_iter().all(|point| {
        position.play(point).unwrap();
        let loses = position.outcome().is_none() && wins_within(position, plies - 1);
        position.undo();
        loses
    })
}

/// Stores the choices that an observer receives.
#[derive(Default)]
pub(crate) struct Depths(pub(crate) Vec<Choice>);

impl Observer for Depths {
    fn depth_done(&mut self, choice: &Choice) {
        self.0.push(choice.clone());
    }
}
