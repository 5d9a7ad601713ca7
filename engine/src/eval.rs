//! Evaluation: what the shapes at a point are worth.

pub(crate) mod weights;

use crate::{
    board::Marks,
    pattern::{Class, Shape, Worth},
};

/// How many kinds of four shapes there are, without regard to their order.
pub(crate) const KINDS: usize = 1820;

/// How many standings of a side there are.
pub(crate) const STANDINGS: usize = 3 * 2 * 2 * 4;

/// What a shape adds to the promise of a move there, and what a class of threats adds to that. Set by hand.
const GAINS: [i16; Shape::ALL.len()] = [0, 1, 4, 6, 14, 18, 20, 26, 60, 75, 70, 500, 1200];
const CLASS_GAINS: [i16; Class::COUNT] = [0, 0, 120, 0, 300, 500, 1200];

/// The worth of four shapes, in any order.
pub(crate) fn worth(shapes: [Shape; 4]) -> Worth {
    let class = Class::of(shapes);
    let gain = shapes.iter().map(|shape| GAINS[*shape as usize]).sum::<i16>() + CLASS_GAINS[class as usize];
    let kind = kind(shapes);
    Worth { class, gain, to_move: weights::TO_MOVE[kind], waiting: weights::WAITING[kind] }
}

/// The number of a kind, 0 to 1819: the place of the sorted shapes among all such, by the combinatorial number system.
pub(crate) fn kind(mut shapes: [Shape; 4]) -> usize {
    shapes.sort_unstable();
    let [a, b, c, d] = shapes.map(|shape| shape as usize);
    a + b * (b + 1) / 2 + c * (c + 1) * (c + 2) / 6 + d * (d + 1) * (d + 2) * (d + 3) / 24
}

/// A side's standing, 0 to 47: how many threats of each class it can make with its next stone, few, several or many. What
/// it is worth to have some depends on what the other side has, so it is no part of the sum over points.
#[inline]
pub(crate) fn standing(marks: &Marks) -> usize {
    let fours = marks.count(Class::Four).min(2);
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

/// What the standings of the side to move and of the other one add to the value.
#[inline]
pub(crate) fn of_standings(marks: [&Marks; 2]) -> i32 {
    let [mine, theirs] = marks.map(standing);
    i32::from(weights::OF_STANDINGS[mine * STANDINGS + theirs])
}

/// The shapes of each kind, strongest first.
pub(crate) fn kinds() -> impl Iterator<Item = [Shape; 4]> {
    let up_to = |top: Shape| Shape::ALL.into_iter().filter(move |shape| *shape <= top);
    Shape::ALL.into_iter().flat_map(move |a| {
        up_to(a).flat_map(move |b| up_to(b).flat_map(move |c| up_to(c).map(move |d| [a, b, c, d])))
    })
}
