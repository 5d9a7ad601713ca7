//! The points of the search board and their places on its lines.

#![allow(clippy::cast_possible_truncation, reason = "a square is 10 bits, made of two of 5")]

use tengen_shared::rules::Point;

/// The size of a table by square: 26 rows of 32, so that a step along a line is an addition.
pub(crate) const SQUARES: usize = 26 * 32;
/// The size of a table by line. The lines of each axis begin at a multiple of 32.
pub(crate) const LINES: usize = 192;

/// The number of the middle rising line. Column and row may differ by 25 either way.
const RISING: usize = 64 + 25;
/// The number of the first falling line.
const FALLING: usize = 128;

/// A side of the search board: 0 is Black, 1 is White.
pub(crate) type Side = usize;

/// The side that moves first.
pub(crate) const BLACK: Side = 0;

/// A point of the search board: row * 32 + column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Square(u16);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Axis {
    Horizontal,
    Vertical,
    Rising,
    Falling,
}

impl Axis {
    pub(crate) const ALL: [Self; 4] = [Self::Horizontal, Self::Vertical, Self::Rising, Self::Falling];

    /// Returns the difference between neighbouring squares on the line.
    const fn step(self) -> u16 {
        match self {
            Self::Horizontal => 1,
            Self::Vertical => 32,
            Self::Rising => 33,
            Self::Falling => 1_u16.wrapping_sub(32),
        }
    }
}

impl Square {
    pub(crate) fn of(point: Point) -> Self {
        Self(u16::from(point.row()) << 5 | u16::from(point.col()))
    }

    /// Returns the square at a row and a column, each 0 to 25.
    pub(crate) const fn at(row: u8, col: u8) -> Self {
        Self((row as u16) << 5 | col as u16)
    }

    /// Returns the point of the rules.
    ///
    /// # Panics
    /// If the square is off the board, as the results of [`Self::next`] and [`Self::back`] may be.
    #[allow(clippy::expect_used, reason = "squares are made of points, or of rows and columns of the board")]
    pub(crate) fn point(self) -> Point {
        Point::new(self.col(), self.row()).expect("a square of the board")
    }

    /// Returns the index of the square in a table of [`SQUARES`] entries.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the packed form of the square.
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// Returns the square with a packed form; `None` if there is no such square.
    pub(crate) const fn from_bits(bits: u16) -> Option<Self> {
        if bits & 31 < 26 && bits < SQUARES as u16 { Some(Self(bits)) } else { None }
    }

    pub(crate) const fn row(self) -> u8 {
        (self.0 >> 5) as u8
    }

    pub(crate) const fn col(self) -> u8 {
        (self.0 & 31) as u8
    }

    /// Returns the number of its line along an axis, and its place on the line, 0 to 25.
    #[inline]
    pub(crate) const fn on(self, axis: Axis) -> (usize, u8) {
        let (row, col) = (self.row(), self.col());
        match axis {
            Axis::Horizontal => (row as usize, col),
            Axis::Vertical => (32 + col as usize, row),
            Axis::Rising => (RISING + col as usize - row as usize, col),
            Axis::Falling => (FALLING + col as usize + row as usize, col),
        }
    }

    /// Returns the next square on its line. It is off the board at the end of the line.
    #[inline]
    pub(crate) const fn next(self, axis: Axis) -> Self {
        Self(self.0.wrapping_add(axis.step()))
    }

    /// Returns the previous square on its line. It is off the board at the start of the line.
    #[inline]
    pub(crate) const fn back(self, axis: Axis) -> Self {
        Self(self.0.wrapping_sub(axis.step()))
    }
}
