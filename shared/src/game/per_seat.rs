//! One value for each seat.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::Seat;

/// One value for each seat, indexed by [`Seat`]. It is written as an array: seat one's value, then seat two's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PerSeat<T>(pub [T; 2]);

impl<T> PerSeat<T> {
    /// The values that `value` gives for the seats.
    pub fn of(value: impl FnMut(Seat) -> T) -> Self {
        Self(Seat::BOTH.map(value))
    }

    /// The value of `seat`; the same as indexing, for where no trait can be called.
    #[must_use]
    pub const fn get(&self, seat: Seat) -> &T {
        match seat {
            Seat::One => &self.0[0],
            Seat::Two => &self.0[1],
        }
    }

    /// The value of `seat`, to be changed.
    pub const fn get_mut(&mut self, seat: Seat) -> &mut T {
        match seat {
            Seat::One => &mut self.0[0],
            Seat::Two => &mut self.0[1],
        }
    }

    /// What `change` makes of both values.
    #[must_use]
    pub fn map<U>(self, change: impl FnMut(T) -> U) -> PerSeat<U> {
        PerSeat(self.0.map(change))
    }

    /// The seats with their values, seat one first.
    pub fn iter(&self) -> impl Iterator<Item = (Seat, &T)> {
        Seat::BOTH.into_iter().zip(&self.0)
    }

    /// Gives each seat the value of the other.
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
