//! The stones on a board.

use super::{point::Point, stone::Stone, variant::Variant};

/// The stones on the board of one variant, without the side to move or the move history.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    variant: Variant,
    cells: Vec<Option<Stone>>,
    stones: usize,
}

impl Board {
    /// Creates an empty board.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        Self { variant, cells: vec![None; variant.points()], stones: 0 }
    }

    /// Returns the rules that this board belongs to.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the stone at `point`; `None` if the point is empty or off the board.
    #[must_use]
    pub fn get(&self, point: Point) -> Option<Stone> {
        if self.variant.contains(point) { self.cells[self.index(point)] } else { None }
    }

    /// Whether `point` is on the board and has no stone.
    #[must_use]
    pub fn is_empty_at(&self, point: Point) -> bool {
        self.variant.contains(point) && self.cells[self.index(point)].is_none()
    }

    /// Returns the number of stones on the board.
    #[must_use]
    pub const fn stones(&self) -> usize {
        self.stones
    }

    /// Whether every point has a stone.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.stones == self.cells.len()
    }

    /// Puts `stone` on `point`; `None` removes the stone. Does nothing for a point off the board.
    pub fn set(&mut self, point: Point, stone: Option<Stone>) {
        if !self.variant.contains(point) {
            return;
        }
        let index = self.index(point);
        self.stones -= usize::from(self.cells[index].is_some());
        self.stones += usize::from(stone.is_some());
        self.cells[index] = stone;
    }

    fn index(&self, point: Point) -> usize {
        usize::from(point.row()) * usize::from(self.variant.width()) + usize::from(point.col())
    }
}
