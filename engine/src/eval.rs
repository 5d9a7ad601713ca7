//! Evaluation: what the shapes at a point are worth.

pub(crate) mod weights;

use crate::pattern::{Class, Shape, Worth};

/// How many kinds of four shapes there are, without regard to their order.
pub(crate) const KINDS: usize = 1820;

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

/// The shapes of each kind, strongest first.
pub(crate) fn kinds() -> impl Iterator<Item = [Shape; 4]> {
    let up_to = |top: Shape| Shape::ALL.into_iter().filter(move |shape| *shape <= top);
    Shape::ALL.into_iter().flat_map(move |a| {
        up_to(a).flat_map(move |b| up_to(b).flat_map(move |c| up_to(c).map(move |d| [a, b, c, d])))
    })
}
