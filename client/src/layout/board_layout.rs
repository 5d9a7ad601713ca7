//! The positions of a board's points on the screen.

use ratatui::layout::{Position, Rect};
use tengen_shared::rules::{Point, Variant};

/// The width of the row numbers to the left of the board: two digits and a gap, in columns.
const LEFT: u16 = 3;
/// The sizes of a box on a 3x3 board, in columns and rows, largest first.
const BOXES: [(u16, u16); 5] = [(15, 7), (11, 5), (7, 3), (5, 2), (3, 1)];
/// The distances between neighbouring points on a larger board, in columns and rows, largest first.
const STEPS: [(u16, u16); 3] = [(6, 3), (4, 2), (2, 1)];

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// Boxes of this size, with lines between them.
    Boxes {
        /// The width of a box, in columns.
        width: u16,
        /// The height of a box, in rows.
        height: u16,
    },
    /// Crossing lines, with the stones on the crossings.
    Lines {
        /// The distance between neighbouring crossings in a row, in columns.
        dx: u16,
        /// The distance between neighbouring crossings in a column, in rows of the screen.
        dy: u16,
    },
}

/// The positions of a board's points on the screen. A board that is too large for its area is shown in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLayout {
    /// The area of the board, with its letters and numbers.
    pub area: Rect,
    /// How the board is drawn.
    pub style: BoardStyle,
    variant: Variant,
    /// The position of the first visible point, or of the top left corner of its box.
    start: Position,
    /// The first visible column, and the first visible row from the top, counted from 0.
    first: (u8, u8),
    /// The number of visible columns and rows.
    shown: (u8, u8),
}

/// The sides on which the board continues beyond its visible part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct More {
    /// Whether there are hidden columns on the left.
    pub left: bool,
    /// Whether there are hidden columns on the right.
    pub right: bool,
    /// Whether there are hidden rows above.
    pub above: bool,
    /// Whether there are hidden rows below.
    pub below: bool,
}

impl BoardLayout {
    /// Returns the layout of the largest board that fits into `area`. If not all of it fits, `origin` is its first
    /// visible column and row, counted from the top left.
    #[must_use]
    pub fn new(variant: Variant, area: Rect, origin: (u8, u8)) -> Self {
        let (style, shown) = choose(variant, area);
        let first = (
            origin.0.min(variant.width() - shown.0.min(variant.width())),
            origin.1.min(variant.height() - shown.1.min(variant.height())),
        );
        let (width, height) = size(style, shown);
        let area =
            Rect { width: (LEFT + width + 1).min(area.width), height: (height + 1).min(area.height), ..area };
        let (pad_x, pad_y) = pad(style);
        let start = Position::new(area.x + LEFT + pad_x, area.y + pad_y);
        Self { area, style, variant, start, first, shown }
    }

    /// Whether all points are visible.
    #[must_use]
    pub const fn shows_all(&self) -> bool {
        self.shown.0 == self.variant.width() && self.shown.1 == self.variant.height()
    }

    /// Returns the number of visible points.
    #[must_use]
    pub const fn shown_points(&self) -> u16 {
        self.shown.0 as u16 * self.shown.1 as u16
    }

    /// Returns the distance between neighbouring points in a row, in columns.
    #[must_use]
    pub const fn dx(&self) -> u16 {
        pitch(self.style).0
    }

    /// Returns the sides on which the board continues beyond its visible part.
    #[must_use]
    pub const fn more(&self) -> More {
        More {
            left: self.first.0 > 0,
            right: self.first.0 + self.shown.0 < self.variant.width(),
            above: self.first.1 > 0,
            below: self.first.1 + self.shown.1 < self.variant.height(),
        }
    }

    /// Returns the rules of the board.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the numbers of the visible columns, from the left.
    pub fn columns(&self) -> impl Iterator<Item = u8> + use<> {
        self.first.0..self.first.0 + self.shown.0
    }

    /// Returns the numbers of the visible rows, from the top of the screen. Row 0 is the lowest row of the board.
    pub fn rows(&self) -> impl Iterator<Item = u8> + use<> {
        let top = self.variant.height() - 1 - self.first.1;
        (0..self.shown.1).map(move |row| top - row)
    }

    /// Returns the position of the centre of `point`, if it is visible.
    #[must_use]
    pub fn centre(&self, point: Point) -> Option<Position> {
        let col = point.col().checked_sub(self.first.0).filter(|col| *col < self.shown.0)?;
        let from_top = (self.variant.height() - 1).checked_sub(point.row())?;
        let row = from_top.checked_sub(self.first.1).filter(|row| *row < self.shown.1)?;
        let (dx, dy) = pitch(self.style);
        let (mx, my) = match self.style {
            BoardStyle::Boxes { width, height } => (width / 2, (height - 1) / 2),
            BoardStyle::Lines { .. } => (0, 0),
        };
        let x = self.start.x + u16::from(col) * dx + mx;
        let y = self.start.y + u16::from(row) * dy + my;
        Some(Position::new(x, y))
    }

    /// Returns the point whose box is at `position`, or whose crossing is nearest to it. The gaps between boxes belong
    /// to no point.
    #[must_use]
    pub fn point_at(&self, position: Position) -> Option<Point> {
        if !self.area.contains(position) {
            return None;
        }
        let (dx, dy) = pitch(self.style);
        let (before_x, before_y) = match self.style {
            BoardStyle::Boxes { .. } => (0, 0),
            BoardStyle::Lines { .. } => ((dx - 1) / 2, (dy - 1) / 2),
        };
        let x = (position.x + before_x).checked_sub(self.start.x)?;
        let y = (position.y + before_y).checked_sub(self.start.y)?;
        if let BoardStyle::Boxes { width, height } = self.style
            && (x % dx >= width || y % dy >= height)
        {
            return None;
        }
        let col = u8::try_from(x / dx).ok().filter(|col| *col < self.shown.0)?;
        let row = u8::try_from(y / dy).ok().filter(|row| *row < self.shown.1)?;
        self.variant.point_from_top(self.first.1 + row + 1, self.first.0 + col + 1)
    }

    /// Returns the area to fill with the colour of wood on a large board: the lines with a margin around them.
    #[must_use]
    pub fn ground(&self) -> Rect {
        let (width, height) = size(self.style, self.shown);
        let x = self.area.x + LEFT - 1;
        Rect::new(x, self.area.y, width + 2, height).intersection(self.area)
    }

    /// Returns the row of the screen with the letters, below the board.
    #[must_use]
    pub const fn letters_y(&self) -> u16 {
        self.area.y + self.area.height - 1
    }

    /// Returns the origin that makes `point` visible with the least scrolling.
    #[must_use]
    pub fn reveal(&self, point: Point) -> (u8, u8) {
        let from_top = (self.variant.height() - 1).saturating_sub(point.row());
        (follow(self.first.0, self.shown.0, point.col()), follow(self.first.1, self.shown.1, from_top))
    }
}

fn follow(first: u8, shown: u8, at: u8) -> u8 {
    let least = (at + 1).saturating_sub(shown);
    first.clamp(least.min(at), at)
}

const fn pitch(style: BoardStyle) -> (u16, u16) {
    match style {
        BoardStyle::Boxes { width, height } => (width + 1, height + 1),
        BoardStyle::Lines { dx, dy } => (dx, dy),
    }
}

/// Returns the width and height that this number of columns and rows takes on the screen.
fn size(style: BoardStyle, shown: (u8, u8)) -> (u16, u16) {
    let (dx, dy) = pitch(style);
    let (cols, rows) = (u16::from(shown.0), u16::from(shown.1));
    match style {
        BoardStyle::Boxes { .. } => ((cols * dx).saturating_sub(1), (rows * dy).saturating_sub(1)),
        BoardStyle::Lines { .. } => {
            let (pad_x, pad_y) = pad(style);
            (cols.saturating_sub(1) * dx + 1 + 2 * pad_x, rows.saturating_sub(1) * dy + 1 + 2 * pad_y)
        }
    }
}

/// Returns the margins beyond the outermost lines, in columns and rows. Only large stones need them.
const fn pad(style: BoardStyle) -> (u16, u16) {
    match style {
        BoardStyle::Lines { dx: 6.., .. } => (2, 1),
        BoardStyle::Boxes { .. } | BoardStyle::Lines { .. } => (0, 0),
    }
}

/// Returns the largest style in which the whole board fits. If none fits, returns the smallest one and the number of
/// columns and rows that do.
fn choose(variant: Variant, area: Rect) -> (BoardStyle, (u8, u8)) {
    let all = (variant.width(), variant.height());
    let free = (area.width.saturating_sub(LEFT + 1), area.height.saturating_sub(1));
    let styles: Vec<BoardStyle> = if variant.is_3x3() {
        BOXES.map(|(width, height)| BoardStyle::Boxes { width, height }).to_vec()
    } else {
        STEPS.map(|(dx, dy)| BoardStyle::Lines { dx, dy }).to_vec()
    };
    let fits = |style: &&BoardStyle| {
        let (width, height) = size(**style, all);
        width <= free.0 && height <= free.1
    };
    if let Some(style) = styles.iter().find(fits) {
        return (*style, all);
    }
    let smallest = styles.last().copied().unwrap_or(BoardStyle::Lines { dx: 2, dy: 1 });
    let (dx, dy) = pitch(smallest);
    let count = |free: u16, step: u16, all: u8| {
        let fitting = free.saturating_sub(1) / step + 1;
        u8::try_from(fitting).unwrap_or(u8::MAX).clamp(1, all)
    };
    (smallest, (count(free.0, dx, all.0), count(free.1, dy, all.1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_found_where_it_is_drawn() {
        for (_, variant) in Variant::NAMED {
            for (width, height) in [(40, 10), (50, 21), (80, 18), (200, 80)] {
                let board = BoardLayout::new(variant, Rect::new(2, 3, width, height), (3, 4));
                let mut shown = 0;
                for point in variant.reading_order() {
                    let Some(centre) = board.centre(point) else { continue };
                    assert!(board.area.contains(centre), "{point} in {board:?}");
                    assert_eq!(board.point_at(centre), Some(point));
                    shown += 1;
                }
                assert_eq!(board.shows_all(), shown == variant.points());
                assert!(shown > 0);
            }
        }
    }

    #[test]
    fn scrolling_shows_the_point_and_moves_no_further_than_needed() {
        let variant = Variant::GOMOKU19;
        let area = Rect::new(0, 0, 40, 10);
        for point in variant.reading_order() {
            let board = BoardLayout::new(variant, area, (5, 5));
            let moved = BoardLayout::new(variant, area, board.reveal(point));
            assert!(moved.centre(point).is_some(), "{point}");
            if board.centre(point).is_some() {
                assert_eq!(moved, board);
            }
        }
    }
}
