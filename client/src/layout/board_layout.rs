//! Where the points of a board stand.

use ratatui::layout::{Position, Rect};
use tengen_shared::rules::{Point, Variant};

/// The columns to the left of the board: a number of two digits and a gap.
const LEFT: u16 = 3;
/// The sizes of a cell on a 3x3 board, largest first.
const BOXES: [(u16, u16); 5] = [(15, 7), (11, 5), (7, 3), (5, 2), (3, 1)];
/// The steps from point to point on a larger board, largest first.
const STEPS: [(u16, u16); 3] = [(6, 3), (4, 2), (2, 1)];

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// Boxes with lines between them, each as large as this.
    Boxes {
        /// Columns of a box.
        width: u16,
        /// Rows of a box.
        height: u16,
    },
    /// Crossing lines with the stones on the crossings, this far apart.
    Lines {
        /// Columns from crossing to crossing.
        dx: u16,
        /// Rows from crossing to crossing.
        dy: u16,
    },
}

/// Where the points of a board stand, and which of them are shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardLayout {
    /// The board with its letters and numbers.
    pub area: Rect,
    /// How it is drawn.
    pub style: BoardStyle,
    variant: Variant,
    /// Where the first point shown stands, or its box begins.
    start: Position,
    first: (u8, u8),
    shown: (u8, u8),
}

/// On which sides a board goes on beyond what is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct More {
    /// Columns to the left.
    pub left: bool,
    /// Columns to the right.
    pub right: bool,
    /// Rows above.
    pub above: bool,
    /// Rows below.
    pub below: bool,
}

impl BoardLayout {
    /// The largest board that fits into `area`, scrolled to `origin` if not all of it does.
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

    /// Whether every point is shown.
    #[must_use]
    pub const fn shows_all(&self) -> bool {
        self.shown.0 == self.variant.width() && self.shown.1 == self.variant.height()
    }

    /// How many points are shown.
    #[must_use]
    pub const fn shown_points(&self) -> u16 {
        self.shown.0 as u16 * self.shown.1 as u16
    }

    /// The columns that a cell takes.
    #[must_use]
    pub const fn cell(&self) -> u16 {
        pitch(self.style).0
    }

    /// On which sides the board goes on beyond what is shown.
    #[must_use]
    pub const fn more(&self) -> More {
        More {
            left: self.first.0 > 0,
            right: self.first.0 + self.shown.0 < self.variant.width(),
            above: self.first.1 > 0,
            below: self.first.1 + self.shown.1 < self.variant.height(),
        }
    }

    /// The rules of the board.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The columns that are shown.
    pub fn columns(&self) -> impl Iterator<Item = u8> + use<> {
        self.first.0..self.first.0 + self.shown.0
    }

    /// The rows that are shown, as points count them, from the top of the screen.
    pub fn rows(&self) -> impl Iterator<Item = u8> + use<> {
        let top = self.variant.height() - 1 - self.first.1;
        (0..self.shown.1).map(move |row| top - row)
    }

    /// Where the middle of `point` stands, if it is shown.
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

    /// The point whose cell is at `position`.
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

    /// The ground that the lines of a large board stand on, with its margins.
    #[must_use]
    pub fn ground(&self) -> Rect {
        let (width, height) = size(self.style, self.shown);
        let x = self.area.x + LEFT - 1;
        Rect::new(x, self.area.y, width + 2, height).intersection(self.area)
    }

    /// The line below the board, where the letters stand.
    #[must_use]
    pub const fn letters_y(&self) -> u16 {
        self.area.y + self.area.height - 1
    }

    /// The origin that shows `point`, moved no further than needed.
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

/// The columns and rows that `shown` points take.
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

/// The columns and rows of ground beyond the outermost lines that large stones need.
const fn pad(style: BoardStyle) -> (u16, u16) {
    match style {
        BoardStyle::Lines { dx: 6.., .. } => (2, 1),
        BoardStyle::Boxes { .. } | BoardStyle::Lines { .. } => (0, 0),
    }
}

/// The largest style that shows the whole board, else the smallest and as many points as fit.
fn choose(variant: Variant, area: Rect) -> (BoardStyle, (u8, u8)) {
    let all = (variant.width(), variant.height());
    let room = (area.width.saturating_sub(LEFT + 1), area.height.saturating_sub(1));
    let styles: Vec<BoardStyle> = if variant.marks_follow_seat() {
        BOXES.map(|(width, height)| BoardStyle::Boxes { width, height }).to_vec()
    } else {
        STEPS.map(|(dx, dy)| BoardStyle::Lines { dx, dy }).to_vec()
    };
    let fits = |style: &&BoardStyle| {
        let (width, height) = size(**style, all);
        width <= room.0 && height <= room.1
    };
    if let Some(style) = styles.iter().find(fits) {
        return (*style, all);
    }
    let smallest = styles.last().copied().unwrap_or(BoardStyle::Lines { dx: 2, dy: 1 });
    let (dx, dy) = pitch(smallest);
    let count = |room: u16, step: u16, all: u8| {
        let fitting = (room.saturating_sub(1)) / step + 1;
        u8::try_from(fitting).unwrap_or(u8::MAX).clamp(1, all)
    };
    (smallest, (count(room.0, dx, all.0), count(room.1, dy, all.1)))
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
