//! The score of an empty point on one line: article 003's second version, linear in the number of cells beside it.
//!
//! It measures the stretch around the point that consists of empty cells and the attacker's stones, and the same
//! for the defender. If neither stretch has room for five, the line scores 1. Otherwise the side with the greater
//! share of stones in its stretch gets a stone on the point. This is an attack, or a defence against the other
//! side. The length of the resulting run gives the score by a table of weights.

pub use tengen_shared::rules::search::WindowCell as Cell;
use tengen_shared::rules::{
    RuleSet, Run, Stone, Variant,
    search::{Aim, Shape, Stretch},
};

use super::LineWeights;

/// The cells considered on each side of a point. A run of five reaches no further.
const ARM: usize = 4;

/// The least number of cells for a run that wins.
pub(super) const FIVE: u8 = 5;

/// The score of a line on which nothing can be built or prevented.
pub(super) const NOTHING: u16 = 1;

/// Returns a cell as two bits.
pub(super) const fn bits(cell: Cell) -> u16 {
    match cell {
        Cell::Empty => 0,
        Cell::Attacker => 1,
        Cell::Defender => 2,
        Cell::OffBoard => 3,
    }
}

const fn from_bits(bits: u16) -> Cell {
    match bits & 3 {
        0 => Cell::Empty,
        1 => Cell::Attacker,
        2 => Cell::Defender,
        _ => Cell::OffBoard,
    }
}

/// Returns the score, 1 to 46,080, of the empty centre of nine cells in a row, where five or more win. The content
/// of the centre itself does not matter.
#[must_use]
pub fn line_score(window: [Cell; 9]) -> i32 {
    let [d, c, b, a, _, after @ ..] = window;
    let judged = Judged::new(Variant::GOMOKU15, Arm::read(&[a, b, c, d]), Arm::read(&after));
    i32::from(judged.score(&LineWeights::default()))
}

/// Returns how many cells beside a point can matter. With exact runs it is one more, because a fifth stone beyond
/// four spoils a run.
pub(super) fn reach(runs: RuleSet) -> usize {
    match runs {
        RuleSet::Freestyle => ARM,
        RuleSet::Standard | RuleSet::Caro | RuleSet::LongCaro | RuleSet::Renju => ARM + 1,
    }
}

/// The point alone, without any room beside it.
const ALONE: Stretch = Stretch { cells: 1, stones: 0, run: 1, open_ends: 0 };

/// Measures one arm, without the point, for the side with the stones `own`.
fn read(arm: &[Cell], own: Cell) -> Stretch {
    let small = |count| u8::try_from(count).unwrap_or(u8::MAX);
    let run = arm.iter().take_while(|cell| **cell == own).count();
    let room = arm.iter().take(ARM).take_while(|cell| **cell == own || **cell == Cell::Empty);
    Stretch {
        cells: small(room.clone().count()),
        stones: small(room.filter(|cell| **cell == own).count()),
        run: small(run),
        open_ends: u8::from(arm.get(run) == Some(&Cell::Empty)),
    }
}

/// Joins two arms with a stone on the point between them. If this run is too long to win, nothing can be gained here, so
/// the stone counts as alone.
fn through(variant: Variant, before: Stretch, after: Stretch) -> Stretch {
    let run = before.run + 1 + after.run;
    if run >= FIVE && !variant.wins(Stone::Black, Run::open(run.into())) {
        return ALONE;
    }
    Stretch {
        cells: before.cells + 1 + after.cells,
        stones: before.stones + after.stones,
        run,
        open_ends: before.open_ends + after.open_ends,
    }
}

/// Returns the place of a run in both lists of [`LineWeights`].
pub(super) const fn place(run: u8, both_ends_open: bool) -> usize {
    match (run, both_ends_open) {
        (..=1, _) => 0,
        (2, _) => 1,
        (3, false) => 2,
        (3, true) => 3,
        (4, false) => 4,
        (4, true) => 5,
        (5.., _) => 6,
    }
}

/// Both sides' stretches on one arm. Arms that are equal here score the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arm {
    attack: Stretch,
    defence: Stretch,
}

impl Arm {
    /// Measures the cells from the point outwards.
    fn read(cells: &[Cell]) -> Self {
        Self { attack: read(cells, Cell::Attacker), defence: read(cells, Cell::Defender) }
    }
}

/// A line through a point, as the article judges it.
struct Judged {
    attack: Stretch,
    defence: Stretch,
    aim: Aim,
}

impl Judged {
    fn new(variant: Variant, before: Arm, after: Arm) -> Self {
        let attack = through(variant, before.attack, after.attack);
        let defence = through(variant, before.defence, after.defence);
        let aim = if attack.cells < FIVE && defence.cells < FIVE {
            Aim::Nothing
        } else if attack.stones * defence.cells >= defence.stones * attack.cells {
            Aim::Attack
        } else {
            Aim::Defence
        };
        Self { attack, defence, aim }
    }

    fn score(&self, weights: &LineWeights) -> u16 {
        let place = |stretch: Stretch| place(stretch.run, stretch.open_ends == 2);
        match self.aim {
            Aim::Nothing => NOTHING,
            Aim::Attack => weights.attack[place(self.attack)],
            Aim::Defence => weights.defence[place(self.defence)],
        }
    }
}

/// Returns what a line with these arms consists of, and its score.
pub(super) fn taken_apart(
    variant: Variant,
    weights: &LineWeights,
    [before, after]: [ArmCode; 2],
) -> (Shape, u16) {
    let cells = |code| -> Vec<Cell> { cells(code)[..reach(variant.runs())].to_vec() };
    let (before, after) = (cells(before), cells(after));
    let judged = Judged::new(variant, Arm::read(&before), Arm::read(&after));
    let shape = Shape::Window {
        cells: before.into_iter().rev().chain([Cell::Empty]).chain(after).collect(),
        attack: judged.attack,
        defence: judged.defence,
        aim: judged.aim,
    };
    (shape, judged.score(weights))
}

/// The cells of an arm, two bits each, the nearest in the lowest bits.
pub(super) type ArmCode = u16;

/// Returns the cells of an arm, the nearest first.
fn cells(code: ArmCode) -> [Cell; ARM + 1] {
    std::array::from_fn(|at| from_bits(code >> (2 * at)))
}

/// The number of codes, as the longest arm has five cells.
const CODES: usize = 1 << (2 * (ARM + 1));

/// The scores of all lines of a variant, looked up by their two arms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LineScores {
    /// The number of the equivalent arm, by code. Only about a hundred arms differ.
    arms: Vec<u8>,
    /// The number of different arms.
    count: usize,
    /// The scores, by the numbers of both arms.
    scores: Vec<u16>,
    weights: LineWeights,
}

impl LineScores {
    /// Computes all scores, which takes about as long as placing a few hundred stones on a table.
    pub(super) fn new(variant: Variant, weights: &LineWeights) -> Self {
        let mut different: Vec<Arm> = Vec::new();
        let mut number = |code| {
            let arm = Arm::read(&cells(code)[..reach(variant.runs())]);
            let known = different.iter().position(|other| *other == arm);
            known.unwrap_or_else(|| {
                different.push(arm);
                different.len() - 1
            })
        };
        let arms = (0..CODES).map(|code| number(ArmCode::try_from(code).unwrap_or(ArmCode::MAX)));
        let arms = arms.map(|number| u8::try_from(number).expect("invariant: fewer than 128 arms")).collect();
        let pairs = different.iter().flat_map(|before| different.iter().map(move |after| (before, after)));
        let scores =
            pairs.map(|(before, after)| Judged::new(variant, *before, *after).score(weights)).collect();
        Self { arms, count: different.len(), scores, weights: *weights }
    }

    pub(super) const fn weights(&self) -> &LineWeights {
        &self.weights
    }

    /// Returns the score of a line with these arms.
    pub(super) fn of(&self, [before, after]: [ArmCode; 2]) -> u16 {
        let number = |code| usize::from(self.arms[usize::from(code)]);
        self.scores[number(before) * self.count + number(after)]
    }
}
