//! Lookup tables: from a packed window to both sides' shapes, and from four shapes to their worth.

#![allow(clippy::cast_possible_truncation, reason = "fields are cut out of one word")]

use std::sync::{LazyLock, OnceLock};

use tengen_shared::rules::{MAX_SIDE, RuleSet, Variant};

use super::{
    class::Class,
    kind::kind,
    line::{Goal, Line, MARGIN, Window},
    shape::Shape,
};
use crate::{eval, square::Side};

/// The greatest radius with a table, which has 2^20 windows. Beyond it, the shapes are computed one by one.
const MAX_RADIUS: u8 = 5;
/// The size of a table by four shapes: the numbers of two pairs, 7 bits each.
const ENTRIES: usize = 1 << 14;

/// The greatest amount that a point may add to the rank of a move, so that it fits its bits of [`Worth`].
pub(crate) const MOST_RANK: i16 = 4000;

/// The class and the values of a point for one side. They share one word, so a copy is one load and one store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Worth(u64);

impl Worth {
    /// Packs the values of a point.
    ///
    /// `ranks` are what the point adds to the rank of a move there, at most [`MOST_RANK`] either way: of its own side, and of
    /// the other side.
    pub(crate) fn new(class: Class, ranks: [i16; 2], kind: usize) -> Self {
        let short = |value: i16, shift: u32| u64::from(value.cast_unsigned() & 0x1FFF) << shift;
        let [own, other] = ranks;
        debug_assert!(own.abs() <= MOST_RANK && other.abs() <= MOST_RANK, "13 bits do not hold {ranks:?}");
        Self(class as u64 | short(own, 5) | short(other, 18) | (kind as u64) << 32)
    }

    /// The bit of a point that Black may not take in renju.
    const FORBIDDEN: u64 = 8;
    /// The bit of a point where Black would make two open threes, see [`Permission::Suspect`].
    const SUSPECT: u64 = 16;

    /// Returns the worth of a point that Black may not take.
    pub(crate) const fn forbidden() -> Self {
        Self(Self::FORBIDDEN)
    }

    /// Returns the worth of a suspect that turned out to be forbidden.
    pub(crate) const fn double_three() -> Self {
        Self(Self::FORBIDDEN | Self::SUSPECT)
    }

    pub(crate) const fn suspected(self) -> Self {
        Self(self.0 | Self::SUSPECT)
    }

    #[inline]
    pub(crate) const fn is_forbidden(self) -> bool {
        self.0 & Self::FORBIDDEN != 0
    }

    #[inline]
    pub(crate) const fn is_suspect(self) -> bool {
        self.0 & Self::SUSPECT != 0
    }

    /// Returns the threat class of a stone here.
    #[inline]
    pub(crate) const fn class(self) -> Class {
        Class::from_bits(self.0 as u8)
    }

    /// Returns what the point adds to the rank of a move there of its own side.
    #[inline]
    pub(crate) const fn rank_of_own(self) -> i32 {
        (self.0 << 14) as i32 >> 19
    }

    /// The same for a move of the other side, which takes the point away.
    #[inline]
    pub(crate) const fn rank_of_other(self) -> i32 {
        (self.0 << 1) as i32 >> 19
    }

    /// Returns the number of the kind of the point's shapes, 0 to 1819. A forbidden point counts as four dead lines, number 0.
    #[inline]
    pub(crate) const fn kind(self) -> usize {
        (self.0 >> 32) as usize
    }
}

/// The rules beyond the winning run that the search must mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Plain,
    /// Caro: a stone at the end of a run may stop a five.
    Closed,
    /// Renju: some points are forbidden to Black.
    Fouls,
}

/// The worth of four shapes, by the numbers of two pairs.
type WorthTable = Box<[Worth; ENTRIES]>;

static WORTH: LazyLock<WorthTable> = LazyLock::new(|| worth_table(eval::worth));
/// The same for Black in renju.
static WORTH_TO_BLACK: LazyLock<WorthTable> = LazyLock::new(|| worth_table(eval::worth_to_black));

fn worth_table(worth: fn([Shape; 4]) -> Worth) -> WorthTable {
    let mut table = Box::new([Worth::default(); ENTRIES]);
    for (low, [a, b]) in pairs_of_shapes().enumerate() {
        for (high, [c, d]) in pairs_of_shapes().enumerate() {
            table[low << 7 | high] = worth([a, b, c, d]);
        }
    }
    table
}

/// Returns every unordered pair of shapes. Its place is its number.
fn pairs_of_shapes() -> impl Iterator<Item = [Shape; 2]> {
    let all = || Shape::ALL.into_iter().chain([Shape::Foul]);
    all().flat_map(move |first| {
        all().filter(move |second| *second <= first).map(move |second| [first, second])
    })
}

/// The tables of one rule set and winning length. They are built once and never change.
#[derive(Debug)]
pub(crate) struct Patterns {
    /// The goals of both sides.
    goals: [Goal; 2],
    style: Style,
    radius: u8,
    /// Black's shape in bits 0 to 3 and White's in bits 4 to 7, by [`Line::around`]. Empty if the windows are too
    /// long.
    shapes: Vec<u8>,
    /// The number of a pair of shapes, by their 8 bits.
    pairs: [u8; 256],
    /// The kinds of the shapes of a blank point: one far from every stone and the edge.
    blank: [usize; 2],
    /// The worth of four shapes to each side.
    worth: [&'static [Worth; ENTRIES]; 2],
}

impl Patterns {
    /// Returns the tables of a variant. The first call in the process builds them.
    pub(crate) fn of(variant: Variant) -> &'static Self {
        const RULES: usize = RuleSet::ALL.len();
        /// By the winning length and the rule set.
        static KNOWN: [[OnceLock<Patterns>; RULES]; MAX_SIDE as usize + 1] =
            [const { [const { OnceLock::new() }; RULES] }; MAX_SIDE as usize + 1];
        let known = &KNOWN[usize::from(variant.win_length())][variant.runs() as usize];
        known.get_or_init(|| Self::new(variant))
    }

    fn new(variant: Variant) -> Self {
        let goals = [0, 1].map(|side| Goal::of(variant, side));
        let radius = goals.map(Goal::radius).into_iter().fold(0, u8::max);
        let shapes = if radius <= MAX_RADIUS { shapes_by_window(goals, radius) } else { Vec::new() };
        let mut pairs = [0; 256];
        for (number, [first, second]) in pairs_of_shapes().enumerate() {
            let number = u8::try_from(number).unwrap_or(u8::MAX);
            pairs[usize::from(first as u8 | (second as u8) << 4)] = number;
            pairs[usize::from(second as u8 | (first as u8) << 4)] = number;
        }
        let (style, black) = match variant.runs() {
            RuleSet::Freestyle | RuleSet::Standard => (Style::Plain, &*WORTH),
            RuleSet::Caro | RuleSet::LongCaro => (Style::Closed, &*WORTH),
            RuleSet::Renju => (Style::Fouls, &*WORTH_TO_BLACK),
        };
        let mut patterns =
            Self { goals, style, radius, shapes, pairs, blank: [0; 2], worth: [black, &WORTH] };
        let mut line = Line::default();
        (0..MAX_SIDE).for_each(|at| line.open(at));
        let both = patterns.shapes(line, MAX_SIDE / 2);
        patterns.blank = [both & 15, both >> 4].map(|shape| kind([Shape::from_bits(shape); 4]));
        patterns
    }

    /// Returns the kinds of Black's and White's shapes at a blank point: one far from every stone and the edge.
    #[inline]
    pub(crate) const fn blank(&self) -> [usize; 2] {
        self.blank
    }

    #[inline]
    pub(crate) const fn style(&self) -> Style {
        self.style
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
            let [own, free, foe] = line.seen_by(side).map(u64::from);
            let centre = at + MARGIN;
            found_alone(Window::new(self.goals[side], [own | 1 << centre, free, foe], centre)) as u8
        });
        black | white << 4
    }

    /// Returns the worth of four shapes of a side, 4 bits each.
    #[inline]
    pub(crate) fn worth(&self, side: Side, shapes: u16) -> Worth {
        let [low, high] = shapes.to_le_bytes().map(|pair| usize::from(self.pairs[usize::from(pair)]));
        self.worth[side][(low << 7 | high) & (ENTRIES - 1)]
    }
}

/// The shapes of all windows of one goal, while the tables are built.
struct Catalogue {
    goal: Goal,
    radius: u8,
    /// By the window as a number in base [`Self::base`]: 0 is empty, 1 own, 2 closed, 3 a stone of the other side, where
    /// that differs from the edge.
    known: Vec<Option<Shape>>,
}

impl Catalogue {
    fn new(goal: Goal, radius: u8) -> Self {
        let mut catalogue = Self { goal, radius, known: Vec::new() };
        catalogue.known = vec![None; catalogue.base().pow(2 * u32::from(radius))];
        catalogue
    }

    const fn base(&self) -> usize {
        if self.goal.minds_ends() { 4 } else { 3 }
    }

    fn shape(&mut self, window: Window, digits: usize) -> Shape {
        if let Some(shape) = self.known[digits] {
            return shape;
        }
        let (radius, base) = (u32::from(self.radius), self.base());
        let shape = Shape::found(window, |grown| {
            // One empty point has become a stone, so its digit rises from 0 to 1.
            let place = (grown.own() ^ window.own()).trailing_zeros();
            let digit = if place < radius { place } else { place - 1 };
            self.shape(grown, digits + base.pow(digit))
        });
        self.known[digits] = Some(shape);
        shape
    }

    /// Returns the shape of a side's stone in the middle of a window, by [`Line::around`].
    fn shape_of(&mut self, key: u64, side: Side) -> Shape {
        let radius = self.radius;
        let half = (1_u64 << radius) - 1;
        let with_centre = |bits: u64| (bits & half) | (bits & !half) << 1;
        let line = Line::from_bits(key << (2 * MARGIN));
        let [own, free, foe] = line.seen_by(side).map(|bits| u64::from(bits) >> MARGIN);
        let base = self.base();
        let digits = (0..2 * radius).rev().fold(0, |sum, at| {
            let has = |bits: u64| bits >> at & 1 == 1;
            let digit = match () {
                () if has(own) => 1,
                () if has(free) => 0,
                () if has(foe) && base == 4 => 3,
                () => 2,
            };
            base * sum + digit
        });
        let stones = [with_centre(own) | 1 << radius, with_centre(free) | 1 << radius, with_centre(foe)];
        self.shape(Window::new(self.goal, stones, radius), digits)
    }
}

/// Returns both sides' shapes, by [`Line::around`].
fn shapes_by_window([black, white]: [Goal; 2], radius: u8) -> Vec<u8> {
    let mut first = Catalogue::new(black, radius);
    let mut second = (black != white).then(|| Catalogue::new(white, radius));
    let shapes = |key: u64| {
        let black = first.shape_of(key, 0) as u8;
        let white = second.as_mut().unwrap_or(&mut first).shape_of(key, 1) as u8;
        black | white << 4
    };
    (0..1_u64 << (4 * radius)).map(shapes).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_worth_keeps_its_values() {
        let (low, high) = (-MOST_RANK, MOST_RANK);
        for (class, ranks, kind) in
            [(Class::Quiet, [low, high], 0), (Class::Five, [high, low], 1819), (Class::Three, [-1, 1], 5)]
        {
            let worth = Worth::new(class, ranks, kind);
            for it in [worth, worth.suspected()] {
                assert_eq!(it.class(), class);
                assert_eq!([it.rank_of_own(), it.rank_of_other()], ranks.map(i32::from));
                assert_eq!(it.kind(), kind);
                assert!(!it.is_forbidden());
            }
            assert!(worth.suspected().is_suspect() && !worth.is_suspect());
        }
        assert_eq!([Worth::forbidden().rank_of_own(), Worth::double_three().rank_of_other()], [0, 0]);
    }
}
