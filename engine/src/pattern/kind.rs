//! Kinds: the four shapes of a point for a side, in any order.

use super::shape::Shape;

/// The number of kinds of four shapes, in any order.
pub(crate) const KINDS: usize = 1820;

/// Returns the number of a kind, 0 to 1819: the rank of the sorted shapes in the combinatorial number system.
pub(crate) fn kind(mut shapes: [Shape; 4]) -> usize {
    debug_assert!(!shapes.contains(&Shape::Foul), "a forbidden point has no kind");
    shapes.sort_unstable();
    let [a, b, c, d] = shapes.map(|shape| shape as usize);
    a + b * (b + 1) / 2 + c * (c + 1) * (c + 2) / 6 + d * (d + 1) * (d + 2) * (d + 3) / 24
}

/// Returns the shapes of each kind, strongest first.
pub(crate) fn kinds() -> impl Iterator<Item = [Shape; 4]> {
    let up_to = |top: Shape| Shape::ALL.into_iter().filter(move |shape| *shape <= top);
    Shape::ALL.into_iter().flat_map(move |a| {
        up_to(a).flat_map(move |b| up_to(b).flat_map(move |c| up_to(c).map(move |d| [a, b, c, d])))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_numbered_in_their_order() {
        for (number, shapes) in kinds().enumerate() {
            assert_eq!(kind(shapes), number);
        }
        assert_eq!(kinds().count(), KINDS);
    }
}
