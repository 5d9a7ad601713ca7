//! The shape that a stone would make along one line, defined by what the next stone could make of it.

use super::line::{Runs, Window};

/// The shape that a stone at a point would make along one line, weakest first.
///
/// The names are those of five in a row. For another length K, "five" means K, "four" means K - 1, and so on. An
/// open shape can grow in two ways, so one stone of the other side does not stop it. One stone stops the other
/// shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Shape {
    /// No five is possible.
    Dead,
    /// A five is possible, but far away.
    One,
    /// One more stone makes an open two.
    OpenOne,
    /// One more stone makes a three.
    Two,
    /// One more stone makes an open three, at one point.
    OpenTwo,
    /// One more stone makes an open three, at several points.
    WideTwo,
    /// One more stone makes a four, at one point.
    Three,
    /// One more stone makes a four, at several points.
    WideThree,
    /// One more stone makes an open four, at one point.
    OpenThree,
    /// One more stone makes an open four, at several points.
    WideOpenThree,
    /// One more stone makes a five, at one point. In caro, also at several points if one stone can stop them all.
    Four,
    /// One more stone makes a five, at several points.
    OpenFour,
    Five,
    /// Black may not make this in renju: more than five in a row, or two fours in one line.
    Foul,
}

impl Shape {
    /// The number of shapes, with [`Self::Foul`].
    pub(crate) const COUNT: usize = 14;

    /// Every shape that is not forbidden, weakest first.
    pub(crate) const ALL: [Self; 13] = [
        Self::Dead,
        Self::One,
        Self::OpenOne,
        Self::Two,
        Self::OpenTwo,
        Self::WideTwo,
        Self::Three,
        Self::WideThree,
        Self::OpenThree,
        Self::WideOpenThree,
        Self::Four,
        Self::OpenFour,
        Self::Five,
    ];

    /// Returns the shape with the number that `as u8` gives. Other numbers count as dead.
    pub(crate) const fn from_bits(bits: u8) -> Self {
        match bits {
            13 => Self::Foul,
            bits if (bits as usize) < Self::ALL.len() => Self::ALL[bits as usize],
            _ => Self::Dead,
        }
    }

    /// Returns the shape, with none in place of a foul: nobody but Black in renju makes fouls.
    pub(crate) fn without_foul(self) -> Self {
        if self == Self::Foul { Self::Dead } else { self }
    }

    /// Returns whether one more stone may make an open four.
    pub(crate) const fn is_open_three(self) -> bool {
        matches!(self, Self::OpenThree | Self::WideOpenThree)
    }

    /// Returns the shape of `window`, whose centre is a stone of the side in question. `next` returns the shape of
    /// a window with one more stone.
    pub(crate) fn found(window: Window, mut next: impl FnMut(Window) -> Self) -> Self {
        let goal = window.goal();
        if window.is_won() {
            return Self::Five;
        }
        if goal.runs == Runs::Black && window.run().0 > u32::from(goal.length) {
            return Self::Foul;
        }
        if !window.can_win() {
            return Self::Dead;
        }
        let mut seen = [0_u8; Self::COUNT];
        for grown in window.grown() {
            seen[next(grown) as usize] += 1;
        }
        let count = |shape: Self| seen[shape as usize];
        let any = |is: fn(Self) -> bool| Self::ALL.into_iter().filter(|it| is(*it)).map(count).sum::<u8>();
        let by = |count: u8, one: Self, several: Self| if count > 1 { several } else { one };
        let is_three = |it| matches!(it, Self::Three | Self::WideThree);
        let is_open_two = |it| matches!(it, Self::OpenTwo | Self::WideTwo);
        if count(Self::Five) > 0 {
            match goal.runs {
                // Two ways to a five without an unbroken four are two fours.
                Runs::Black if count(Self::Five) > 1 && window.run().0 + 1 < u32::from(goal.length) => {
                    Self::Foul
                }
                // One stone may stop two fives, because it closes the end of one.
                Runs::Open { .. } if !window.wins_despite_any_stone() => Self::Four,
                _ => by(count(Self::Five), Self::Four, Self::OpenFour),
            }
        } else if count(Self::OpenFour) > 0 {
            by(count(Self::OpenFour), Self::OpenThree, Self::WideOpenThree)
        } else if count(Self::Four) > 0 {
            by(count(Self::Four), Self::Three, Self::WideThree)
        } else if any(Self::is_open_three) > 0 {
            by(any(Self::is_open_three), Self::OpenTwo, Self::WideTwo)
        } else if any(is_three) > 0 {
            Self::Two
        } else if any(is_open_two) > 0 {
            Self::OpenOne
        } else {
            Self::One
        }
    }
}
