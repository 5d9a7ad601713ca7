//! A variant: the size of the board and what counts as a win.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    point::{MAX_SIDE, Point},
    rule_set::{RuleSet, Run},
    stone::Stone,
};

/// The shortest side of any board, and the shortest win length.
pub const MIN_SIDE: u8 = 3;

/// The rules of a game: a board with sides of 3 to 26 points, and a win length from 3 to the longer side.
///
/// ```
/// use tengen_shared::rules::Variant;
///
/// assert_eq!("gomoku15".parse(), Ok(Variant::GOMOKU15));
/// let connect = "7x6k4".parse::<Variant>()?;
/// assert_eq!((connect.width(), connect.height(), connect.win_length()), (7, 6, 4));
/// # Ok::<(), tengen_shared::rules::ParseVariantError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "RawVariant", into = "RawVariant")]
pub struct Variant {
    width: u8,
    height: u8,
    win_length: u8,
    runs: RuleSet,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
struct RawVariant {
    width: u8,
    height: u8,
    win_length: u8,
    runs: RuleSet,
}

/// The reason why a variant cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum VariantError {
    /// A side is shorter than 3 or longer than 26.
    #[error("a board of {width}x{height} is not possible: each side must have 3 to 26 points")]
    Side {
        /// The requested number of columns.
        width: u8,
        /// The requested number of rows.
        height: u8,
    },
    /// The win length is less than 3, or more than the longer side of the board.
    #[error("{win_length} in a row is not possible: choose 3 to {longest}")]
    WinLength {
        /// The requested win length.
        win_length: u8,
        /// The longer side of the board.
        longest: u8,
    },
    /// The rule set is for another win length.
    #[error("these rules are played with {length} in a row: choose {length}, or freestyle or standard rules")]
    FixedLength {
        /// The only win length of the rule set.
        length: u8,
    },
}

/// The error for text that names no variant.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseVariantError {
    /// The text is neither a name nor a size.
    #[error(
        "{0:?} is not a variant: use {names}, or a size such as 7x7k4 for 7 columns, 7 rows and 4 in a row (then exact if longer rows must not win, or caro, longcaro or renju)",
        names = Variant::names()
    )]
    Form(String),
    /// The text has the right form, but its numbers are out of range.
    #[error(transparent)]
    Numbers(#[from] VariantError),
}

impl Variant {
    /// Tic-tac-toe: 3x3, three in a row.
    pub const TICTACTOE: Self = Self { width: 3, height: 3, win_length: 3, runs: RuleSet::Freestyle };
    /// Freestyle gomoku: 15x15, five or more in a row.
    pub const GOMOKU15: Self = Self { width: 15, height: 15, win_length: 5, runs: RuleSet::Freestyle };
    /// Freestyle gomoku on the large board: 19x19, five or more in a row.
    pub const GOMOKU19: Self = Self { width: 19, height: 19, win_length: 5, runs: RuleSet::Freestyle };
    /// Standard gomoku: 15x15, exactly five in a row.
    pub const STANDARD15: Self = Self { width: 15, height: 15, win_length: 5, runs: RuleSet::Standard };
    /// Caro: 15x15, exactly five in a row that are not closed at both ends.
    pub const CARO15: Self = Self { width: 15, height: 15, win_length: 5, runs: RuleSet::Caro };
    /// Renju: 15x15, five in a row, with moves that are forbidden to Black.
    pub const RENJU15: Self = Self { width: 15, height: 15, win_length: 5, runs: RuleSet::Renju };

    /// The variants that have a name, in the order in which menus offer them.
    pub const NAMED: [(&'static str, Self); 6] = [
        ("tictactoe", Self::TICTACTOE),
        ("gomoku15", Self::GOMOKU15),
        ("gomoku19", Self::GOMOKU19),
        ("standard15", Self::STANDARD15),
        ("caro15", Self::CARO15),
        ("renju15", Self::RENJU15),
    ];

    /// Returns the names in [`Self::NAMED`], separated by commas.
    #[must_use]
    pub fn names() -> String {
        Self::NAMED.map(|(name, _)| name).join(", ")
    }

    /// Creates the rules for a board of `width` x `height` on which `win_length` in a row wins.
    ///
    /// # Errors
    /// Returns an error for a side outside 3 to 26, a win length outside 3 to the longer side, or a win length for which
    /// the rule set is not made.
    pub fn new(width: u8, height: u8, win_length: u8, runs: RuleSet) -> Result<Self, VariantError> {
        let sides = MIN_SIDE..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(VariantError::Side { width, height });
        }
        let longest = width.max(height);
        if !(MIN_SIDE..=longest).contains(&win_length) {
            return Err(VariantError::WinLength { win_length, longest });
        }
        if let Some(length) = runs.fixed_length().filter(|length| *length != win_length) {
            return Err(VariantError::FixedLength { length });
        }
        Ok(Self { width, height, win_length, runs })
    }

    /// Returns the number of columns, 3 to 26.
    #[must_use]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// Returns the number of rows, 3 to 26.
    #[must_use]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// Returns the number of stones in a row that win.
    #[must_use]
    pub const fn win_length(self) -> u8 {
        self.win_length
    }

    /// Returns the rule set.
    #[must_use]
    pub const fn runs(self) -> RuleSet {
        self.runs
    }

    /// Returns the number of points, 9 to 676.
    #[must_use]
    pub fn points(self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Returns the centre of the board. On an even side, it is the higher one of the two middle lines.
    ///
    /// # Panics
    /// Never: no side is longer than a [`Point`] can name.
    #[must_use]
    pub const fn centre(self) -> Point {
        match Point::new(self.width / 2, self.height / 2) {
            Some(centre) => centre,
            None => panic!("invariant: a side has at most 26 lines"),
        }
    }

    /// Whether `point` lies on this board.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        point.col() < self.width && point.row() < self.height
    }

    /// Whether a run of `stone` wins.
    #[must_use]
    pub fn wins(self, stone: Stone, run: Run) -> bool {
        self.runs.wins(usize::from(self.win_length), stone, run)
    }

    /// Whether the board has 3 columns and 3 rows.
    #[must_use]
    pub const fn is_3x3(self) -> bool {
        self.width == 3 && self.height == 3
    }

    /// Whether the marks X and O belong to the seats, regardless of who moves first. This is so on 3x3 boards. On other
    /// boards, the side that moves first has Black.
    #[must_use]
    pub const fn marks_follow_seat(self) -> bool {
        self.is_3x3()
    }

    /// Returns the point in row `row` and column `col`, both counted from 1 at the top left, as in the consoles of
    /// the articles; `None` off the board.
    #[must_use]
    pub fn point_from_top(self, row: u8, col: u8) -> Option<Point> {
        let point = Point::new(col.checked_sub(1)?, self.height.checked_sub(row)?)?;
        self.contains(point).then_some(point)
    }

    /// Returns every point of the board in reading order, row by row from the top left.
    pub fn reading_order(self) -> impl Iterator<Item = Point> {
        (0..self.height)
            .rev()
            .flat_map(move |row| (0..self.width).filter_map(move |col| Point::new(col, row)))
    }

    /// Returns the variant's name; `None` if it has no name.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        Self::NAMED.into_iter().find(|(_, variant)| *variant == self).map(|(name, _)| name)
    }
}

impl TryFrom<RawVariant> for Variant {
    type Error = VariantError;

    fn try_from(raw: RawVariant) -> Result<Self, Self::Error> {
        Self::new(raw.width, raw.height, raw.win_length, raw.runs)
    }
}

impl From<Variant> for RawVariant {
    fn from(variant: Variant) -> Self {
        let Variant { width, height, win_length, runs } = variant;
        Self { width, height, win_length, runs }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name() {
            return f.write_str(name);
        }
        write!(f, "{}x{}k{}", self.width, self.height, self.win_length)?;
        match self.runs.suffix() {
            "" => Ok(()),
            suffix => write!(f, " {suffix}"),
        }
    }
}

impl FromStr for Variant {
    type Err = ParseVariantError;

    /// Reads a name, or `WxHkK` with an optional rule set, such as `exact`. Parts may also be separated by spaces, commas
    /// or slashes.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim().to_ascii_lowercase();
        if let Some((_, variant)) = Self::NAMED.into_iter().find(|(name, _)| *name == text) {
            return Ok(variant);
        }
        let form = || ParseVariantError::Form(text.chars().take(32).collect());
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
        let (numbers, suffix) = text.split_at(digits);
        let runs = RuleSet::ALL.into_iter().find(|runs| runs.suffix() == suffix).ok_or_else(form)?;
        let parts: Option<Vec<u8>> = numbers
            .split(['x', 'k', ',', ' ', '/'])
            .filter(|part| !part.is_empty())
            .map(|part| part.parse().ok())
            .collect();
        match parts.as_deref() {
            Some(&[width, height, win_length]) => Ok(Self::new(width, height, win_length, runs)?),
            _ => Err(form()),
        }
    }
}
