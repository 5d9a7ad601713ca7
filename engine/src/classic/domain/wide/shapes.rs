//! What a stone on an empty point would make on one line, looked up by what lies beside it.

use std::sync::LazyLock;

use tengen_shared::rules::{Runs, Variant};

/// What a stone makes on one line, weakest first. A shape is named by what it can become, so that gaps do
/// not matter: a four lacks one stone of a five, a three one of a four and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Shape {
    /// No room for five.
    Dead,
    /// One more stone makes a two.
    One,
    /// One more stone makes a three.
    Two,
    /// One more stone makes an open three.
    OpenTwo,
    /// One more stone makes a four.
    Three,
    /// One more stone makes an open four.
    OpenThree,
    /// One point completes a five.
    Four,
    /// More than one point completes a five.
    OpenFour,
    /// The game is won.
    Five,
}

/// How many shapes there are.
pub(super) const SHAPES: usize = 9;

/// The points that matter to each side of a point: no run of five reaches further than four, and a fifth stone
/// beyond it makes the run too long where five must be exact.
pub(super) const REACH: usize = 5;

/// What lies beside a point on one line, seen by one side: a number of ten digits to base 3, 0 for an empty
/// point, 1 for an own stone, 2 for what is in the way (a stone of the other side, or the edge).
pub(super) type LineCode = u16;

const DIGITS: usize = 2 * REACH;
const CODES: usize = 3_usize.pow(10);
const OWN: usize = 1;

/// The value of a 1 in each digit.
pub(super) const UNITS: [LineCode; DIGITS] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561, 19683];

/// The digit of the point `distance` (1 to 5) steps away.
pub(super) const fn digit(arm: Arm, distance: usize) -> usize {
    match arm {
        Arm::Before => distance - 1,
        Arm::After => REACH + distance - 1,
    }
}

/// The two directions along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arm {
    /// Towards the top left of the board.
    Before,
    /// The other way.
    After,
}

impl Arm {
    pub(super) const fn opposite(self) -> Self {
        match self {
            Self::Before => Self::After,
            Self::After => Self::Before,
        }
    }
}

/// The shape for every code.
#[derive(Clone, Debug)]
pub(super) struct Shapes(Vec<Shape>);

impl Shapes {
    /// The shapes where runs count in this way; they are worked out once for all boards.
    pub(super) fn get(runs: Runs) -> &'static Self {
        static AT_LEAST: LazyLock<Shapes> = LazyLock::new(|| Shapes::new(Variant::GOMOKU15));
        static EXACTLY: LazyLock<Shapes> = LazyLock::new(|| Shapes::new(Variant::STANDARD15));
        match runs {
            Runs::AtLeast => &AT_LEAST,
            Runs::Exactly => &EXACTLY,
        }
    }

    /// The shapes of a variant with win length 5; the rules say what wins.
    fn new(variant: Variant) -> Self {
        let mut shapes = vec![Shape::Dead; CODES];
        // One more own stone beside the point means a larger code, so from the top down each shape follows from
        // those that it can become.
        for code in (0..CODES).rev() {
            shapes[code] = if variant.run_wins(run(code)) { Shape::Five } else { next_lower(&shapes, code) };
        }
        Self(shapes)
    }

    pub(super) fn of(&self, code: LineCode) -> Shape {
        self.0[usize::from(code)]
    }
}

fn digit_of(code: usize, digit: usize) -> usize {
    code / usize::from(UNITS[digit]) % 3
}

/// The length of the run through the point once it has a stone.
fn run(code: usize) -> usize {
    let arm = |arm| (1..=REACH).take_while(|distance| digit_of(code, digit(arm, *distance)) == OWN).count();
    arm(Arm::Before) + 1 + arm(Arm::After)
}

/// The shape that lacks one stone of the best that one more stone can make.
fn next_lower(shapes: &[Shape], code: usize) -> Shape {
    let empty = (0..DIGITS).filter(|digit| digit_of(code, *digit) == 0);
    let becomes = empty.map(|digit| shapes[code + usize::from(UNITS[digit])]);
    let fives = becomes.clone().filter(|shape| *shape == Shape::Five).count();
    match becomes.max() {
        Some(Shape::Five) if fives > 1 => Shape::OpenFour,
        Some(Shape::Five) => Shape::Four,
        Some(Shape::OpenFour) => Shape::OpenThree,
        Some(Shape::Four) => Shape::Three,
        Some(Shape::OpenThree) => Shape::OpenTwo,
        Some(Shape::Three) => Shape::Two,
        Some(Shape::OpenTwo | Shape::Two) => Shape::One,
        Some(Shape::One | Shape::Dead) | None => Shape::Dead,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shape made at the `+` of a line of `x`, `o` and `.`; what lies beyond is off the board.
    fn shape(runs: Runs, line: &str) -> Shape {
        let at = line.find('+').unwrap();
        let code = |arm: Arm, cells: &mut dyn Iterator<Item = char>| -> LineCode {
            let cell = |distance| match cells.next() {
                Some('.') => 0,
                Some('x') => UNITS[digit(arm, distance)],
                _ => 2 * UNITS[digit(arm, distance)],
            };
            (1..=REACH).map(cell).sum()
        };
        let before = code(Arm::Before, &mut line[..at].chars().rev());
        let after = code(Arm::After, &mut line[at + 1..].chars());
        Shapes::get(runs).of(before + after)
    }

    #[test]
    fn shapes_are_known_by_what_they_can_become() {
        let cases = [
            ("xx+xx", Shape::Five),
            (".xx+x.", Shape::OpenFour),
            ("x.+xx.x", Shape::OpenFour),
            ("oxx+x.", Shape::Four),
            ("x.+xx", Shape::Four),
            ("..x+x..", Shape::OpenThree),
            (".x.+x.", Shape::OpenThree),
            ("ox.+x.", Shape::Three),
            (".x+x.o", Shape::Three),
            ("..+x..", Shape::OpenTwo),
            ("ox+...", Shape::Two),
            ("...+....", Shape::One),
            ("o.x+.o", Shape::Dead),
        ];
        for (line, wanted) in cases {
            assert_eq!(shape(Runs::AtLeast, line), wanted, "{line}");
        }
        assert_eq!(shape(Runs::AtLeast, "xxx+xx"), Shape::Five);
        assert_eq!(shape(Runs::Exactly, "xxx+xx"), Shape::Dead);
        assert_eq!(shape(Runs::Exactly, "x.x+xx.x"), Shape::Dead);
        assert_eq!(shape(Runs::Exactly, "x.x+xx..x"), Shape::Four);
    }
}
