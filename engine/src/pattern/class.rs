//! The threat class of a point for one side, from its four shapes.

use super::shape::Shape;

/// The threat that a stone at a point would make, weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Class {
    /// No threat that needs a reply.
    #[default]
    Quiet,
    /// An open three.
    Three,
    /// Open threes on two or more lines.
    DoubleThree,
    /// A four whose stone makes at most an open one on each other line, so no second threat follows soon.
    LoneFour,
    /// A four: the other side has one reply, or a few in caro.
    Four,
    /// A four on one line and an open three on another.
    FourThree,
    /// An open four, or fours on two lines. The mover makes five next, unless the other side makes five first.
    OpenFour,
    Five,
}

impl Class {
    pub(crate) const COUNT: usize = 8;

    /// Returns the class with this number, which `as u8` gives. Ignores all but the three lowest bits.
    #[inline]
    pub(crate) const fn from_bits(bits: u8) -> Self {
        match bits & 7 {
            0 => Self::Quiet,
            1 => Self::Three,
            2 => Self::DoubleThree,
            3 => Self::LoneFour,
            4 => Self::Four,
            5 => Self::FourThree,
            6 => Self::OpenFour,
            _ => Self::Five,
        }
    }

    /// Returns the class of a point with these shapes.
    pub(crate) fn of(shapes: [Shape; 4]) -> Self {
        let count = |from: Shape, to: Shape| shapes.iter().filter(|it| (from..=to).contains(it)).count();
        let fours = count(Shape::Four, Shape::Four);
        let threes = count(Shape::OpenThree, Shape::WideOpenThree);
        let has = |shape| shapes.contains(&shape);
        match () {
            () if has(Shape::Five) => Self::Five,
            () if has(Shape::OpenFour) || fours > 1 => Self::OpenFour,
            () if fours == 1 && threes > 0 => Self::FourThree,
            () if fours == 1 && count(Shape::Dead, Shape::OpenOne) == 3 => Self::LoneFour,
            () if fours == 1 => Self::Four,
            () if threes > 1 => Self::DoubleThree,
            () if threes == 1 => Self::Three,
            () => Self::Quiet,
        }
    }

    /// Returns the class of a point for Black in renju, and whether Black may place a stone there.
    pub(crate) fn of_black(shapes: [Shape; 4]) -> (Self, Permission) {
        let count = |from: Shape, to: Shape| shapes.iter().filter(|it| (from..=to).contains(it)).count();
        let fours = count(Shape::Four, Shape::OpenFour);
        let threes = count(Shape::OpenThree, Shape::WideOpenThree);
        let class = Self::of(shapes.map(Shape::without_foul));
        match () {
            () if shapes.contains(&Shape::Five) => (Self::Five, Permission::Legal),
            () if shapes.contains(&Shape::Foul) || fours > 1 => (Self::Quiet, Permission::Forbidden),
            () if threes > 1 => (class, Permission::Suspect),
            () => (class, Permission::Legal),
        }
    }
}

/// Whether Black may place a stone at a point, as far as its four shapes tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Permission {
    Legal,
    /// Two open threes: it depends on other points whether both are threes of the rules.
    Suspect,
    Forbidden,
}
