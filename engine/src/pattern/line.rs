//! A line of the board packed into one word, and the window round a point of it.

#![allow(clippy::cast_possible_truncation, reason = "fields are cut out of one word")]

use tengen_shared::rules::{Runs, Variant};

/// Walls before the first point of a line, so that no window begins before the word does.
pub(crate) const MARGIN: u8 = 6;

/// A line of up to 26 points, two bits each: bit 0 says that Black may have the point in a run, bit 1 that White may.
/// An empty point is 3, a stone is its owner's bit, and a wall, also what lies beyond the word, is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line(u64);

impl Line {
    /// A line from its bits, the first point at bit 2 * [`MARGIN`].
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The point `at`, 0 to 25, is there, and empty.
    pub(crate) const fn open(&mut self, at: u8) {
        self.0 |= 3 << (2 * (at + MARGIN));
    }

    /// A stone of side 0 or 1 comes to, or leaves, the point `at`.
    pub(crate) const fn flip(&mut self, at: u8, side: usize) {
        self.0 ^= (2 >> side) << (2 * (at + MARGIN));
    }

    /// The two bits of the point `at`. The steps before the first point and behind the 26th come out at walls: the
    /// shift wraps round into the margin.
    #[inline]
    pub(crate) const fn code(self, at: u8) -> u64 {
        self.0.wrapping_shr(2 * at.wrapping_add(MARGIN) as u32) & 3
    }

    /// The points up to `radius` from `at` on either side, 2 bits each, without `at` itself.
    pub(crate) const fn around(self, at: u8, radius: u8) -> usize {
        let bits = self.0 >> (2 * (at + MARGIN - radius));
        let half = (1_u64 << (2 * radius)) - 1;
        // At most 20 bits, with the radius of the tables.
        ((bits & half) | (bits >> 2 & half << (2 * radius))) as usize
    }

    /// One side's view of the whole line: its stones and the points it may still use, a bit for each point from
    /// [`MARGIN`] on.
    pub(crate) fn seen_by(self, side: usize) -> [u32; 2] {
        let [mine, theirs] = [side, 1 - side].map(|side| squeeze(self.0 >> side));
        [mine & !theirs, mine]
    }
}

/// Every other bit, from bit 0 on: "Hacker's Delight", 7-4.
const fn squeeze(bits: u64) -> u32 {
    let mut x = bits & 0x5555_5555_5555_5555;
    x = (x | x >> 1) & 0x3333_3333_3333_3333;
    x = (x | x >> 2) & 0x0F0F_0F0F_0F0F_0F0F;
    x = (x | x >> 4) & 0x00FF_00FF_00FF_00FF;
    x = (x | x >> 8) & 0x0000_FFFF_0000_FFFF;
    (x | x >> 16) as u32
}

/// How long a run must be, and whether a longer one wins too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    pub(crate) length: u8,
    pub(crate) exact: bool,
}

impl Goal {
    pub(crate) fn of(variant: Variant) -> Self {
        Self { length: variant.win_length(), exact: variant.runs() == Runs::Exactly }
    }

    /// How far from a point whatever can change its shape lies: the ends of its runs, and with exact runs the point
    /// behind.
    pub(crate) const fn radius(self) -> u8 {
        self.length - 1 + self.exact as u8
    }
}

/// One side's view of the points round a stone of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    goal: Goal,
    /// Its stones, a bit each.
    own: u64,
    /// Its stones and the empty points.
    free: u64,
    /// The bit of the stone in question.
    centre: u8,
}

impl Window {
    /// A window; `centre` is a bit of `own`, and `own` is part of `free`.
    pub(crate) const fn new(goal: Goal, own: u64, free: u64, centre: u8) -> Self {
        Self { goal, own, free, centre }
    }

    /// Its stones.
    pub(crate) const fn own(self) -> u64 {
        self.own
    }

    /// Whether a run through the centre wins.
    pub(crate) fn is_won(self) -> bool {
        let after = (!(self.own >> self.centre)).trailing_zeros();
        let before = (!(self.own << (63 - self.centre))).leading_zeros();
        let run = after + before - 1;
        let goal = u32::from(self.goal.length);
        if self.goal.exact { run == goal } else { run >= goal }
    }

    /// Whether there is room for a winning run through the centre.
    pub(crate) fn can_win(self) -> bool {
        self.places().any(|place| self.fits(place))
    }

    /// The fewest stones that a winning run through the centre lacks, and in how many places it may come.
    pub(crate) fn lacking(self) -> (u32, usize) {
        let lacks = |place: u64| (place & !self.own).count_ones();
        let fewest = self.places().filter(|place| self.fits(*place)).map(lacks).min().unwrap_or(u32::MAX);
        (fewest, self.places().filter(|place| self.fits(*place) && lacks(*place) == fewest).count())
    }

    /// Whether a run may come to be on the points of `place` and wins there.
    const fn fits(self, place: u64) -> bool {
        let ends = (place << 1 | place >> 1) & !place;
        self.free & place == place && !(self.goal.exact && self.own & ends != 0)
    }

    /// The runs of the winning length through the centre.
    fn places(self) -> impl Iterator<Item = u64> {
        let Self { goal, centre, .. } = self;
        let first = (centre + 1).saturating_sub(goal.length);
        (first..=centre).map(move |start| ((1 << goal.length) - 1) << start)
    }

    /// The windows with one stone more, within reach of the centre.
    pub(crate) fn grown(self) -> impl Iterator<Item = Self> {
        let reach = self.goal.radius();
        let first = self.centre.saturating_sub(reach);
        (first..=self.centre + reach)
            .map(|at| 1 << at)
            .filter(move |bit| self.free & !self.own & bit != 0)
            .map(move |bit| Self { own: self.own | bit, ..self })
    }
}
