//! The search board: stones and the shapes that a stone would make at each empty point, updated by make and unmake.

mod cell;
mod fouls;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]
mod rule_tests;
mod sums;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]
mod tests;

use tengen_shared::rules::{Position, Variant};

pub(crate) use self::cell::Cell;
use self::sums::Sums;
use crate::{
    eval,
    marks::{Marks, Rows},
    pattern::{Class, Line, Patterns, Shape, Style, Worth},
    square::{Axis, BLACK, LINES, SQUARES, Side, Square},
    zobrist,
};

/// A board with incremental evaluation.
///
/// For every empty point and each side, it keeps the shapes that a stone there would make along the four lines.
/// From the shapes follow the threat class of the point and its features for the value network. A stone changes only points
/// on its own four lines, within the reach of a winning run, and in renju whether Black may take a point with two threes.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    patterns: &'static Patterns,
    variant: Variant,
    lines: Box<[Line; LINES]>,
    cells: Box<[Cell; SQUARES]>,
    empty: Rows,
    marks: [Marks; 2],
    /// The points that Black may not take; empty unless the rules are renju's.
    forbidden: Rows,
    /// The points where Black would make two open threes; empty unless the rules are renju's.
    suspects: Rows,
    sums: Sums,
    hash: u64,
    to_move: Side,
    moves: Vec<Square>,
    /// The cells before each change, for unmake.
    changed: Vec<(Square, Cell)>,
    /// The length of that list before each stone.
    frames: Vec<usize>,
}

impl Board {
    /// Creates the empty board of a variant.
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
        // A stone changes at most 8 arms of points. Reserving space for all stones keeps the search from
        // allocating.
        let points = variant.points();
        let mut board = Self {
            variant,
            lines,
            cells: Box::new([Cell::default(); SQUARES]),
            empty,
            marks: [Marks::default(), Marks::default()],
            forbidden: Rows::default(),
            suspects: Rows::default(),
            sums: Sums::new(points),
            hash: 0,
            to_move: 0,
            moves: Vec::with_capacity(points),
            changed: Vec::with_capacity(points * 9 * usize::from(patterns.radius())),
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

    /// Creates the board of a position.
    pub(crate) fn at(position: &Position) -> Self {
        let mut board = Self::new(position.variant());
        for point in position.moves() {
            board.make(Square::of(*point));
        }
        board
    }

    /// Places a stone of the side to move at an empty point.
    pub(crate) fn make(&mut self, square: Square) {
        debug_assert!(self.empty.contains(square), "{square:?} has a stone");
        let side = self.to_move;
        let first = self.changed.len();
        self.frames.push(first);
        self.mark(square, self.cells[square.index()].classes(), [Class::Quiet; 2]);
        self.empty.remove(square);
        self.hash ^= zobrist::stone(square, side);
        self.moves.push(square);
        self.sums.forget(self.moves.len());
        self.to_move = 1 - side;
        for axis in Axis::ALL {
            let (line, at) = square.on(axis);
            self.lines[line].flip(at, side);
            let line = self.lines[line];
            self.reshape_arm::<false>(square, axis, line, at);
            self.reshape_arm::<true>(square, axis, line, at);
        }
        if self.style() == Style::Fouls {
            self.forbid_after(square, first);
        }
    }

    /// Takes back the last stone. Does nothing on an empty board.
    pub(crate) fn unmake(&mut self) {
        let (Some(square), Some(first)) = (self.moves.pop(), self.frames.pop()) else { return };
        let side = 1 - self.to_move;
        if self.style() == Style::Fouls {
            self.forbid_before(square, first);
        }
        while self.changed.len() > first {
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
        self.hash ^= zobrist::stone(square, side);
        self.to_move = side;
    }

    /// Makes a null move. A second call takes it back.
    pub(crate) const fn pass(&mut self) {
        self.to_move = 1 - self.to_move;
    }

    /// Updates the shapes of the empty points on one arm of a line.
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
            // No run of either side reaches past stones of both sides.
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
        // Read both sides before writing either: loading a whole word is faster than assembling it from parts.
        for (side, shapes) in [cell.shapes(0), cell.shapes(1)].into_iter().enumerate() {
            if differ >> (4 * side) & 15 != 0 {
                let (old, new) = (old.worth[side], self.patterns.worth(side, shapes));
                cell.worth[side] = new;
                self.marks[side].change(square, old.class(), new.class());
            }
        }
    }

    /// Moves a point from its old classes to its new ones in the marks of both sides.
    #[inline]
    fn mark(&mut self, square: Square, old: [Class; 2], new: [Class; 2]) {
        for side in 0..2 {
            self.marks[side].change(square, old[side], new[side]);
        }
    }

    #[inline]
    pub(crate) const fn style(&self) -> Style {
        self.patterns.style()
    }

    /// Returns the points that the rules forbid `side`.
    pub(crate) fn forbidden(&self, side: Side) -> Rows {
        if side == BLACK { self.forbidden } else { Rows::default() }
    }

    /// Returns whether `side` may win because the rules forbid its opponent's only reply.
    pub(crate) fn sets_traps(&self, side: Side) -> bool {
        self.style() == Style::Fouls && side != BLACK
    }

    /// Returns whether `side` may place a stone at an empty point.
    #[inline]
    pub(crate) const fn allows(&self, square: Square, side: Side) -> bool {
        side != BLACK || !self.forbidden.contains(square)
    }

    pub(crate) const fn variant(&self) -> Variant {
        self.variant
    }

    pub(crate) const fn to_move(&self) -> Side {
        self.to_move
    }

    /// Returns the stones so far, in order of play.
    pub(crate) fn moves(&self) -> &[Square] {
        &self.moves
    }

    /// Returns the last two stones, the latest first.
    pub(crate) fn last_two(&self) -> [Option<Square>; 2] {
        let mut latest = self.moves.iter().rev().copied();
        [latest.next(), latest.next()]
    }

    pub(crate) const fn empty(&self) -> &Rows {
        &self.empty
    }

    pub(crate) fn is_full(&self) -> bool {
        self.moves.len() == self.variant.points()
    }

    /// Returns the Zobrist key of the position, which includes the side to move.
    pub(crate) const fn hash(&self) -> u64 {
        self.hash ^ zobrist::TO_MOVE[self.to_move]
    }

    /// Returns the Zobrist key after a stone of the side to move.
    #[inline]
    pub(crate) const fn hash_after(&self, square: Square) -> u64 {
        self.hash ^ zobrist::stone(square, self.to_move) ^ zobrist::TO_MOVE[1 - self.to_move]
    }

    /// Returns the empty points by the threat class that a stone of `side` would make there.
    pub(crate) const fn marks(&self, side: Side) -> &Marks {
        &self.marks[side]
    }

    /// Returns the kinds of Black's and White's shapes at a blank point, see [`Patterns::blank`].
    pub(crate) const fn blank(&self) -> [usize; 2] {
        self.patterns.blank()
    }

    /// Returns the worth of the shapes of `side` at an empty point.
    #[inline]
    pub(crate) fn worth(&self, square: Square, side: Side) -> Worth {
        self.cells[square.index()].worth[side]
    }

    /// Returns how much a stone of `side` at an empty point helps it, without a search, see [`eval::gain`].
    pub(crate) fn gain(&self, square: Square, side: Side) -> i32 {
        let cell = &self.cells[square.index()];
        let worth = cell.worth[side];
        if worth.is_forbidden() {
            return 0;
        }
        eval::gain(worth.class(), Axis::ALL.map(|axis| cell.shape(axis, side)))
    }

    /// Returns the threat class of an empty point for `side`.
    pub(crate) fn class(&self, square: Square, side: Side) -> Class {
        self.worth(square, side).class()
    }

    /// Returns the class of the point `of` for `side` if its opponent had a stone at `by`, another empty point.
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
        self.patterns.worth(side, cell.shapes(side)).class()
    }

    /// Returns all state that make and unmake update, for comparison with another board.
    #[cfg(any(test, feature = "check"))]
    pub(crate) fn seen(&self) -> impl PartialEq + std::fmt::Debug + use<> {
        let cells: Vec<_> = self.empty.iter().map(|square| (square, self.cells[square.index()])).collect();
        let black = (self.forbidden, self.suspects);
        let sums = self.clone().sums_now();
        (cells, self.empty, self.marks.clone(), sums, self.hash(), self.to_move, black)
    }

    /// Returns the point where `side` makes a five after its stone at `four`. That stone must make exactly one
    /// four.
    pub(crate) fn five_after(&self, four: Square, side: Side) -> Option<Square> {
        let cell = &self.cells[four.index()];
        let axis = Axis::ALL.into_iter().find(|axis| cell.shape(*axis, side) == Shape::Four)?;
        let (line, at) = four.on(axis);
        let mut line = self.lines[line];
        line.flip(at, side);
        let shape = |at| Shape::from_bits(self.patterns.shapes(line, at) >> (4 * side) & 15);
        self.beside(four, axis).find(|(_, at)| shape(*at) == Shape::Five).map(|(square, _)| square)
    }

    /// Returns the empty points within reach on the four lines through a point.
    pub(crate) fn reach(&self, from: Square) -> impl Iterator<Item = Square> {
        Axis::ALL.into_iter().flat_map(move |axis| self.beside(from, axis)).map(|(square, _)| square)
    }

    /// Returns the empty points within reach on one line through a point, with their places on the line.
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
