//! Sets of points: by row, and by threat class.

#![allow(clippy::cast_possible_truncation, reason = "columns are below 32")]

use crate::{pattern::Class, square::Square};

/// A set of points with one word for each row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rows([u32; 26]);

impl Rows {
    /// Creates a set of one point.
    pub(crate) fn of(square: Square) -> Self {
        let mut rows = Self::default();
        rows.insert(square);
        rows
    }

    pub(crate) const fn insert(&mut self, square: Square) {
        self.0[square.row() as usize] |= 1 << square.col();
    }

    pub(crate) const fn remove(&mut self, square: Square) {
        self.0[square.row() as usize] &= !(1 << square.col());
    }

    pub(crate) const fn set(&mut self, square: Square, is_in: bool) {
        if is_in { self.insert(square) } else { self.remove(square) }
    }

    pub(crate) const fn contains(&self, square: Square) -> bool {
        self.0[square.row() as usize] >> square.col() & 1 == 1
    }

    pub(crate) const fn words(&self) -> &[u32; 26] {
        &self.0
    }

    pub(crate) const fn from_words(words: [u32; 26]) -> Self {
        Self(words)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|row| *row == 0)
    }

    /// Returns the number of points.
    pub(crate) fn count(&self) -> u32 {
        self.0.iter().map(|row| row.count_ones()).sum()
    }

    /// Returns the points that are in both sets.
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] & other.0[row]))
    }

    /// Returns the points that are not in the other set.
    pub(crate) fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] & !other.0[row]))
    }

    /// Returns the points that are in either set.
    pub(crate) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|row| self.0[row] | other.0[row]))
    }

    /// Iterates over the points, row by row and column by column.
    #[inline]
    pub(crate) fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        let words = self.0;
        (0..26_u8).flat_map(move |row| {
            let mut left = words[usize::from(row)];
            std::iter::from_fn(move || {
                let col = left.trailing_zeros();
                left &= left.wrapping_sub(1);
                // Below 26, as the rows have no other bits.
                (col < 32).then_some(Square::at(row, col as u8))
            })
        })
    }
}

/// The points of each threat class for one side. Quiet points are not stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    sets: [Rows; Class::COUNT],
    counts: [u16; Class::COUNT],
}

impl Marks {
    /// Moves a point from one class to another.
    #[inline]
    pub(crate) const fn change(&mut self, square: Square, from: Class, to: Class) {
        if from as u8 == to as u8 {
            return;
        }
        if !matches!(from, Class::Quiet) {
            self.sets[from as usize].remove(square);
            self.counts[from as usize] -= 1;
        }
        if !matches!(to, Class::Quiet) {
            self.sets[to as usize].insert(square);
            self.counts[to as usize] += 1;
        }
    }

    /// Returns the number of points of a class.
    #[inline]
    pub(crate) const fn count(&self, class: Class) -> u16 {
        self.counts[class as usize]
    }

    #[inline]
    pub(crate) const fn has(&self, class: Class) -> bool {
        self.count(class) > 0
    }

    pub(crate) const fn of(&self, class: Class) -> &Rows {
        &self.sets[class as usize]
    }

    /// Returns the first point of a class, by row and column.
    pub(crate) fn first(&self, class: Class) -> Option<Square> {
        if self.has(class) { self.of(class).iter().next() } else { None }
    }
}
