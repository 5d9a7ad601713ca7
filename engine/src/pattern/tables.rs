//! Lookup tables: from a packed window to both sides' shapes, and from four shapes to their worth.

#![allow(clippy::cast_possible_truncation, reason = "fields are cut out of one word")]

use std::sync::OnceLock;

use tengen_shared::rules::{MAX_SIDE, Variant};

use super::{
    class::Class,
    line::{Goal, Line, MARGIN, Window},
    shape::Shape,
};
use crate::eval;

/// The greatest radius with a table, which has 2^20 windows. Beyond it, the shapes are computed one by one.
const MAX_RADIUS: u8 = 5;
/// The number of unordered pairs of shapes.
const PAIRS: usize = Shape::ALL.len() * (Shape::ALL.len() + 1) / 2;

/// The size of a table by four shapes: the numbers of two pairs, 7 bits each.
const KINDS: usize = 1 << 14;

/// The class and the values of a point for one side. They share one word, so a copy is one load and one store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Worth(u64);

impl Worth {
    /// Packs the values of a point.
    ///
    /// `gain` orders moves by how much a stone here helps, 0 to 4000. The point adds `to_move` to the evaluation if
    /// its side is to move, and `waiting` if the other side is.
    pub(crate) fn new(class: Class, gain: i16, to_move: i16, waiting: i16) -> Self {
        let at = |value: i16, shift: u32| u64::from(value.cast_unsigned()) << shift;
        Self(class as u64 | at(gain, 16) | at(to_move, 32) | at(waiting, 48))
    }

    /// Returns the threat class of a stone here.
    #[inline]
    pub(crate) const fn class(self) -> Class {
        Class::from_bits(self.0 as u8)
    }

    /// Returns how much a stone here helps, for move ordering.
    #[inline]
    pub(crate) const fn gain(self) -> i32 {
        (self.0 >> 16) as i16 as i32
    }

    /// Returns what the point adds to the evaluation if its side is to move, and if it waits.
    #[inline]
    pub(crate) const fn adds(self) -> [i32; 2] {
        [(self.0 >> 32) as i16 as i32, (self.0 >> 48) as i16 as i32]
    }
}

/// The tables of one goal. They are built once and never change.
#[derive(Debug)]
pub(crate) struct Patterns {
    goal: Goal,
    radius: u8,
    /// Black's shape in bits 0 to 3 and White's in bits 4 to 7, by [`Line::around`]. Empty if the windows are too
    /// long.
    shapes: Vec<u8>,
    /// The number of a pair of shapes, by their 8 bits.
    pairs: [u8; 256],
    /// The worth of four shapes, by the numbers of two pairs.
    worth: Box<[Worth; KINDS]>,
}

impl Patterns {
    /// Returns the tables of a variant. The first call in the process builds them.
    pub(crate) fn of(variant: Variant) -> &'static Self {
        /// By the winning length, and by whether a run must have exactly that length.
        static KNOWN: [[OnceLock<Patterns>; 2]; MAX_SIDE as usize + 1] =
            [const { [const { OnceLock::new() }; 2] }; MAX_SIDE as usize + 1];
        let goal = Goal::of(variant);
        KNOWN[usize::from(goal.length)][usize::from(goal.exact)].get_or_init(|| Self::new(goal))
    }

    fn new(goal: Goal) -> Self {
        let radius = goal.radius();
        let shapes = if radius <= MAX_RADIUS { Catalogue::new(goal).by_window() } else { Vec::new() };
        let mut kinds = Vec::with_capacity(PAIRS);
        let mut pairs = [0; 256];
        for first in Shape::ALL {
            for second in Shape::ALL.into_iter().filter(|second| *second <= first) {
                let number = u8::try_from(kinds.len()).unwrap_or(u8::MAX);
                pairs[usize::from(first as u8 | (second as u8) << 4)] = number;
                pairs[usize::from(second as u8 | (first as u8) << 4)] = number;
                kinds.push([first, second]);
            }
        }
        let mut worth = Box::new([Worth::default(); KINDS]);
        for (low, a) in kinds.iter().enumerate() {
            for (high, b) in kinds.iter().enumerate() {
                worth[low << 7 | high] = eval::worth([a[0], a[1], b[0], b[1]]);
            }
        }
        Self { goal, radius, shapes, pairs, worth }
    }

    /// Returns how far from a stone the shapes of points may change.
    pub(crate) const fn radius(&self) -> u8 {
        self.radius
    }

    /// Returns the shapes that a stone at the empty point `at` of a line would make: Black's in bits 0 to 3,
    /// White's in bits 4 to 7.
    #[inline]
    pub(crate) fn shapes(&self, line: Line, at: u8) -> u8 {
        match self.shapes.get(line.around(at, self.radius.min(MAX_RADIUS))) {
            Some(shapes) => *shapes,
            None => self.shapes_found(line, at),
        }
    }

    /// Computes the same without a table.
    #[cold]
    fn shapes_found(&self, line: Line, at: u8) -> u8 {
        let [black, white] = [0, 1].map(|side| {
            let [own, free] = line.seen_by(side).map(u64::from);
            let centre = at + MARGIN;
            found_alone(Window::new(self.goal, own | 1 << centre, free, centre)) as u8
        });
        black | white << 4
    }

    /// Returns the worth of four shapes, 4 bits each.
    #[inline]
    pub(crate) fn worth(&self, shapes: u16) -> Worth {
        let [low, high] = shapes.to_le_bytes().map(|pair| usize::from(self.pairs[usize::from(pair)]));
        self.worth[(low << 7 | high) & (KINDS - 1)]
    }
}

/// The shapes of all windows of one side, while the tables are built.
struct Catalogue {
    goal: Goal,
    /// By the window as a number in base 3: 0 is empty, 1 own, 2 closed.
    known: Vec<Option<Shape>>,
}

impl Catalogue {
    fn new(goal: Goal) -> Self {
        Self { goal, known: vec![None; 3_usize.pow(2 * u32::from(goal.radius()))] }
    }

    fn shape(&mut self, window: Window, digits: usize) -> Shape {
        if let Some(shape) = self.known[digits] {
            return shape;
        }
        let radius = u32::from(self.goal.radius());
        let shape = Shape::found(window, |grown| {
            // One empty point has become a stone, so its digit rises from 0 to 1.
            let place = (grown.own() ^ window.own()).trailing_zeros();
            let digit = if place < radius { place } else { place - 1 };
            self.shape(grown, digits + 3_usize.pow(digit))
        });
        self.known[digits] = Some(shape);
        shape
    }

    /// Returns both sides' shapes, by [`Line::around`].
    fn by_window(mut self) -> Vec<u8> {
        let radius = self.goal.radius();
        let half = (1_u64 << radius) - 1;
        let with_centre = |bits: u64| (bits & half) | (bits & !half) << 1;
        let mut both = |key: u64| {
            let line = Line::from_bits(key << (2 * MARGIN));
            let [black, white] = [0, 1].map(|side| {
                let [own, free] = line.seen_by(side).map(|bits| u64::from(bits) >> MARGIN);
                let digits = (0..2 * radius).rev().fold(0, |sum, at| {
                    let digit = if free >> at & 1 == 0 { 2 } else { usize::from(own >> at & 1 == 1) };
                    3 * sum + digit
                });
                let [own, free] = [own, free].map(|bits| with_centre(bits) | 1 << radius);
                self.shape(Window::new(self.goal, own, free, radius), digits) as u8
            });
            black | white << 4
        };
        (0..1_u64 << (4 * radius)).map(&mut both).collect()
    }
}

/// Returns the shape of a window that is too long for a table. It is exact from threes up, and counts stones below
/// that.
fn found_alone(window: Window) -> Shape {
    match window.lacking() {
        (0, _) => Shape::Five,
        (lacking @ (1 | 2), _) => found_within(window, lacking),
        (3, 1) => Shape::Two,
        (3, _) => Shape::OpenTwo,
        (4, 2..) => Shape::OpenOne,
        (u32::MAX, _) => Shape::Dead,
        _ => Shape::One,
    }
}

/// Returns the shape as far as `stones` more stones can tell.
fn found_within(window: Window, stones: u32) -> Shape {
    if stones == 0 {
        return if window.is_won() { Shape::Five } else { Shape::One };
    }
    Shape::found(window, |grown| found_within(grown, stones - 1))
}
