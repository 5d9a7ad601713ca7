//! Static evaluation: the value network, and the worth of the shapes at a point.

pub(crate) mod network;

use crate::{
    pattern::{Class, Permission, Shape, Worth, kind},
    policy,
};

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
    Worth::new(class, ranks, kind)
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
