//! Evaluation: what the shapes at a point are worth.

pub(crate) mod weights;

use crate::{
    marks::Marks,
    pattern::{Class, Shape, Worth},
};

/// How many kinds of four shapes there are, without regard to their order.
pub(crate) const KINDS: usize = 1820;

/// How many standings of a side there are.
pub(crate) const STANDINGS: usize = 3 * 2 * 2 * 4;

/// What a shape adds to the promise of a move there, and what a class of threats adds to that. Set by hand.
const GAINS: [i16; Shape::ALL.len()] = [0, 1, 4, 6, 14, 18, 20, 26, 60, 75, 70, 500, 1200];
const CLASS_GAINS: [i16; Class::COUNT] = [0, 0, 120, 0, 0, 300, 500, 1200];

/// The worth of four shapes, in any order.
pub(crate) fn worth(shapes: [Shape; 4]) -> Worth {
    let class = Class::of(shapes);
    let gain = shapes.iter().map(|shape| GAINS[*shape as usize]).sum::<i16>() + CLASS_GAINS[class as usize];
    let kind = kind(shapes);
    Worth::new(class, gain, weights::TO_MOVE[kind], weights::WAITING[kind])
}

/// The number of a kind, 0 to 1819: the place of the sorted shapes among all such, by the combinatorial number system.
pub(crate) fn kind(mut shapes: [Shape; 4]) -> usize {
    shapes.sort_unstable();
    let [a, b, c, d] = shapes.map(|shape| shape as usize);
    a + b * (b + 1) / 2 + c * (c + 1) * (c + 2) / 6 + d * (d + 1) * (d + 2) * (d + 3) / 24
}

/// A side's standing, 0 to 47: where it can make threats with its next stone. Points for a four: none, one, more; for a
/// four with a three, and for a double three: none, some; for a three: none, up to 3, up to 7, more. Fives and open
/// fours are not among them, as they decide a position that is estimated.
///
/// What a threat is worth depends on what the other side has, so this is no part of the sum over points.
#[inline]
pub(crate) fn standing(marks: &Marks) -> usize {
    let fours = (marks.count(Class::LoneFour) + marks.count(Class::Four)).min(2);
    let with_three = marks.count(Class::FourThree).min(1);
    let double = marks.count(Class::DoubleThree).min(1);
    let threes = match marks.count(Class::Three) {
        0 => 0,
        1..=3 => 1,
        4..=7 => 2,
        _ => 3,
    };
    usize::from(((fours * 2 + with_three) * 2 + double) * 4 + threes)
}

/// The number of a pair of standings, that of the side to move and that of the other: 0 to 2303.
#[inline]
pub(crate) fn standings(marks: [&Marks; 2]) -> usize {
    let [mine, theirs] = marks.map(standing);
    mine * STANDINGS + theirs
}

/// What the standings of the side to move and of the other one add to the value.
#[inline]
pub(crate) fn of_standings(marks: [&Marks; 2]) -> i32 {
    i32::from(weights::OF_STANDINGS[standings(marks)])
}

/// The shapes of each kind, strongest first.
pub(crate) fn kinds() -> impl Iterator<Item = [Shape; 4]> {
    let up_to = |top: Shape| Shape::ALL.into_iter().filter(move |shape| *shape <= top);
    Shape::ALL.into_iter().flat_map(move |a| {
        up_to(a).flat_map(move |b| up_to(b).flat_map(move |c| up_to(c).map(move |d| [a, b, c, d])))
    })
}
