//! A board that knows at any time what a stone of either side would make on every empty point.

use tengen_shared::rules::{Board, Point, Stone, Variant};

pub(super) use super::spot::Threat;
use super::{
    shapes::{Arm, LineCode, Shape, Shapes, UNITS, digit},
    spot::Spot,
};
use crate::{chance::drawn, classic::cells::Cells};

/// How far the domain reaches from a stone to every side: article 004's nine by nine points.
const DOMAIN: u8 = 4;

/// The points of one kind of threat, with their number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Points {
    cells: Cells,
    count: usize,
}

/// The board of the wide search. Cells are the points numbered row by row from the top left.
#[derive(Clone, Debug)]
pub(super) struct ThreatBoard {
    variant: Variant,
    shapes: &'static Shapes,
    spots: Vec<Spot>,
    points: Vec<Point>,
    /// From a cell to the next one on each of the four lines.
    strides: [usize; 4],
    /// By side: what its stones would be worth on all empty points together.
    totals: [i32; 2],
    /// By side and threat: the empty points where it can be made.
    threats: [[Points; 3]; 2],
    empty: usize,
    key: u64,
}

impl ThreatBoard {
    /// The board of a variant with win length 5.
    pub(super) fn new(board: &Board) -> Self {
        let variant = board.variant();
        let width = usize::from(variant.width());
        let shapes = Shapes::get(variant.runs());
        let points: Vec<Point> = variant.reading_order().collect();
        let mut own = Self {
            variant,
            shapes,
            spots: points.iter().map(|point| Spot::new(variant, *point, shapes)).collect(),
            points,
            strides: [1, width, width + 1, width - 1],
            totals: [0; 2],
            threats: Default::default(),
            empty: 0,
            key: 0,
        };
        for cell in own.cells() {
            own.count_in(cell);
        }
        for cell in own.cells() {
            if let Some(stone) = board.get(own.points[cell]) {
                own.place(cell, stone);
            }
        }
        own
    }

    pub(super) fn cell(&self, point: Point) -> usize {
        let row = usize::from(self.variant.height() - 1 - point.row());
        row * usize::from(self.variant.width()) + usize::from(point.col())
    }

    pub(super) fn point(&self, cell: usize) -> Point {
        self.points[cell]
    }

    pub(super) fn cells(&self) -> impl Iterator<Item = usize> + use<> {
        0..self.points.len()
    }

    pub(super) fn is_empty(&self, cell: usize) -> bool {
        self.spots[cell].stone.is_none()
    }

    pub(super) const fn empty_cells(&self) -> usize {
        self.empty
    }

    /// Whether `cell` is one of the nine by nine points round `middle`.
    pub(super) fn in_domain(&self, cell: usize, middle: usize) -> bool {
        let (cell, middle) = (self.points[cell], self.points[middle]);
        cell.col().abs_diff(middle.col()) <= DOMAIN && cell.row().abs_diff(middle.row()) <= DOMAIN
    }

    /// A number that tells apart positions with different stones.
    pub(super) const fn key(&self) -> u64 {
        self.key
    }

    /// On how many empty points `stone` would make this threat, and no greater one.
    pub(super) const fn count(&self, stone: Stone, threat: Threat) -> usize {
        self.threats[stone as usize][threat as usize].count
    }

    /// The lowest of these points.
    pub(super) fn first(&self, stone: Stone, threat: Threat) -> Option<usize> {
        if self.count(stone, threat) == 0 { None } else { self.threat_cells(stone, threat).next() }
    }

    /// These points.
    pub(super) fn threat_cells(&self, stone: Stone, threat: Threat) -> impl Iterator<Item = usize> {
        self.threats[stone as usize][threat as usize].cells.iter()
    }

    /// Whether a stone here threatens to win: by a four, or by an open three.
    pub(super) fn makes_threat(&self, cell: usize, stone: Stone) -> bool {
        let side = stone as usize;
        self.makes_four(cell, stone) || self.spots[cell].shapes[side].contains(&Shape::OpenThree)
    }

    /// Whether a stone here makes a four or more.
    pub(super) fn makes_four(&self, cell: usize, stone: Stone) -> bool {
        self.spots[cell].threat[stone as usize].is_some()
    }

    /// How much the position promises `stone`, who is to move: what stones on the empty points would be worth
    /// to it, less what they would be worth to the other side.
    pub(super) const fn score(&self, stone: Stone) -> i32 {
        self.totals[stone as usize] - hinder(self.totals[stone.other() as usize])
    }

    /// What a stone on the empty `cell` is worth to `stone`: what it makes and what it prevents.
    pub(super) fn worth(&self, cell: usize, stone: Stone) -> i32 {
        let worth = self.spots[cell].worth;
        worth[stone as usize] + hinder(worth[stone.other() as usize])
    }

    /// Calls `visit` with every cell that the other side could use to stop the fives that `stone` threatens with
    /// a double four on `cell`: that point itself and those that would complete a five then.
    pub(super) fn spoilers(&self, cell: usize, stone: Stone, mut visit: impl FnMut(usize)) {
        visit(cell);
        for line in 0..4 {
            for arm in [Arm::Before, Arm::After] {
                for distance in 1..=usize::from(self.spots[cell].room[line][arm as usize]) {
                    let at = self.step(cell, line, arm, distance);
                    let spot = &self.spots[at];
                    let then = spot.codes[stone as usize][line] + UNITS[digit(arm.opposite(), distance)];
                    if spot.stone.is_none() && self.shapes.of(then) == Shape::Five {
                        visit(at);
                    }
                }
            }
        }
    }

    /// Puts a stone on an empty cell.
    pub(super) fn place(&mut self, cell: usize, stone: Stone) {
        self.count_out(cell);
        self.spots[cell].stone = Some(stone);
        self.change(cell, stone, |code, step| *code += step);
    }

    /// Takes back `stone`, which must be on `cell`.
    pub(super) fn take_back(&mut self, cell: usize, stone: Stone) {
        self.change(cell, stone, |code, step| *code -= step);
        self.spots[cell].stone = None;
        self.count_in(cell);
    }

    const fn step(&self, cell: usize, line: usize, arm: Arm, distance: usize) -> usize {
        match arm {
            Arm::Before => cell - distance * self.strides[line],
            Arm::After => cell + distance * self.strides[line],
        }
    }

    /// Brings up to date every point that sees `cell` when `stone` comes there or goes.
    fn change(&mut self, cell: usize, stone: Stone, step: impl Fn(&mut LineCode, LineCode)) {
        self.key ^= drawn(0, 2 * cell as u64 + stone as u64);
        let (own, other) = (stone as usize, stone.other() as usize);
        for line in 0..4 {
            for arm in [Arm::Before, Arm::After] {
                for distance in 1..=usize::from(self.spots[cell].room[line][arm as usize]) {
                    let at = self.step(cell, line, arm, distance);
                    // From there, the stone lies the other way.
                    let unit = UNITS[digit(arm.opposite(), distance)];
                    step(&mut self.spots[at].codes[own][line], unit);
                    step(&mut self.spots[at].codes[other][line], 2 * unit);
                    self.reshape(at, line, own);
                    self.reshape(at, line, other);
                }
            }
        }
    }

    /// Looks up the shape of one line anew. An occupied cell is left as it is: before its stone goes, all that
    /// came later has gone.
    fn reshape(&mut self, cell: usize, line: usize, side: usize) {
        let spot = &mut self.spots[cell];
        if spot.stone.is_some() {
            return;
        }
        let Some(change) = spot.reshape(line, side, self.shapes) else { return };
        self.totals[side] += change.gain;
        if change.sharp {
            let threat = spot.threat_now(side);
            let before = std::mem::replace(&mut spot.threat[side], threat);
            if before != threat {
                self.forget(cell, side, before);
                self.note(cell, side, threat);
            }
        }
    }

    fn note(&mut self, cell: usize, side: usize, threat: Option<Threat>) {
        if let Some(threat) = threat {
            let points = &mut self.threats[side][threat as usize];
            points.cells.insert(cell);
            points.count += 1;
        }
    }

    fn forget(&mut self, cell: usize, side: usize, threat: Option<Threat>) {
        if let Some(threat) = threat {
            let points = &mut self.threats[side][threat as usize];
            points.cells.remove(cell);
            points.count -= 1;
        }
    }

    fn count_in(&mut self, cell: usize) {
        self.empty += 1;
        for side in 0..2 {
            self.totals[side] += self.spots[cell].worth[side];
            self.note(cell, side, self.spots[cell].threat[side]);
        }
    }

    fn count_out(&mut self, cell: usize) {
        self.empty -= 1;
        for side in 0..2 {
            self.totals[side] -= self.spots[cell].worth[side];
            self.forget(cell, side, self.spots[cell].threat[side]);
        }
    }
}

/// What preventing something is worth, if doing it is worth `worth`: article 003's weights of a defence are
/// about five sixths of those of an attack.
const fn hinder(worth: i32) -> i32 {
    worth / 6 * 5
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tengen_shared::rules::{Runs, wins_at};

    use super::*;

    /// A variant of win length 5.
    fn variants() -> impl Strategy<Value = Variant> {
        (5..=12_u8, 5..=12_u8, any::<bool>()).prop_map(|(width, height, exact)| {
            let runs = if exact { Runs::Exactly } else { Runs::AtLeast };
            Variant::new(width, height, 5, runs).unwrap()
        })
    }

    proptest! {
        #[test]
        fn kept_up_to_date_equals_looked_up_anew(
            variant in variants(),
            steps in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>(), any::<bool>()), 1..120),
        ) {
            let mut rules = Board::new(variant);
            let mut board = ThreatBoard::new(&rules);
            let mut placed = Vec::new();
            for (at, black, back) in steps {
                let (cell, stone) = (at.index(variant.points()), if black { Stone::Black } else { Stone::White });
                if back {
                    let Some((cell, stone)) = placed.pop() else { continue };
                    rules.set(board.point(cell), None);
                    board.take_back(cell, stone);
                } else if board.is_empty(cell) {
                    rules.set(board.point(cell), Some(stone));
                    board.place(cell, stone);
                    placed.push((cell, stone));
                }
            }
            let anew = ThreatBoard::new(&rules);
            prop_assert_eq!((board.totals, board.empty, board.key), (anew.totals, anew.empty, anew.key));
            prop_assert_eq!(&board.threats, &anew.threats);
            for cell in board.cells().filter(|cell| board.is_empty(*cell)) {
                prop_assert_eq!(&board.spots[cell], &anew.spots[cell]);
                for stone in [Stone::Black, Stone::White] {
                    let five = board.spots[cell].threat[stone as usize] == Some(Threat::Five);
                    prop_assert_eq!(five, wins_at(&rules, board.point(cell), stone));
                }
            }
        }
    }
}
