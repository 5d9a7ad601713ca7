//! The search board: stones, and what a stone at every empty point would make, kept true by make and unmake.

mod cell;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]
mod tests;

use tengen_shared::rules::{Position, Variant};

pub(crate) use self::cell::Cell;
use crate::{
    eval,
    marks::{Marks, Rows},
    pattern::{Class, Line, Patterns, Shape, Worth},
    square::{Axis, LINES, SQUARES, Side, Square},
    zobrist,
};

/// A board for searching.
///
/// For every empty point and either side it keeps the shapes that a stone there would make along the four lines, the
/// threat class these come to, and over all points the sum of what they are worth. A stone changes only
/// points on its own four lines, within reach.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    patterns: &'static Patterns,
    variant: Variant,
    lines: Box<[Line; LINES]>,
    cells: Box<[Cell; SQUARES]>,
    /// Empty points by row.
    empty: Rows,
    marks: [Marks; 2],
    /// What the points are worth to each side: when it is to move, and when it waits.
    sums: [[i32; 2]; 2],
    hash: u64,
    to_move: Side,
    moves: Vec<Square>,
    /// Cells as they were before stones, for unmake: `frames` tells how many there were before each stone.
    changed: Vec<(Square, Cell)>,
    frames: Vec<Frame>,
}

/// What unmake needs beside the cells.
#[derive(Clone, Copy, Debug)]
struct Frame {
    changed: usize,
    sums: [[i32; 2]; 2],
}

impl Board {
    /// The empty board of a variant.
    pub(crate) fn new(variant: Variant) -> Self {
        let patterns = Patterns::of(variant);
        let mut lines = Box::new([Line::default(); LINES]);
        let mut empty = Rows::default();
        for square in variant.reading_order().map(Square::of) {
            empty.insert(square);
            for axis in Axis::ALL {
                let (line, at) = square.on(axis);
                lines[line].open(at);
            }
        }
        // A stone changes at most 8 arms of points; reserving for all stones keeps the search from allocating.
        let points = variant.points();
        let mut board = Self {
            variant,
            lines,
            cells: Box::new([Cell::default(); SQUARES]),
            empty,
            marks: [Marks::default(), Marks::default()],
            sums: [[0; 2]; 2],
            hash: 0,
            to_move: 0,
            moves: Vec::with_capacity(points),
            changed: Vec::with_capacity(points * 8 * usize::from(patterns.radius())),
            frames: Vec::with_capacity(points),
            patterns,
        };
        for square in variant.reading_order().map(Square::of) {
            for axis in Axis::ALL {
                let (line, at) = square.on(axis);
                board.reshape(square, axis, board.lines[line], at);
            }
        }
        board.changed.clear();
        board
    }

    /// The board of a position.
    pub(crate) fn at(position: &Position) -> Self {
        let mut board = Self::new(position.variant());
        for point in position.moves() {
            board.make(Square::of(*point));
        }
        board
    }

    /// Puts a stone of the side to move at an empty point.
    pub(crate) fn make(&mut self, square: Square) {
        debug_assert!(self.empty.contains(square), "{square:?} has a stone");
        let side = self.to_move;
        self.frames.push(Frame { changed: self.changed.len(), sums: self.sums });
        let cell = self.cells[square.index()];
        for (sums, worth) in self.sums.iter_mut().zip(&cell.worth) {
            let [to_move, waiting] = worth.adds();
            sums[0] -= to_move;
            sums[1] -= waiting;
        }
        self.mark(square, cell.classes(), [Class::Quiet; 2]);
        self.empty.remove(square);
        self.hash ^= zobrist::stone(square, side);
        self.moves.push(square);
        self.to_move = 1 - side;
        for axis in Axis::ALL {
            let (line, at) = square.on(axis);
            self.lines[line].flip(at, side);
            let line = self.lines[line];
            self.reshape_arm::<false>(square, axis, line, at);
            self.reshape_arm::<true>(square, axis, line, at);
        }
    }

    /// Takes the last stone back.
    pub(crate) fn unmake(&mut self) {
        let (Some(square), Some(frame)) = (self.moves.pop(), self.frames.pop()) else { return };
        let side = 1 - self.to_move;
        while self.changed.len() > frame.changed {
            let Some((at, cell)) = self.changed.pop() else { break };
            let now = std::mem::replace(&mut self.cells[at.index()], cell);
            self.mark(at, now.classes(), cell.classes());
        }
        for axis in Axis::ALL {
            let (line, at) = square.on(axis);
            self.lines[line].flip(at, side);
        }
        self.empty.insert(square);
        let classes = self.cells[square.index()].classes();
        self.mark(square, [Class::Quiet; 2], classes);
        self.sums = frame.sums;
        self.hash ^= zobrist::stone(square, side);
        self.to_move = side;
    }

    /// The side to move passes; a second pass takes the first back.
    pub(crate) const fn pass(&mut self) {
        self.to_move = 1 - self.to_move;
    }

    /// Brings the shapes of the empty points on one arm of a line up to date.
    #[inline]
    fn reshape_arm<const FORWARD: bool>(&mut self, from: Square, axis: Axis, line: Line, at: u8) {
        let (mut square, mut at) = (from, at);
        let mut between = 0;
        for _ in 0..self.patterns.radius() {
            (square, at) =
                if FORWARD { (square.next(axis), at + 1) } else { (square.back(axis), at.wrapping_sub(1)) };
            match line.code(at) {
                0 => return,
                3 => self.reshape(square, axis, line, at),
                stone => between |= stone,
            }
            // Behind stones of both sides, no run of either reaches.
            if between == 3 {
                return;
            }
        }
    }

    #[inline]
    fn reshape(&mut self, square: Square, axis: Axis, line: Line, at: u8) {
        let both = self.patterns.shapes(line, at);
        let cell = &mut self.cells[square.index()];
        let differ = cell.differs(axis, both);
        if differ == 0 {
            return;
        }
        let old = *cell;
        self.changed.push((square, old));
        cell.flip(axis, differ);
        // Both are read before either is written: a word is read faster than it is put together.
        for (side, shapes) in [cell.shapes(0), cell.shapes(1)].into_iter().enumerate() {
            if differ >> (4 * side) & 15 != 0 {
                let (old, new) = (old.worth[side], self.patterns.worth(shapes));
                cell.worth[side] = new;
                let ([to_move, waiting], [before, before_waiting]) = (new.adds(), old.adds());
                self.sums[side][0] += to_move - before;
                self.sums[side][1] += waiting - before_waiting;
                self.marks[side].change(square, old.class(), new.class());
            }
        }
    }

    /// Puts a cell's classes in place of others in the marks.
    #[inline]
    fn mark(&mut self, square: Square, old: [Class; 2], new: [Class; 2]) {
        for side in 0..2 {
            self.marks[side].change(square, old[side], new[side]);
        }
    }

    pub(crate) const fn variant(&self) -> Variant {
        self.variant
    }

    pub(crate) const fn to_move(&self) -> Side {
        self.to_move
    }

    /// The stones so far, in order.
    pub(crate) fn moves(&self) -> &[Square] {
        &self.moves
    }

    pub(crate) const fn empty(&self) -> &Rows {
        &self.empty
    }

    /// Whether no empty point is left.
    pub(crate) fn is_full(&self) -> bool {
        self.moves.len() == self.variant.points()
    }

    /// The hash of the position with its side to move.
    pub(crate) const fn hash(&self) -> u64 {
        self.hash ^ zobrist::TO_MOVE[self.to_move]
    }

    /// The hash after a stone of the side to move.
    #[inline]
    pub(crate) const fn hash_after(&self, square: Square) -> u64 {
        self.hash ^ zobrist::stone(square, self.to_move) ^ zobrist::TO_MOVE[1 - self.to_move]
    }

    /// Where a stone of `side` would make a threat of a class.
    pub(crate) const fn marks(&self, side: Side) -> &Marks {
        &self.marks[side]
    }

    /// What the shapes of `side` at an empty point are worth.
    #[inline]
    pub(crate) fn worth(&self, square: Square, side: Side) -> Worth {
        self.cells[square.index()].worth[side]
    }

    /// The number of the kind of a side's shapes at an empty point.
    pub(crate) fn kind(&self, square: Square, side: Side) -> usize {
        let cell = &self.cells[square.index()];
        eval::kind(Axis::ALL.map(|axis| cell.shape(axis, side)))
    }

    /// The threat class of an empty point for `side`.
    pub(crate) fn class(&self, square: Square, side: Side) -> Class {
        self.worth(square, side).class()
    }

    /// The value of the position for the side to move, without looking ahead.
    #[inline]
    pub(crate) fn estimate(&self) -> i32 {
        let [mine, theirs] = [self.to_move, 1 - self.to_move];
        self.sums[mine][0] - self.sums[theirs][1]
            + eval::of_standings([mine, theirs].map(|side| &self.marks[side]))
    }

    /// The class that the point `of` would have for `side` if its opponent had a stone at `by`, another empty point.
    pub(crate) fn class_despite(&self, of: Square, side: Side, by: Square) -> Class {
        let mut cell = self.cells[of.index()];
        for axis in Axis::ALL {
            let ((line, at), (other, there)) = (of.on(axis), by.on(axis));
            if line == other {
                let mut line = self.lines[line];
                line.flip(there, 1 - side);
                cell.flip(axis, cell.differs(axis, self.patterns.shapes(line, at)));
            }
        }
        self.patterns.worth(cell.shapes(side)).class()
    }

    /// All that make and unmake keep up to date.
    #[cfg(any(test, feature = "check"))]
    pub(crate) fn seen(&self) -> impl PartialEq + std::fmt::Debug + use<> {
        let cells: Vec<_> = self.empty.iter().map(|square| (square, self.cells[square.index()])).collect();
        (cells, self.empty, self.marks.clone(), self.sums, self.hash(), self.to_move)
    }

    /// The point where `side` makes five once it has a stone at `four`, a point where that makes just one four.
    pub(crate) fn five_after(&self, four: Square, side: Side) -> Option<Square> {
        let cell = &self.cells[four.index()];
        let axis = Axis::ALL.into_iter().find(|axis| cell.shape(*axis, side) == Shape::Four)?;
        let (line, at) = four.on(axis);
        let mut line = self.lines[line];
        line.flip(at, side);
        let shape = |at| Shape::from_bits(self.patterns.shapes(line, at) >> (4 * side) & 15);
        self.beside(four, axis).find(|(_, at)| shape(*at) == Shape::Five).map(|(square, _)| square)
    }

    /// The empty points within reach on the four lines through a point.
    pub(crate) fn reach(&self, from: Square) -> impl Iterator<Item = Square> {
        Axis::ALL.into_iter().flat_map(move |axis| self.beside(from, axis)).map(|(square, _)| square)
    }

    /// The empty points within reach on a line through a point, with their places on it.
    fn beside(&self, from: Square, axis: Axis) -> impl Iterator<Item = (Square, u8)> {
        let (line, at) = from.on(axis);
        let line = self.lines[line];
        let arm = move |forward: bool| {
            let step = move |(square, at): (Square, u8)| {
                if forward { (square.next(axis), at + 1) } else { (square.back(axis), at.wrapping_sub(1)) }
            };
            let steps = std::iter::successors(Some(step((from, at))), move |it| Some(step(*it)));
            steps.take(self.patterns.radius().into()).take_while(move |(_, at)| line.code(*at) != 0)
        };
        arm(true).chain(arm(false)).filter(move |(_, at)| line.code(*at) == 3)
    }
}
