//! What is known of one point: what a stone of either side would make there.

use tengen_shared::rules::{Point, Runs, Stone, Variant};

use super::shapes::{Arm, LineCode, REACH, SHAPES, Shape, Shapes, UNITS, digit};

/// The worth of a shape, by [`Shape`]: article 003's weights of an attack for runs of 1 to 5, closed and open.
const WORTH: [i32; SHAPES] = [0, 1, 11, 22, 45, 180, 720, 2880, 46_080];

/// What one stone on a point threatens or does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Threat {
    /// A four, which must be answered on one point.
    Four,
    /// Two ways to make five at once, which no one stone can stop.
    DoubleFour,
    /// A five.
    Five,
}

/// What is known of a point. Occupied points are kept up to date as well, since their stones may be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) stone: Option<Stone>,
    /// By side and line.
    pub(super) codes: [[LineCode; 4]; 2],
    pub(super) shapes: [[Shape; 4]; 2],
    /// By side: the sum over the lines.
    pub(super) worth: [i32; 2],
    pub(super) threat: [Option<Threat>; 2],
    /// Points that matter up to the edge, by line and arm.
    pub(super) room: [[u8; 2]; 4],
}

/// What has changed when a shape is looked up anew.
pub(super) struct Change {
    /// In worth to that side.
    pub(super) gain: i32,
    /// Whether the threat may have changed too.
    pub(super) sharp: bool,
}

impl Spot {
    /// An empty point of an empty board.
    pub(super) fn new(variant: Variant, point: Point, shapes: &Shapes) -> Self {
        let reach = match variant.runs() {
            Runs::AtLeast => 4,
            Runs::Exactly => 5,
        };
        let (left, right) = (point.col(), variant.width() - 1 - point.col());
        let (up, down) = (variant.height() - 1 - point.row(), point.row());
        let room =
            [[left, right], [up, down], [left.min(up), right.min(down)], [right.min(up), left.min(down)]]
                .map(|arms| arms.map(|room| room.min(reach)));
        let codes = room.map(|[before, after]| {
            let edge = |arm, room: u8| -> LineCode {
                (usize::from(room) + 1..=REACH).map(|distance| 2 * UNITS[digit(arm, distance)]).sum()
            };
            edge(Arm::Before, before) + edge(Arm::After, after)
        });
        let shapes = codes.map(|code| shapes.of(code));
        let worth = shapes.iter().map(|shape| WORTH[*shape as usize]).sum();
        Self {
            stone: None,
            codes: [codes; 2],
            shapes: [shapes; 2],
            worth: [worth; 2],
            threat: [None; 2],
            room,
        }
    }

    /// Looks up the shape of one line anew, and gives what the point has gained in worth; none if nothing has
    /// changed. The threat is left as it was.
    pub(super) fn reshape(&mut self, line: usize, side: usize, shapes: &Shapes) -> Option<Change> {
        let shape = shapes.of(self.codes[side][line]);
        let before = std::mem::replace(&mut self.shapes[side][line], shape);
        if before == shape {
            return None;
        }
        let gain = WORTH[shape as usize] - WORTH[before as usize];
        self.worth[side] += gain;
        Some(Change { gain, sharp: shape.max(before) >= Shape::Four })
    }

    /// What a stone of `side` would threaten here, by its shapes.
    pub(super) fn threat_now(&self, side: usize) -> Option<Threat> {
        threat(self.shapes[side])
    }
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
