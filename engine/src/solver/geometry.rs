//! The geometry of a small board: its lines, its symmetries, and exact keys of positions.

use tengen_shared::rules::{Direction, Point, RuleSet, Variant};

/// The maximum number of points of a board that a key can hold, with two bits each: 49, as 7x7 has. AI seats solve smaller
/// boards only, see `is_solvable`. No board of that size has more than 120 lines (7x7, three in a row).
pub(super) const MAX_POINTS: usize = 49;

/// The greatest win length on such a board: 16, on 16x3.
pub(super) const MAX_LENGTH: usize = 16;

/// The symmetries of a square. A rectangle has four, and each of them counts twice here.
const SYMMETRIES: usize = 8;
/// The number of cells that one look-up maps by a symmetry.
const GROUP: usize = 5;
const GROUPS: usize = MAX_POINTS.div_ceil(GROUP);
const GROUP_VALUES: usize = 1 << GROUP;
const GROUP_MASK: Cells = 0x1F;

/// A set of cells, one bit for each.
pub(super) type Cells = u64;
/// A set of lines, one bit for each.
pub(super) type Lines = u128;

/// The constant data of one variant's board. A line is K points in a row, where K is the win length. Cells are
/// numbered row by row from the top left.
#[derive(Debug)]
pub(super) struct Geometry {
    variant: Variant,
    /// The points, by cell.
    points: Vec<Point>,
    /// The cells of each line.
    line_cells: Vec<Cells>,
    /// The lines through each cell.
    lines_through: Vec<Lines>,
    /// By cell: the lines that a stone there would make too long. Empty if longer runs win.
    lines_spoiled: Vec<Lines>,
    /// `images[group][set]` has the images, under each symmetry, of the cells of one group that are in `set`.
    images: Box<[[[Cells; SYMMETRIES]; GROUP_VALUES]; GROUPS]>,
}

impl Geometry {
    /// Creates the geometry of a variant; `None` for more than [`MAX_POINTS`] points.
    pub(super) fn new(variant: Variant) -> Option<Self> {
        if variant.points() > MAX_POINTS {
            return None;
        }
        let mut geometry = Self {
            variant,
            points: variant.reading_order().collect(),
            line_cells: Vec::new(),
            lines_through: vec![0; variant.points()],
            lines_spoiled: vec![0; variant.points()],
            images: Box::new([[[0; SYMMETRIES]; GROUP_VALUES]; GROUPS]),
        };
        for cell in 0..variant.points() {
            for direction in Direction::ALL {
                geometry.add_line(cell, direction);
            }
        }
        geometry.add_images();
        Some(geometry)
    }

    /// Adds the line that begins at `first`, if it ends on the board.
    fn add_line(&mut self, first: usize, direction: Direction) {
        let (dcol, drow) = direction.step();
        let walk = |sign: i8| {
            std::iter::successors(Some(self.points[first]), move |p| p.offset(dcol * sign, drow * sign))
                .map_while(|point| self.cell(point))
        };
        let cells: Vec<usize> = walk(1).take(self.length()).collect();
        if cells.len() < self.length() {
            return;
        }
        let ends = walk(-1).nth(1).into_iter().chain(walk(1).nth(self.length()));
        let ends: Vec<usize> = ends.filter(|_| self.variant.runs() == RuleSet::Standard).collect();
        let line = 1 << self.line_cells.len();
        self.line_cells.push(cells.iter().map(|cell| 1 << cell).sum());
        for cell in cells {
            self.lines_through[cell] |= line;
        }
        for cell in ends {
            self.lines_spoiled[cell] |= line;
        }
    }

    fn add_images(&mut self) {
        for group in 0..GROUPS {
            for set in 0..GROUP_VALUES {
                let cells = (0..GROUP).filter(|bit| set >> bit & 1 == 1).map(|bit| group * GROUP + bit);
                for cell in cells.filter(|cell| *cell < self.points.len()) {
                    for symmetry in 0..SYMMETRIES {
                        self.images[group][set][symmetry] |= 1 << self.image(cell, symmetry);
                    }
                }
            }
        }
    }

    /// Returns the image of a cell under a symmetry. The first two bits of its number mirror the board, and the
    /// third mirrors it along the diagonal if the board is square.
    fn image(&self, cell: usize, symmetry: usize) -> usize {
        let (width, height) = (usize::from(self.variant.width()), usize::from(self.variant.height()));
        let (col, row) = (cell % width, cell / width);
        let col = if symmetry & 1 == 0 { col } else { width - 1 - col };
        let row = if symmetry & 2 == 0 { row } else { height - 1 - row };
        if symmetry & 4 == 4 && width == height { col * width + row } else { row * width + col }
    }

    /// Returns the key of a pair of sets. All its images under the symmetries have the same key, and no other pair
    /// has it.
    pub(super) fn key(&self, first: Cells, second: Cells) -> Key {
        let images = self.images(first).into_iter().zip(self.images(second));
        let (first, second) = images.min().unwrap_or((first, second));
        Key::new(first, second)
    }

    fn images(&self, mut cells: Cells) -> [Cells; SYMMETRIES] {
        let mut images = [0; SYMMETRIES];
        for group in &self.images[..self.points.len().div_ceil(GROUP)] {
            let set = (cells & GROUP_MASK) as u8;
            for (image, part) in images.iter_mut().zip(group[usize::from(set)]) {
                *image |= part;
            }
            cells >>= GROUP;
        }
        images
    }

    pub(super) const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the win length, which is also the number of cells in a line.
    pub(super) fn length(&self) -> usize {
        usize::from(self.variant.win_length())
    }

    pub(super) fn cells(&self) -> Cells {
        Cells::MAX >> (Cells::BITS as usize - self.points.len())
    }

    pub(super) fn lines(&self) -> Lines {
        Lines::MAX >> (Lines::BITS as usize - self.line_cells.len())
    }

    pub(super) fn line_cells(&self, line: usize) -> Cells {
        self.line_cells[line]
    }

    pub(super) fn lines_through(&self, cell: usize) -> Lines {
        self.lines_through[cell]
    }

    /// Returns the lines that a stone in a cell spoils for its own side.
    pub(super) fn lines_spoiled(&self, cell: usize) -> Lines {
        self.lines_spoiled[cell]
    }

    /// Returns the cell of a point; `None` if it is not on this board.
    pub(super) fn cell(&self, point: Point) -> Option<usize> {
        let row = self.variant.height().checked_sub(1 + point.row())?;
        let cell = usize::from(row) * usize::from(self.variant.width()) + usize::from(point.col());
        self.variant.contains(point).then_some(cell)
    }

    pub(super) fn point(&self, cell: usize) -> Point {
        self.points[cell]
    }
}

/// Two sets of cells in 13 bytes. It holds the whole position, not a hash of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key([u8; 13]);

impl Key {
    /// A key that no position has.
    pub(super) const NONE: Self = Self([u8::MAX; 13]);

    /// Creates the key of two sets of at most [`MAX_POINTS`] cells.
    pub(super) fn new(first: Cells, second: Cells) -> Self {
        let whole = u128::from(first) << MAX_POINTS | u128::from(second);
        let [bytes @ .., _, _, _] = whole.to_le_bytes();
        Self(bytes)
    }

    /// Returns a hash of 32 well mixed bits.
    pub(super) fn hash(self) -> usize {
        let [a, b, c, d, e, f, g, h, rest @ ..] = self.0;
        let [i, j, k, l, m] = rest;
        let low = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
        let high = u64::from_le_bytes([i, j, k, l, m, 0, 0, 0]);
        // Multiplication by odd constants carries low bits up, and the shift brings them down again (as in
        // MurmurHash's finaliser).
        let mixed = (low ^ high.wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        let mixed = (mixed ^ mixed >> 33).wrapping_mul(0xC4CE_B9FE_1A85_EC53);
        (mixed >> 32) as usize
    }
}

/// Iterates over the cells of a set, lowest first.
pub(super) fn each(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = (cells != 0).then(|| cells.trailing_zeros() as usize);
        cells &= cells.saturating_sub(1);
        cell
    })
}
