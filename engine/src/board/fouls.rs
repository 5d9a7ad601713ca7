//! Renju: which points are forbidden to Black. It gives the same answers as [`tengen_shared::rules::foul`], from the shapes
//! of the lines and without allocation.

use super::Board;
use crate::{
    pattern::{Class, Permission, Shape, Worth},
    square::{Axis, BLACK, Square},
};

impl Board {
    /// Finds the forbidden points after the stone at `square`, whose changes of cells start at `first`.
    #[inline(never)]
    pub(super) fn forbid_after(&mut self, square: Square, first: usize) {
        self.permit(square, Worth::default());
        for number in first..self.changed.len() {
            let (at, _) = self.changed[number];
            self.permit(at, self.cells[at.index()].worth[BLACK]);
        }
        // A stone anywhere can change whether a suspect is forbidden.
        for suspect in self.suspects.iter() {
            let cell = self.cells[suspect.index()];
            let legal = self.patterns.worth(BLACK, cell.shapes(BLACK));
            let shapes = self.shapes_at(suspect);
            let new = if self.makes_double_three(suspect, shapes) { Worth::double_three() } else { legal };
            let old = cell.worth[BLACK];
            if new != old {
                self.changed.push((suspect, cell));
                self.cells[suspect.index()].worth[BLACK] = new;
                self.marks[BLACK].change(suspect, old.class(), new.class());
                self.permit(suspect, new);
            }
        }
    }

    /// Finds the forbidden points as they were before the stone at `square`, whose changes of cells start at `first`.
    #[inline(never)]
    pub(super) fn forbid_before(&mut self, square: Square, first: usize) {
        for number in (first..self.changed.len()).rev() {
            let (at, cell) = self.changed[number];
            self.permit(at, cell.worth[BLACK]);
        }
        self.permit(square, self.cells[square.index()].worth[BLACK]);
    }

    /// Notes what Black may do at a point.
    fn permit(&mut self, square: Square, worth: Worth) {
        self.forbidden.set(square, worth.is_forbidden());
        self.suspects.set(square, worth.is_suspect());
    }

    /// Returns Black's shapes at an empty point, with the stones that are on the lines now.
    fn shapes_at(&self, square: Square) -> [Shape; 4] {
        Axis::ALL.map(|axis| {
            let (line, at) = square.on(axis);
            Shape::from_bits(self.patterns.shapes(self.lines[line], at) & 15)
        })
    }

    /// Adds or removes a black stone, on the lines only.
    fn flip_on_lines(&mut self, square: Square) {
        for axis in Axis::ALL {
            let (line, at) = square.on(axis);
            self.lines[line].flip(at, BLACK);
        }
    }

    /// Returns whether a black stone at a point with these shapes makes more than one three of the rules.
    fn makes_double_three(&mut self, square: Square, shapes: [Shape; 4]) -> bool {
        self.flip_on_lines(square);
        let mut threes = 0;
        for (axis, shape) in Axis::ALL.into_iter().zip(shapes) {
            if shape.is_open_three() && self.is_three(square, axis) {
                threes += 1;
            }
        }
        self.flip_on_lines(square);
        threes > 1
    }

    /// Returns whether Black may make a straight four of the row through the stone at `square`, without a five.
    fn is_three(&mut self, square: Square, axis: Axis) -> bool {
        let (line, from) = square.on(axis);
        [true, false].into_iter().any(|forward| {
            let (mut end, mut at) = (square, from);
            // The next empty point behind the stones of the row.
            loop {
                (end, at) =
                    if forward { (end.next(axis), at + 1) } else { (end.back(axis), at.wrapping_sub(1)) };
                match self.lines[line].code(at) {
                    1 => {}
                    3 => return self.may_make_straight_four(end, axis),
                    _ => return false,
                }
            }
        })
    }

    fn may_make_straight_four(&mut self, square: Square, axis: Axis) -> bool {
        let shapes = self.shapes_at(square);
        shapes[axis as usize] == Shape::OpenFour
            && !shapes.contains(&Shape::Five)
            && match Class::of_black(shapes).1 {
                Permission::Legal => true,
                Permission::Forbidden => false,
                Permission::Suspect => !self.makes_double_three(square, shapes),
            }
    }
}
