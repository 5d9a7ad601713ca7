//! Static evaluation: the worth of the shapes at a point, and of both sides' threats.

pub(crate) mod weights;

use crate::{
    marks::Marks,
    pattern::{Class, Permission, Shape, Worth, kind},
    policy,
};

/// The number of standings of a side.
pub(crate) const STANDINGS: usize = 3 * 2 * 2 * 4;

/// How much a shape adds to the gain of a move, and how much a threat class adds. Set by hand.
const GAINS: [i32; Shape::ALL.len()] = [0, 1, 4, 6, 14, 18, 20, 26, 60, 75, 70, 500, 1200];
const CLASS_GAINS: [i32; Class::COUNT] = [0, 0, 120, 0, 0, 300, 500, 1200];

/// Returns the worth of four shapes, in any order.
pub(crate) fn worth(shapes: [Shape; 4]) -> Worth {
    let shapes = shapes.map(Shape::without_foul);
    worth_of(Class::of(shapes), shapes)
}

fn worth_of(class: Class, shapes: [Shape; 4]) -> Worth {
    let kind = kind(shapes);
    let ranks = [policy::weights::OWN[kind], policy::weights::OTHER[kind]];
    Worth::new(class, ranks, weights::TO_MOVE[kind], weights::WAITING[kind])
}

/// Returns how much a stone with these shapes helps, 0 to 6000: a guess for where nothing is searched.
pub(crate) fn gain(class: Class, shapes: [Shape; 4]) -> i32 {
    CLASS_GAINS[class as usize] + shapes.map(|shape| GAINS[shape.without_foul() as usize]).iter().sum::<i32>()
}

/// Returns the worth of four shapes to Black in renju, in any order.
pub(crate) fn worth_to_black(shapes: [Shape; 4]) -> Worth {
    let (class, permission) = Class::of_black(shapes);
    if permission == Permission::Forbidden {
        return Worth::forbidden();
    }
    let shapes = shapes.map(Shape::without_foul);
    let worth = worth_of(class, shapes);
    if permission == Permission::Suspect { worth.suspected() } else { worth }
}

/// Returns a side's standing, 0 to 47, which counts the threats that it can make with its next stone.
///
/// It distinguishes none, one or more points for a four; none or some for a four with a three; none or some for a
/// double three; and none, up to 3, up to 7 or more for a three. Fives and open fours do not count, because such a
/// position has no static evaluation. The worth of a threat depends on the other side's threats, so it is not part
/// of the sum over points.
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

/// Returns the number of a pair of standings, side to move first: 0 to 2303.
#[inline]
pub(crate) fn standings(marks: [&Marks; 2]) -> usize {
    let [mine, theirs] = marks.map(standing);
    mine * STANDINGS + theirs
}

/// Returns what both standings add to the evaluation of the side to move.
#[inline]
pub(crate) fn of_standings(marks: [&Marks; 2]) -> i32 {
    i32::from(weights::OF_STANDINGS[standings(marks)])
}
