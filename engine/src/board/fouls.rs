//! Renju: which points are forbidden to Black. It gives the same answers as [`tengen_shared::rules::foul`], from the shapes
//! of the lines and without allocation.

use super::Board;
use crate::{
    pattern::{Class, Permission, Shape, Worth},
    square::{Axis, Square},
};

const BLACK: usize = 0;

impl Board {
    /// Finds out which suspects are forbidden. A stone anywhere can change that.
    pub(super) fn judge_suspects(&mut self) {
        if self.suspects.is_empty() {
            return;
        }
        for square in self.suspects.iter() {
            let cell = self.cells[square.index()];
            let legal = self.patterns.worth(BLACK, cell.shapes(BLACK));
            let shapes = self.shapes_at(square);
            let new = if self.makes_double_three(square, shapes) { Worth::double_three() } else { legal };
            if new != cell.worth[BLACK] {
                self.changed.push((square, cell));
                self.revalue(square, BLACK, cell.worth[BLACK], new);
            }
        }
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
