//! The state of one empty point on the search board.

#![allow(clippy::cast_possible_truncation, reason = "fields are cut out of one word")]

use crate::{
    pattern::{Class, Shape, Worth},
    square::{Axis, Side},
};

/// The shapes of an empty point and their worth to each side. An occupied point keeps its old state, for unmake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell {
    /// One byte for each axis, as in the pattern tables: Black's shape in the lower half, White's in the upper.
    shapes: u32,
    pub(super) worth: [Worth; 2],
}

impl Cell {
    /// Returns the threat class of the point for each side.
    #[inline]
    pub(super) const fn classes(&self) -> [Class; 2] {
        [self.worth[0].class(), self.worth[1].class()]
    }

    /// Returns the kinds of the point's shapes for each side, Black first.
    #[inline]
    pub(super) const fn kinds(&self) -> [usize; 2] {
        [self.worth[0].kind(), self.worth[1].kind()]
    }

    /// Returns the bits in which the shapes of both sides along an axis differ from `both`.
    #[inline]
    pub(super) const fn differs(&self, axis: Axis, both: u8) -> u8 {
        (self.shapes >> (8 * axis as u32)) as u8 ^ both
    }

    /// Flips bits of the shapes of both sides along an axis.
    #[inline]
    pub(super) const fn flip(&mut self, axis: Axis, bits: u8) {
        self.shapes ^= (bits as u32) << (8 * axis as u32);
    }

    /// Returns one side's shape along an axis.
    #[inline]
    pub(super) const fn shape(&self, axis: Axis, side: Side) -> Shape {
        Shape::from_bits((self.shapes >> (8 * axis as usize + 4 * side)) as u8 & 15)
    }

    /// Returns one side's four shapes, 4 bits each.
    #[inline]
    pub(super) const fn shapes(&self, side: Side) -> u16 {
        let wide = self.shapes >> (4 * side) & 0x0F0F_0F0F;
        let pairs = wide | wide >> 4;
        // Bits 0 to 7 hold the first pair, bits 16 to 23 the second.
        (pairs & 0xFF | pairs >> 8 & 0xFF00) as u16
    }
}
