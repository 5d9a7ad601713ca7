//! A line of the board in one word, and the window around one of its points.

#![allow(clippy::cast_possible_truncation, reason = "fields are cut out of one word")]

use tengen_shared::rules::{RuleSet, Variant};

/// The number of walls before the first point of a line, so that every window lies within the word.
pub(crate) const MARGIN: u8 = 6;

/// A line of up to 26 points, two bits each. Bit 0 is set if Black may use the point for a run, and bit 1 if White
/// may. So an empty point is 3, and a stone is the bit of its owner. A wall is 0, also beyond the word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line(u64);

impl Line {
    /// Creates a line from its bits. The first point is at bit 2 * [`MARGIN`].
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Adds the empty point `at`, 0 to 25, to the line.
    pub(crate) const fn open(&mut self, at: u8) {
        self.0 |= 3 << (2 * (at + MARGIN));
    }

    /// Places or removes a stone of side 0 or 1 at the point `at`.
    pub(crate) const fn flip(&mut self, at: u8, side: usize) {
        self.0 ^= (2 >> side) << (2 * (at + MARGIN));
    }

    /// Returns the two bits of the point `at`. The places before the first point and after the 26th are walls,
    /// because the shift wraps around into the margin.
    #[inline]
    pub(crate) const fn code(self, at: u8) -> u64 {
        self.0.wrapping_shr(2 * at.wrapping_add(MARGIN) as u32) & 3
    }

    /// Returns the points up to `radius` from `at` on either side, 2 bits each, without `at` itself.
    pub(crate) const fn around(self, at: u8, radius: u8) -> usize {
        let bits = self.0 >> (2 * (at + MARGIN - radius));
        let half = (1_u64 << (2 * radius)) - 1;
        // At most 20 bits for the radius of the tables.
        ((bits & half) | (bits >> 2 & half << (2 * radius))) as usize
    }

    /// Returns one side's stones, its stones together with the empty points, and the stones of the other side. The first
    /// point is at bit [`MARGIN`].
    pub(crate) fn seen_by(self, side: usize) -> [u32; 3] {
        let [mine, theirs] = [side, 1 - side].map(|side| squeeze(self.0 >> side));
        [mine & !theirs, mine, theirs & !mine]
    }
}

/// Packs the even bits: "Hacker's Delight", 7-4.
const fn squeeze(bits: u64) -> u32 {
    let mut x = bits & 0x5555_5555_5555_5555;
    x = (x | x >> 1) & 0x3333_3333_3333_3333;
    x = (x | x >> 2) & 0x0F0F_0F0F_0F0F_0F0F;
    x = (x | x >> 4) & 0x00FF_00FF_00FF_00FF;
    x = (x | x >> 8) & 0x0000_FFFF_0000_FFFF;
    (x | x >> 16) as u32
}

/// The winning length of one side, and which runs win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Goal {
    pub(crate) length: u8,
    pub(crate) runs: Runs,
}

/// The runs that win, for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Runs {
    /// Runs of the winning length or longer.
    AtLeast,
    /// Runs of the winning length.
    Exact,
    /// Runs of the winning length that stones of the other side do not close at both ends. `longer`: longer runs win, too.
    Open { longer: bool },
    /// Black's in renju: exactly five. Other shapes are forbidden.
    Black,
}

impl Goal {
    /// Returns the goal of side 0 (Black) or 1 (White).
    pub(crate) fn of(variant: Variant, side: usize) -> Self {
        let runs = match (variant.runs(), side) {
            (RuleSet::Freestyle, _) | (RuleSet::Renju, 1) => Runs::AtLeast,
            (RuleSet::Standard, _) => Runs::Exact,
            (RuleSet::Caro, _) => Runs::Open { longer: false },
            (RuleSet::LongCaro, _) => Runs::Open { longer: true },
            (RuleSet::Renju, _) => Runs::Black,
        };
        Self { length: variant.win_length(), runs }
    }

    /// Returns how far from a point a stone can change its shape. If the ends of a run matter, this includes the point
    /// behind it.
    pub(crate) const fn radius(self) -> u8 {
        self.length - 1 + !matches!(self.runs, Runs::AtLeast) as u8
    }

    /// Returns whether the other side's stones close the ends of a run.
    pub(crate) const fn minds_ends(self) -> bool {
        matches!(self.runs, Runs::Open { .. })
    }
}

/// One side's view of the points around one of its stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    goal: Goal,
    /// The stones of the side, one bit each.
    own: u64,
    /// The stones of the side and the empty points.
    free: u64,
    /// The stones of the other side.
    foe: u64,
    /// The bit of the stone in question.
    centre: u8,
}

impl Window {
    /// Creates a window of one side's stones, its stones and the empty points, and the other side's stones. `centre` is a
    /// bit of the side's stones.
    pub(crate) const fn new(goal: Goal, [own, free, foe]: [u64; 3], centre: u8) -> Self {
        Self { goal, own, free, foe, centre }
    }

    /// Returns the stones of the side, one bit each.
    pub(crate) const fn own(self) -> u64 {
        self.own
    }

    pub(crate) const fn goal(self) -> Goal {
        self.goal
    }

    /// Returns the length of the run through the centre, and the points right behind its ends.
    pub(crate) const fn run(self) -> (u32, u64) {
        let after = (!(self.own >> self.centre)).trailing_zeros();
        let before = (!(self.own << (63 - self.centre))).leading_zeros();
        let first = self.centre as u32 + 1 - before;
        (after + before - 1, (1 << first) >> 1 | 1 << (self.centre as u32 + after))
    }

    /// Returns whether stones of the other side are on two of these points.
    const fn is_closed(self, ends: u64) -> bool {
        (self.foe & ends).count_ones() == 2
    }

    /// Returns whether a run through the centre wins.
    pub(crate) fn is_won(self) -> bool {
        let (run, ends) = self.run();
        let goal = u32::from(self.goal.length);
        match self.goal.runs {
            Runs::AtLeast => run >= goal,
            Runs::Exact | Runs::Black => run == goal,
            Runs::Open { longer } => (run == goal && !self.is_closed(ends)) || (longer && run > goal),
        }
    }

    /// Returns whether there is room for a winning run through the centre.
    pub(crate) fn can_win(self) -> bool {
        self.places().any(|place| self.fits(place))
    }

    /// Returns the fewest stones that a winning run through the centre lacks, and in how many places it needs no
    /// more. The first is `u32::MAX` if no run is possible.
    pub(crate) fn lacking(self) -> (u32, usize) {
        let lacks = |place: u64| (place & !self.own).count_ones();
        let fewest = self.places().filter(|place| self.fits(*place)).map(lacks).min().unwrap_or(u32::MAX);
        (fewest, self.places().filter(|place| self.fits(*place) && lacks(*place) == fewest).count())
    }

    /// Returns whether a run on the points of `place` is possible and wins.
    const fn fits(self, place: u64) -> bool {
        let ends = (place << 1 | place >> 1) & !place;
        self.free & place == place
            && match self.goal.runs {
                Runs::AtLeast => true,
                Runs::Exact | Runs::Black => self.own & ends == 0,
                Runs::Open { longer } => !self.is_closed(ends) && (longer || self.own & ends == 0),
            }
    }

    /// Returns all places of a run of the winning length through the centre.
    fn places(self) -> impl Iterator<Item = u64> {
        let Self { goal, centre, .. } = self;
        let first = (centre + 1).saturating_sub(goal.length);
        (first..=centre).map(move |start| ((1 << goal.length) - 1) << start)
    }

    /// Returns the empty points within reach of the centre.
    fn empty(self) -> impl Iterator<Item = u64> {
        let reach = self.goal.radius();
        let first = self.centre.saturating_sub(reach);
        (first..=self.centre + reach).map(|at| 1 << at).filter(move |bit| self.free & !self.own & bit != 0)
    }

    /// Returns the windows with one more stone, within reach of the centre.
    pub(crate) fn grown(self) -> impl Iterator<Item = Self> {
        self.empty().map(move |bit| Self { own: self.own | bit, ..self })
    }

    /// Returns whether one more stone wins, whatever single stone the other side places before.
    pub(crate) fn wins_despite_any_stone(self) -> bool {
        self.empty().all(|bit| {
            let stopped = Self { free: self.free & !bit, foe: self.foe | bit, ..self };
            stopped.grown().any(Self::is_won)
        })
    }
}
