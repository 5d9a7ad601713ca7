//! The threat class of a point for one side: what its four shapes come to together.

use super::shape::Shape;

/// What a stone at a point threatens, weakest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Class {
    /// Nothing that must be answered.
    #[default]
    Quiet,
    /// An open three.
    Three,
    /// Open threes on two lines or more.
    DoubleThree,
    /// A four on a point whose other lines are all three stones or more from a four: nothing comes of it soon.
    LoneFour,
    /// A four: the other side has one answer.
    Four,
    /// A four and, on another line, an open three.
    FourThree,
    /// An open four, or fours on two lines: a five comes next, unless the other side has one at once.
    OpenFour,
    /// A five.
    Five,
}

impl Class {
    /// The number of classes.
    pub(crate) const COUNT: usize = 8;

    /// The class with the number that `as u8` gives, by its three lowest bits.
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

    /// The class of a point with these shapes.
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
}
