//! The position for the search: how many stones each line holds, by side.

use tengen_shared::rules::Position;

use super::geometry::{Cells, Geometry, Lines, MAX_LENGTH};

/// The stones of one side and their lines.
#[derive(Clone, Copy, Debug, Default)]
struct Side {
    stones: Cells,
    /// At index n, the lines with more than n of its stones.
    counts: [Lines; MAX_LENGTH],
    /// The lines that the side could only make too long.
    spoiled: Lines,
}

/// A position without history. It is small, so the search copies it for every move instead of unmaking moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    mover: Side,
    other: Side,
}

impl State {
    /// Creates the state of a position; `None` if it is decided or of another variant.
    pub(super) fn new(geometry: &Geometry, position: &Position) -> Option<Self> {
        if position.variant() != geometry.variant() || position.outcome().is_some() {
            return None;
        }
        let moves = position.moves().iter();
        moves
            .map(|point| geometry.cell(*point))
            .try_fold(Self::default(), |state, cell| Some(state.play(geometry, cell?)))
    }

    /// Returns the state after a move to an empty cell that does not win.
    pub(super) fn play(&self, geometry: &Geometry, cell: usize) -> Self {
        let lines = geometry.lines_through(cell);
        let mut side = self.mover;
        side.stones |= 1 << cell;
        for n in (1..geometry.length()).rev() {
            side.counts[n] |= side.counts[n - 1] & lines;
        }
        side.counts[0] |= lines;
        side.spoiled |= geometry.lines_spoiled(cell);
        Self { mover: self.other, other: side }
    }

    pub(super) fn empty(&self, geometry: &Geometry) -> Cells {
        geometry.cells() & !(self.mover.stones | self.other.stones)
    }

    /// Returns the lines still open to the side to move.
    pub(super) fn open_to_mover(&self, geometry: &Geometry) -> Open {
        Open::new(geometry, &self.mover, &self.other)
    }

    /// Returns the lines still open to the other side.
    pub(super) fn open_to_other(&self, geometry: &Geometry) -> Open {
        Open::new(geometry, &self.other, &self.mover)
    }
}

/// The lines that a side can still complete, and its stones.
#[derive(Clone, Copy)]
pub(super) struct Open {
    pub(super) stones: Cells,
    pub(super) lines: Lines,
    counts: [Lines; MAX_LENGTH],
}

impl Open {
    fn new(geometry: &Geometry, own: &Side, against: &Side) -> Self {
        let lines = geometry.lines() & !(against.counts[0] | own.spoiled);
        Self { stones: own.stones, lines, counts: own.counts }
    }

    /// Returns the open lines that hold at least `stones` stones.
    fn holding(&self, stones: usize) -> Lines {
        let before = stones.checked_sub(1);
        self.lines & before.map_or(Lines::MAX, |before| self.counts[before])
    }

    /// Returns the empty cells where a stone wins.
    pub(super) fn winning(&self, geometry: &Geometry) -> Cells {
        cells_of(geometry, self.holding(geometry.length() - 1)) & !self.stones
    }

    /// Returns the cells of all open lines.
    pub(super) fn cells(&self, geometry: &Geometry) -> Cells {
        cells_of(geometry, self.lines)
    }

    /// Returns how many stones the fullest open line still needs; `None` if no line is open.
    pub(super) fn missing(&self, geometry: &Geometry) -> Option<usize> {
        (1..=geometry.length()).find(|missing| self.holding(geometry.length() - missing) != 0)
    }

    /// Returns the potential of Erdős and Selfridge (1973): each open line with n stones counts 2^n.
    ///
    /// Assume that the other side only blocks lines. A stone of this side at most doubles the potential. The
    /// blocker takes the cell with the greatest gain, which removes as much as the next stone adds. So this side
    /// never completes a line of K against the best defence in two cases: its potential is below 2^K with the
    /// blocker to move, or below 2^(K - 1) with this side to move.
    pub(super) fn potential(&self, geometry: &Geometry) -> u32 {
        let doubled = (1..geometry.length()).map(|stones| self.holding(stones).count_ones() << (stones - 1));
        self.lines.count_ones() + doubled.sum::<u32>()
    }

    /// Returns for each cell how much a stone there would add to the potential, or an opposing stone would
    /// subtract.
    pub(super) fn gains(&self, geometry: &Geometry) -> [u32; Cells::BITS as usize] {
        let mut gains = [0; Cells::BITS as usize];
        let mut rest = self.lines;
        while rest != 0 {
            let line = rest.trailing_zeros() as usize;
            let stones = (geometry.line_cells(line) & self.stones).count_ones();
            for cell in super::geometry::each(geometry.line_cells(line)) {
                gains[cell] += 1 << stones;
            }
            rest &= rest - 1;
        }
        gains
    }
}

fn cells_of(geometry: &Geometry, mut lines: Lines) -> Cells {
    let mut cells = 0;
    while lines != 0 {
        cells |= geometry.line_cells(lines.trailing_zeros() as usize);
        lines &= lines - 1;
    }
    cells
}
