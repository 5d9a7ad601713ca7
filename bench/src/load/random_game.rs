//! A game of random moves near the last ones, which soon make five in a row.

use rand::{RngExt as _, rngs::SmallRng};
use tengen_shared::rules::{Point, Variant};

/// The maximum distance of a move from an earlier one, in points.
const NEAR: i8 = 2;
/// The number of last moves near which a bot plays.
const LAST: usize = 6;
/// The number of tries before the bot takes any free point.
const TRIES: usize = 12;

/// The occupied points and the moves of one game.
#[derive(Debug)]
pub(super) struct RandomGame {
    variant: Variant,
    taken: Vec<bool>,
    moves: Vec<Point>,
}

impl RandomGame {
    /// Creates an empty board.
    #[must_use]
    pub(super) fn new(variant: Variant) -> Self {
        let points = variant.points();
        Self { variant, taken: vec![false; points], moves: Vec::with_capacity(points) }
    }

    pub(super) fn clear(&mut self) {
        self.taken.fill(false);
        self.moves.clear();
    }

    pub(super) fn play(&mut self, point: Point) {
        let index = self.index(point);
        if let Some(taken) = self.taken.get_mut(index) {
            *taken = true;
            self.moves.push(point);
        }
    }

    /// Returns a random free point, if possible near one of the last moves; `None` on a full board.
    #[must_use]
    pub(super) fn choose(&self, rng: &mut SmallRng) -> Option<Point> {
        let last = &self.moves[self.moves.len().saturating_sub(LAST)..];
        if !last.is_empty() {
            for _ in 0..TRIES {
                let near = last[rng.random_range(0..last.len())];
                let point = near.offset(rng.random_range(-NEAR..=NEAR), rng.random_range(-NEAR..=NEAR));
                if let Some(point) = point.filter(|point| self.is_free(*point)) {
                    return Some(point);
                }
            }
        }
        let start = rng.random_range(0..self.taken.len());
        let (before, after) = self.taken.split_at(start);
        let free = after.iter().chain(before).position(|taken| !taken)?;
        self.point((start + free) % self.taken.len())
    }

    fn is_free(&self, point: Point) -> bool {
        self.variant.contains(point) && self.taken.get(self.index(point)) == Some(&false)
    }

    fn index(&self, point: Point) -> usize {
        usize::from(point.row()) * usize::from(self.variant.width()) + usize::from(point.col())
    }

    fn point(&self, index: usize) -> Option<Point> {
        let width = usize::from(self.variant.width());
        Point::new(u8::try_from(index % width).ok()?, u8::try_from(index / width).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use tengen_shared::rules::Position;

    use super::*;

    #[test]
    fn every_choice_is_legal_until_the_board_is_full() {
        for (_, variant) in Variant::NAMED {
            let mut rng = SmallRng::seed_from_u64(1);
            let mut board = RandomGame::new(variant);
            let mut position = Position::new(variant);
            for _ in 0..variant.points() {
                let point = board.choose(&mut rng).unwrap();
                board.play(point);
                if position.outcome().is_none() {
                    position.play(point).unwrap();
                }
            }
            assert!(board.choose(&mut rng).is_none());
        }
    }
}
