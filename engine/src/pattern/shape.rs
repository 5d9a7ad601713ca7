//! The shape that one stone would make along one line, found by asking what the next stone could make of it.

use super::line::Window;

/// What a stone at a point would make along one line, weakest first.
///
/// The names are those of five in a row; with another length K, "five" stands for K, "four" for K - 1, and so on.
/// "Open" shapes can grow on in two ways, so that one stone of the other side does not stop them; the others can be
/// stopped by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Shape {
    /// No five can come of it.
    Dead,
    /// A five may come of it, but it is far.
    One,
    /// One stone more makes an open two.
    OpenOne,
    /// One stone more makes a three.
    Two,
    /// One stone more makes an open three, at one point.
    OpenTwo,
    /// One stone more makes an open three, at several points.
    WideTwo,
    /// One stone more makes a four, at one point.
    Three,
    /// One stone more makes a four, at several points.
    WideThree,
    /// One stone more makes an open four, at one point.
    OpenThree,
    /// One stone more makes an open four, at several points.
    WideOpenThree,
    /// One stone more makes a five, at one point.
    Four,
    /// One stone more makes a five, at several points.
    OpenFour,
    /// The run that wins.
    Five,
}

impl Shape {
    /// Every shape, weakest first.
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

    /// The shape with the number that `as u8` gives; what is no shape counts as dead.
    pub(crate) const fn from_bits(bits: u8) -> Self {
        if (bits as usize) < Self::ALL.len() { Self::ALL[bits as usize] } else { Self::Dead }
    }

    /// Whether the next stone may make an open four of it.
    const fn is_open_three(self) -> bool {
        matches!(self, Self::OpenThree | Self::WideOpenThree)
    }

    /// The shape of what stands in `window`, whose centre is a stone of the side asked for; `next` tells the
    /// shape after one stone more at a place of the window.
    pub(crate) fn found(window: Window, mut next: impl FnMut(Window) -> Self) -> Self {
        if window.is_won() {
            return Self::Five;
        }
        if !window.can_win() {
            return Self::Dead;
        }
        let mut seen = [0_u8; Self::ALL.len()];
        for grown in window.grown() {
            seen[next(grown) as usize] += 1;
        }
        let count = |shape: Self| seen[shape as usize];
        let any = |is: fn(Self) -> bool| Self::ALL.into_iter().filter(|it| is(*it)).map(count).sum::<u8>();
        let by = |count: u8, one: Self, several: Self| if count > 1 { several } else { one };
        let is_three = |it| matches!(it, Self::Three | Self::WideThree);
        let is_open_two = |it| matches!(it, Self::OpenTwo | Self::WideTwo);
        if count(Self::Five) > 0 {
            by(count(Self::Five), Self::Four, Self::OpenFour)
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
