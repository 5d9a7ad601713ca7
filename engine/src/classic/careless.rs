//! A brain that now and then plays without thinking, so that beginners have a chance.

use tengen_shared::rules::{Point, Position};

use crate::{
    brain::{Brain, Choice, Observer, Pace, Value},
    chance::drawn,
    limits::{Limits, StopFlag},
    urgent::is_quiet,
};

/// How far from another stone a careless one lies at most, in columns and rows.
const REACH: u8 = 2;

/// Another brain, of whose moves some are replaced by a point near a stone, drawn by the seed. A win with the
/// next stone and the only block are never missed.
pub struct Careless<B> {
    brain: B,
    one_in: u64,
}

impl<B: Brain> Careless<B> {
    /// `brain`, of whose moves one in `one_in` is careless; 0 is taken as 1.
    #[must_use]
    pub fn new(brain: B, one_in: u64) -> Self {
        Self { brain, one_in: one_in.max(1) }
    }
}

impl<B: Brain> Brain for Careless<B> {
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Option<Choice> {
        let drawn = drawn(limits.seed, u64::try_from(position.moves().len()).unwrap_or(u64::MAX));
        let careless = drawn.is_multiple_of(self.one_in) && position.outcome().is_none();
        let point = if careless && is_quiet(position) { near(position, drawn / self.one_in) } else { None };
        let Some(point) = point else { return self.brain.choose(position, limits, stop, observer) };
        // It has looked at nothing, and says so.
        let choice = Choice {
            point,
            value: Value::Estimate(0),
            depth: 0,
            nodes: 0,
            line: vec![point],
            pace: Pace::Full,
        };
        observer.depth_done(&choice);
        Some(choice)
    }
}

/// One of the empty points near a stone.
fn near(position: &Position, drawn: u64) -> Option<Point> {
    let close = |a: u8, b: u8| a.abs_diff(b) <= REACH;
    let by_a_stone = |point: &Point| {
        position
            .moves()
            .iter()
            .any(|stone| close(stone.col(), point.col()) && close(stone.row(), point.row()))
    };
    let count = position.legal_points().filter(by_a_stone).count();
    let nth = drawn.checked_rem(u64::try_from(count).ok()?)?;
    position.legal_points().filter(by_a_stone).nth(usize::try_from(nth).ok()?)
}
