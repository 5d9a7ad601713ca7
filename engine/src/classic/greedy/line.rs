//! What an empty point is worth on one line: article 003's second version, O(n) in the cells beside it.
//!
//! Around the point, the unbroken stretch of cells that are empty or the attacker's is measured, and likewise
//! for the defender. If neither stretch has room for five, the line is worth 1. Otherwise the side whose
//! stones fill the greater share of its stretch gets a stone on the point (attack, or defence against it), and
//! the run that this makes is looked up in the table of weights.

use tengen_shared::rules::{Runs, Variant};

/// The cells looked at to each side of a point: no run of five reaches further.
const ARM: usize = 4;

/// The room a run needs.
const FIVE: u16 = 5;

/// What a line is worth on which nothing can be built or prevented.
const NOTHING: u16 = 1;

/// A cell as seen from the side for which a table is made, with the article's letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// L: on the board, without a stone.
    Empty,
    /// X: a stone of the side whose runs are an attack.
    Attacker,
    /// O: a stone of the side whose runs call for defence.
    Defender,
    /// E: off the board.
    OffBoard,
}

impl Cell {
    /// The cell as two bits.
    pub(super) const fn bits(self) -> u16 {
        match self {
            Self::Empty => 0,
            Self::Attacker => 1,
            Self::Defender => 2,
            Self::OffBoard => 3,
        }
    }

    const fn from_bits(bits: u16) -> Self {
        match bits & 3 {
            0 => Self::Empty,
            1 => Self::Attacker,
            2 => Self::Defender,
            _ => Self::OffBoard,
        }
    }
}

/// The score, 1 to 46,080, of the empty centre of nine cells in a row where five or more win. What the
/// window says of the centre itself does not matter.
#[must_use]
pub fn line_score(window: [Cell; 9]) -> i32 {
    let [d, c, b, a, _, after @ ..] = window;
    i32::from(score(Variant::GOMOKU15, Arm::read(&[a, b, c, d]), Arm::read(&after)))
}

/// The cells that can matter beside a point: one more where a run must have exactly five stones, since a fifth
/// stone beyond four spoils it.
pub(super) fn reach(runs: Runs) -> usize {
    match runs {
        Runs::AtLeast => ARM,
        Runs::Exactly => ARM + 1,
    }
}

/// What one side has beside a point, in one direction or in both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stretch {
    /// Cells up to the first one that the side can never have.
    cells: u16,
    /// Stones in them.
    stones: u16,
    /// Stones that touch the point or one another up to it.
    run: u16,
    /// Ends of the run that are empty.
    open_ends: u16,
}

impl Stretch {
    /// The point alone, without any room beside it.
    const ALONE: Self = Self { cells: 1, stones: 0, run: 1, open_ends: 0 };

    /// One arm for the side with these stones.
    fn read(arm: &[Cell], own: Cell) -> Self {
        let small = |count| u16::try_from(count).unwrap_or(u16::MAX);
        let run = arm.iter().take_while(|cell| **cell == own).count();
        let room = arm.iter().take(ARM).take_while(|cell| **cell == own || **cell == Cell::Empty);
        Self {
            cells: small(room.clone().count()),
            stones: small(room.filter(|cell| **cell == own).count()),
            run: small(run),
            open_ends: u16::from(arm.get(run) == Some(&Cell::Empty)),
        }
    }

    /// Two arms with a stone on the point between them. If the rules say that its run is too long to win,
    /// there is nothing to be had here: the stone counts as alone.
    fn through(variant: Variant, before: Self, after: Self) -> Self {
        let run = before.run + 1 + after.run;
        if run >= FIVE && !variant.run_wins(run.into()) {
            return Self::ALONE;
        }
        Self {
            cells: before.cells + 1 + after.cells,
            stones: before.stones + after.stones,
            run,
            open_ends: before.open_ends + after.open_ends,
        }
    }

    /// The weights that the article settled on, (attack, defence). A five outranks four lines on which the
    /// other side's five must be prevented: 4 x 11520 = 46080, and a point with a five has three lines more.
    const fn weights(self) -> (u16, u16) {
        match (self.run, self.open_ends) {
            (..=1, _) => (1, 1),
            (2, _) => (11, 10),
            (3, 2) => (180, 160),
            (3, _) => (45, 40),
            (4, 2) => (2880, 2400),
            (4, _) => (720, 600),
            (FIVE.., _) => (46_080, 11_520),
        }
    }
}

/// What both sides have on one side of a point: arms that are equal here score the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arm {
    attack: Stretch,
    defence: Stretch,
}

impl Arm {
    /// Reads the cells from the point outward.
    fn read(cells: &[Cell]) -> Self {
        Self { attack: Stretch::read(cells, Cell::Attacker), defence: Stretch::read(cells, Cell::Defender) }
    }
}

fn score(variant: Variant, before: Arm, after: Arm) -> u16 {
    let attack = Stretch::through(variant, before.attack, after.attack);
    let defence = Stretch::through(variant, before.defence, after.defence);
    if attack.cells < FIVE && defence.cells < FIVE {
        NOTHING
    } else if attack.stones * defence.cells >= defence.stones * attack.cells {
        attack.weights().0
    } else {
        defence.weights().1
    }
}

/// The cells of an arm packed into bits, two for each, the nearest lowest.
pub(super) type ArmCode = u16;

/// How many codes there are: the longest arm has five cells.
const CODES: usize = 1 << (2 * (ARM + 1));

/// The scores of every line that can occur in a variant, looked up by its two arms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LineScores {
    /// By code, the number of the arm it amounts to. Only about a hundred arms are different.
    arms: Vec<u8>,
    /// How many arms there are.
    count: usize,
    /// By the numbers of both arms.
    scores: Vec<u16>,
}

impl LineScores {
    /// Works all of them out, which takes about as long as a few hundred stones on a table.
    pub(super) fn new(variant: Variant) -> Self {
        let mut different: Vec<Arm> = Vec::new();
        let mut number = |code| {
            let cells: [Cell; ARM + 1] = std::array::from_fn(|at| Cell::from_bits(code >> (2 * at)));
            let arm = Arm::read(&cells[..reach(variant.runs())]);
            let known = different.iter().position(|other| *other == arm);
            known.unwrap_or_else(|| {
                different.push(arm);
                different.len() - 1
            })
        };
        let arms = (0..CODES).map(|code| number(ArmCode::try_from(code).unwrap_or(ArmCode::MAX)));
        let arms = arms.map(|number| u8::try_from(number).expect("invariant: fewer than 128 arms")).collect();
        let pairs = different.iter().flat_map(|before| different.iter().map(move |after| (before, after)));
        let scores = pairs.map(|(before, after)| score(variant, *before, *after)).collect();
        Self { arms, count: different.len(), scores }
    }

    /// The score of a line with these arms.
    pub(super) fn of(&self, [before, after]: [ArmCode; 2]) -> u16 {
        let number = |code| usize::from(self.arms[usize::from(code)]);
        self.scores[number(before) * self.count + number(after)]
    }
}
