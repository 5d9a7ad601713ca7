//! Points of the search board, and where they lie on its lines.

#![allow(clippy::cast_possible_truncation, reason = "a square is 10 bits, made of two of 5")]

use tengen_shared::rules::Point;

/// Squares that there may be: 26 rows of 32, so that steps are sums.
pub(crate) const SQUARES: usize = 26 * 32;
/// Lines of all four axes, each axis from a multiple of 32 on.
pub(crate) const LINES: usize = 192;

/// The middle of the rising lines' numbers: column and row may differ by 25 either way.
const RISING: usize = 64 + 25;
/// The first of the falling lines.
const FALLING: usize = 128;

/// A side of the search board: 0 is Black, 1 is White.
pub(crate) type Side = usize;

/// A point of the search board: row * 32 + column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Square(u16);

/// The direction of a line.
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

    /// From a square to the next one on the line.
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

    /// The square at a row and a column, each 0 to 25.
    pub(crate) const fn at(row: u8, col: u8) -> Self {
        Self((row as u16) << 5 | col as u16)
    }

    /// The point it is.
    ///
    /// # Panics
    /// Never: rows and columns of squares are below 26.
    #[allow(clippy::expect_used, reason = "squares are made of points, or of rows and columns of the board")]
    pub(crate) fn point(self) -> Point {
        Point::new(self.col(), self.row()).expect("a square of the board")
    }

    /// Its place among [`SQUARES`].
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The number by which tables keep it.
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// The square with a number; `None` if there is none.
    pub(crate) const fn from_bits(bits: u16) -> Option<Self> {
        if bits & 31 < 26 && bits < SQUARES as u16 { Some(Self(bits)) } else { None }
    }

    pub(crate) const fn row(self) -> u8 {
        (self.0 >> 5) as u8
    }

    pub(crate) const fn col(self) -> u8 {
        (self.0 & 31) as u8
    }

    /// The number of its line in a direction, and its place on it, 0 to 25.
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

    /// The next square on its line; off the board if the line ends.
    #[inline]
    pub(crate) const fn next(self, axis: Axis) -> Self {
        Self(self.0.wrapping_add(axis.step()))
    }

    /// The square before on its line; off the board if the line begins.
    #[inline]
    pub(crate) const fn back(self, axis: Axis) -> Self {
        Self(self.0.wrapping_sub(axis.step()))
    }
}
