//! A board that knows at any time what a stone of either side would make on every empty point.

use tengen_shared::rules::{Board, Point, Runs, Stone, Variant};

use super::shapes::{Arm, LineCode, REACH, SHAPES, Shape, Shapes, UNITS, digit};
use crate::classic::lines::cells::Cells;

/// The worth of a shape, by [`Shape`]: article 003's weights of an attack for runs of 1 to 5, closed and open.
const WORTH: [i32; SHAPES] = [0, 1, 11, 22, 45, 180, 720, 2880, 46_080];

/// What one stone on a point threatens or does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threat {
    /// A four, which must be answered on one point.
    Four = 0,
    /// Two ways to make five at once, which no one stone can stop.
    DoubleFour = 1,
    /// A five.
    Five = 2,
}

/// What is known of a point. Occupied points are kept up to date as well, since their stones may be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Spot {
    codes: [[LineCode; 4]; 2],
    shapes: [[Shape; 4]; 2],
    worth: [i32; 2],
    threat: [Option<Threat>; 2],
    combo: [i32; 2],
    stone: Option<Stone>,
    /// Points that matter up to the edge, by line and arm.
    room: [[u8; 2]; 4],
}

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
    shapes: Shapes,
    spots: Vec<Spot>,
    points: Vec<Point>,
    strides: [usize; 4],
    /// By side: what its stones would be worth on all empty points together.
    totals: [i32; 2],
    /// By side and threat.
    threats: [[Points; 3]; 2],
    empty: usize,
    key: u64,
    x: [i32; 4],
}

impl ThreatBoard {
    pub(super) fn new(board: &Board, x: [i32; 4]) -> Self {
        let variant = board.variant();
        let width = usize::from(variant.width());
        let shapes = Shapes::new(variant);
        let points: Vec<Point> = variant.reading_order().collect();
        let spots = points.iter().map(|point| Spot::new(variant, *point, &shapes)).collect();
        let mut own = Self {
            variant,
            shapes,
            spots,
            points,
            strides: [1, width, width + 1, width - 1],
            totals: [0; 2],
            threats: Default::default(),
            empty: 0,
            key: 0,
            x,
        };
        for cell in 0..own.spots.len() {
            own.count_in(cell);
        }
        for cell in 0..own.spots.len() {
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

    pub(super) fn is_empty(&self, cell: usize) -> bool {
        self.spots[cell].stone.is_none()
    }

    pub(super) fn cells_in_all(&self) -> usize {
        self.spots.len()
    }

    pub(super) fn distance(&self, a: usize, b: usize) -> usize {
        let (a, b) = (self.points[a], self.points[b]);
        usize::from(a.col().abs_diff(b.col()).max(a.row().abs_diff(b.row())))
    }

    pub(super) const fn empty_cells(&self) -> usize {
        self.empty
    }

    /// A number that tells apart positions with different stones.
    pub(super) const fn key(&self) -> u64 {
        self.key
    }

    pub(super) fn count(&self, stone: Stone, threat: Threat) -> usize {
        self.threats[stone as usize][threat as usize].count
    }

    /// The lowest cell where `stone` would make this threat, and no greater one.
    pub(super) fn first(&self, stone: Stone, threat: Threat) -> Option<usize> {
        if self.count(stone, threat) == 0 { None } else { self.cells(stone, threat).first() }
    }

    pub(super) fn cells(&self, stone: Stone, threat: Threat) -> &Cells {
        &self.threats[stone as usize][threat as usize].cells
    }

    /// Whether a stone makes a four here, or an open three unless `must_four`.
    pub(super) fn makes_threat(&self, cell: usize, stone: Stone, must_four: bool) -> bool {
        let spot = &self.spots[cell];
        spot.threat[stone as usize].is_some() || (!must_four && spot.shapes[stone as usize].contains(&Shape::OpenThree))
    }

    /// How much the position promises `stone`, who is to move: what stones on the empty points would be worth
    /// to it, less what they would be worth to the other side.
    pub(super) fn score(&self, stone: Stone) -> i32 {
        self.totals[stone as usize] - self.totals[stone.other() as usize] / 12 * (10 + self.x[3])
    }

    /// What a stone on the empty `cell` is worth to `stone`: what it makes and what it prevents.
    pub(super) fn worth(&self, cell: usize, stone: Stone) -> i32 {
        let worth = self.spots[cell].worth;
        worth[stone as usize] + hinder(worth[stone.other() as usize])
    }

    /// Calls `visit` with every cell that `stone` could use to stop the fives it threatens with a double four on
    /// `cell`: that point itself and those that would complete a five then.
    pub(super) fn spoilers(&self, cell: usize, stone: Stone, mut visit: impl FnMut(usize)) {
        visit(cell);
        self.beside(cell, |at, line, unit| {
            let spot = &self.spots[at];
            let five = || self.shapes.of(spot.codes[stone as usize][line] + unit) == Shape::Five;
            if spot.stone.is_none() && five() {
                visit(at);
            }
        });
    }

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

    fn change(&mut self, cell: usize, stone: Stone, step: impl Fn(&mut LineCode, LineCode)) {
        self.key ^= scatter(2 * cell as u64 + stone as u64);
        let (own, other) = (stone as usize, stone.other() as usize);
        for line in 0..4 {
            for (arm, room) in [Arm::Before, Arm::After].into_iter().zip(self.spots[cell].room[line]) {
                let mut at = cell;
                for distance in 1..=usize::from(room) {
                    at = match arm {
                        Arm::Before => at - self.strides[line],
                        Arm::After => at + self.strides[line],
                    };
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

    /// Looks up the shape of one line anew.
    fn reshape(&mut self, cell: usize, line: usize, side: usize) {
        let spot = &mut self.spots[cell];
        if spot.stone.is_some() {
            return;
        }
        let shape = self.shapes.of(spot.codes[side][line]);
        let before = std::mem::replace(&mut spot.shapes[side][line], shape);
        if before == shape {
            return;
        }
        let mut gain = WORTH[shape as usize] - WORTH[before as usize];
        if shape.max(before) >= Shape::OpenThree {
            let now = combo(spot.shapes[side], self.x);
            gain += now - spot.combo[side];
            spot.combo[side] = now;
        }
        spot.worth[side] += gain;
        self.totals[side] += gain;
        if shape.max(before) >= Shape::Four {
            let threat = threat(spot.shapes[side]);
            let before = std::mem::replace(&mut spot.threat[side], threat);
            if before != threat {
                self.note(cell, side, before, -1);
                self.note(cell, side, threat, 1);
            }
        }
    }

    fn note(&mut self, cell: usize, side: usize, threat: Option<Threat>, sign: i8) {
        let Some(threat) = threat else { return };
        let points = &mut self.threats[side][threat as usize];
        if sign > 0 {
            points.cells.insert(cell);
            points.count += 1;
        } else {
            points.cells.remove(cell);
            points.count -= 1;
        }
    }

    fn count_in(&mut self, cell: usize) {
        self.empty += 1;
        for side in 0..2 {
            self.totals[side] += self.spots[cell].worth[side];
            self.note(cell, side, self.spots[cell].threat[side], 1);
        }
    }

    fn count_out(&mut self, cell: usize) {
        self.empty -= 1;
        for side in 0..2 {
            self.totals[side] -= self.spots[cell].worth[side];
            self.note(cell, side, self.spots[cell].threat[side], -1);
        }
    }

    /// Calls `visit` with every cell that sees `cell`, the line they share, and what a stone on `cell` adds to
    /// the code there for its own side.
    fn beside(&self, cell: usize, mut visit: impl FnMut(usize, usize, LineCode)) {
        for line in 0..4 {
            for (arm, room) in [Arm::Before, Arm::After].into_iter().zip(self.spots[cell].room[line]) {
                for distance in 1..=usize::from(room) {
                    let at = match arm {
                        Arm::Before => cell - distance * self.strides[line],
                        Arm::After => cell + distance * self.strides[line],
                    };
                    visit(at, line, UNITS[digit(arm.opposite(), distance)]);
                }
            }
        }
    }
}

impl Spot {
    fn new(variant: Variant, point: Point, shapes: &Shapes) -> Self {
        let reach = match variant.runs() {
            Runs::AtLeast => 4,
            Runs::Exactly => 5,
        };
        let (left, right) = (point.col(), variant.width() - 1 - point.col());
        let (up, down) = (variant.height() - 1 - point.row(), point.row());
        let room = [[left, right], [up, down], [left.min(up), right.min(down)], [right.min(up), left.min(down)]]
            .map(|arms| arms.map(|room| room.min(reach)));
        let codes = room.map(|[before, after]| {
            let edge = |arm, room: u8| -> LineCode {
                (usize::from(room) + 1..=REACH).map(|distance| 2 * UNITS[digit(arm, distance)]).sum()
            };
            edge(Arm::Before, before) + edge(Arm::After, after)
        });
        let shapes = codes.map(|code| shapes.of(code));
        let worth = shapes.iter().map(|shape| WORTH[*shape as usize]).sum();
        Self { codes: [codes; 2], shapes: [shapes; 2], worth: [worth; 2], threat: [None; 2], combo: [0; 2], stone: None, room }
    }
}

/// What preventing something is worth, if doing it is worth `worth`: article 003's weights of a defence are
/// about five sixths of those of an attack.
const fn hinder(worth: i32) -> i32 {
    worth / 6 * 5
}

fn threat(shapes: [Shape; 4]) -> Option<Threat> {
    let fives = |shape: &Shape| match shape {
        Shape::OpenFour => 2,
        Shape::Four => 1,
        _ => 0,
    };
    if shapes.contains(&Shape::Five) {
        return Some(Threat::Five);
    }
    match shapes.iter().map(fives).sum() {
        0 => None,
        1 => Some(Threat::Four),
        _ => Some(Threat::DoubleFour),
    }
}

/// The finisher of SplitMix64.
const fn scatter(number: u64) -> u64 {
    let mut z = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

fn combo(shapes: [Shape; 4], x: [i32; 4]) -> i32 {
    let count = |from: Shape, to: Shape| shapes.iter().filter(|s| **s >= from && **s <= to).count();
    let threes = count(Shape::OpenThree, Shape::OpenThree);
    let fours = count(Shape::Four, Shape::Four);
    if fours == 1 && threes > 0 { x[1] } else if threes > 1 { x[2] } else { 0 }
}
