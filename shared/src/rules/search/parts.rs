//! A static evaluation, taken apart into what it adds up.

use serde::{Deserialize, Serialize};

use super::{Side, text};
use crate::rules::Point;

/// A static evaluation and its parts. It is the sum of what they and the rest add.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parts {
    /// The value, as in [`Node::value`](super::Node::value): from the point of view of MAX, up to 10^18 either way,
    /// decimal text in JSON.
    #[serde(with = "text")]
    pub value: i64,
    pub parts: Vec<Part>,
    /// The number of parts that are left out because there are too many.
    pub left_out: u32,
    /// What those add together.
    #[serde(with = "text")]
    pub rest: i64,
}

/// A part of a static evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The points that it looks at, in a row.
    pub points: Vec<Point>,
    /// What it adds to the value, from the point of view of MAX.
    #[serde(with = "text")]
    pub adds: i64,
    pub shape: Shape,
}

/// What is found on the points of a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// Articles 000 to 002: a line of a 3x3 board.
    Line {
        /// The sides that may still complete it, because the other side has no stone on it.
        open_for: OpenFor,
    },
    /// Article 003: one of the four lines through the point of the move.
    Window {
        /// The cells around the point, in the article's order and with its letters. The point is in the middle and
        /// counts as empty. There are nine of them, or eleven where longer runs do not win.
        cells: Vec<WindowCell>,
        /// The line for the side to move, with its stone on the point.
        attack: Stretch,
        /// The line for the other side, with its stone on the point.
        defence: Stretch,
        aim: Aim,
    },
    /// Article 004: stones of one side in an unbroken row.
    Run {
        side: Side,
        /// The empty ends, 0 to 2.
        open_ends: u8,
        /// The worth of the run in the article's table.
        #[serde(with = "text")]
        worth: i64,
    },
}

/// The sides that may still complete a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpenFor {
    Both,
    Max,
    Min,
    Nobody,
}

/// A cell of a line, from the point of view of the side to move, which is the attacker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowCell {
    /// L: on the board, without a stone.
    Empty,
    /// X: a stone of the attacker.
    Attacker,
    /// O: a stone of the defender.
    Defender,
    /// E: off the board.
    OffBoard,
}

impl WindowCell {
    /// Returns the letter of the cell in article 003.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Empty => 'L',
            Self::Attacker => 'X',
            Self::Defender => 'O',
            Self::OffBoard => 'E',
        }
    }
}

/// What a side has on a line through a point, and what it would have with a stone on the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stretch {
    /// The cells in a row that it may still use, the point included.
    pub cells: u8,
    /// Its stones in these cells, without the one on the point.
    pub stones: u8,
    /// The stones in the row through the point, with the one on the point.
    pub run: u8,
    /// The empty ends of that row, 0 to 2.
    pub open_ends: u8,
}

/// What a stone on a line is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// It builds the attacker's row.
    Attack,
    /// It stops the defender's row.
    Defence,
    /// Neither side has space for five, so the line counts 1.
    Nothing,
}
