//! A pair of values, one for each seat.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::Seat;

/// A pair of values, one for each seat, indexed by [`Seat`]. It is serialised as an array with the value of seat one
/// first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PerSeat<T>(pub [T; 2]);

impl<T> PerSeat<T> {
    /// Creates the pair from `value`, which is called for each seat.
    pub fn of(value: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::BOTH.map(value))
    }

    /// Returns the value of `seat`; the same as indexing, but usable in a `const fn`.
    #[must_use]
    pub const fn get(&self, seat: Seat) -> &T {
        match seat {
            Seat::One => &self.0[0],
            Seat::Two => &self.0[1],
        }
    }

    /// Returns the value of `seat`, to be changed; usable in a `const fn`.
    pub const fn get_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::One => &mut self.0[0],
            Seat::Two => &mut self.0[1],
        }
    }

    /// Applies `change` to both values.
    #[must_use]
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> PerSeat<U> {
        PerSeat(self.0.map(change))
    }

    /// Returns the seats with their values, seat one first.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::BOTH.into_iter().zip(&self.0)
    }

    /// Exchanges the two values.
    pub const fn swap(&mut self) {
        self.0.swap(0, 1);
    }
}

impl<T> Index<Seat> for PerSeat<T> {
    type Output = T;

    fn index(&self, seat: Seat) -> &T {
        self.get(seat)
    }
}

impl<T> IndexMut<Seat> for PerSeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        self.get_mut(seat)
    }
}
