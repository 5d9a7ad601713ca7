//! Points as people type them.

use std::{fmt, str::FromStr};

use tengen_shared::rules::{Point, Variant};

/// A point as it was typed. The board decides which point it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointText {
    /// Column and row, such as `h8`.
    Named(Point),
    /// Row and column, counted from 1 at the top left, such as `8 8` or `8,8`.
    RowCol(u8, u8),
    /// One digit: a point of a 3x3 board, counted from 1 at the top left.
    Digit(u8),
    /// Two digits: row and column of a board with fewer than ten of each.
    Digits(u8, u8),
}

/// The error for text that names no point on any board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPoint;

impl PointText {
    /// Returns the point on a board of `variant`; `None` if the text is ambiguous there. A named point may be off the
    /// board.
    #[must_use]
    pub fn on(self, variant: Variant) -> Option<Point> {
        match self {
            Self::Named(point) => Some(point),
            Self::RowCol(row, col) => variant.point_from_top(row, col),
            Self::Digit(digit) => {
                let index = digit.checked_sub(1).filter(|index| variant.is_3x3() && *index < 9)?;
                variant.point_from_top(index / 3 + 1, index % 3 + 1)
            }
            Self::Digits(row, col) if variant.width() < 10 && variant.height() < 10 => {
                variant.point_from_top(row, col)
            }
            Self::Digits(..) => None,
        }
    }
}

/// Returns a point of the board as an example: its centre, as a name, and as row and column from the top.
#[must_use]
pub fn example(variant: Variant) -> (String, String) {
    let (row, col) = (variant.height() / 2 + 1, variant.width() / 2 + 1);
    let point = variant.point_from_top(row, col).map(|point| point.to_string());
    (point.unwrap_or_default(), PointText::RowCol(row, col).to_string())
}

/// Whether a point is a star point. Square boards of at least 7 rows have them near their corners. Odd sizes also have
/// one in the centre and, from 17 rows, one in the middle of each side.
#[must_use]
pub fn is_star(variant: Variant, point: Point) -> bool {
    let side = variant.width();
    if side != variant.height() || side < 7 {
        return false;
    }
    let edge = if side < 12 { 2 } else { 3 };
    let middle = side / 2;
    let odd = side % 2 == 1;
    let lines = [edge, middle, side - 1 - edge];
    let of = |at: u8| lines.iter().position(|line| *line == at).filter(|which| *which != 1 || odd);
    match (of(point.col()), of(point.row())) {
        (Some(1), Some(1)) => true,
        (Some(1), Some(_)) | (Some(_), Some(1)) => side >= 17,
        (Some(_), Some(_)) => true,
        _ => false,
    }
}

/// Reads moves such as `h8i9 J10`. Between two moves there may be blanks, commas, semicolons and hyphens. Returns `None` if
/// the text is not a list of points.
#[must_use]
pub fn moves(text: &str) -> Option<Vec<Point>> {
    let mut names: Vec<String> = Vec::new();
    let mut is_ended = true;
    for letter in text.to_ascii_lowercase().chars() {
        match names.last_mut() {
            _ if letter.is_ascii_lowercase() => {
                names.push(letter.into());
                is_ended = false;
            }
            Some(name) if letter.is_ascii_digit() && !is_ended => name.push(letter),
            _ if letter.is_whitespace() || matches!(letter, ',' | ';' | '-') => is_ended = true,
            _ => return None,
        }
    }
    names.iter().map(|name| name.parse().ok()).collect()
}

impl FromStr for PointText {
    type Err = NoPoint;

    fn from_str(text: &str) -> Result<Self, NoPoint> {
        let text = text.trim();
        if let Ok(point) = text.parse() {
            return Ok(Self::Named(point));
        }
        let is_number = |part: &str| part.len() <= 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        let parts: Vec<&str> = text.split([' ', '\t', ',']).filter(|part| !part.is_empty()).collect();
        let number = |part: &str| part.parse::<u8>().ok().filter(|_| is_number(part)).ok_or(NoPoint);
        match parts.as_slice() {
            [row, col] => Ok(Self::RowCol(number(row)?, number(col)?)),
            [digits] => match (number(digits)?, digits.len()) {
                (digit, 1) => Ok(Self::Digit(digit)),
                (digits, _) => Ok(Self::Digits(digits / 10, digits % 10)),
            },
            _ => Err(NoPoint),
        }
    }
}

impl fmt::Display for PointText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(point) => write!(f, "{point}"),
            Self::RowCol(row, col) => write!(f, "{row} {col}"),
            Self::Digit(digit) => write!(f, "{digit}"),
            Self::Digits(row, col) => write!(f, "{row}{col}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_with_and_without_blanks() {
        let names = |text| moves(text).map(|points| points.iter().map(Point::to_string).collect::<String>());
        for (text, read) in [("h8i9j10", "h8i9j10"), (" H8, i9 - j10\n", "h8i9j10"), ("", "")] {
            assert_eq!(names(text).as_deref(), Some(read), "{text}");
        }
        for text in ["8h", "h8!", "h", "h99", "hello", "h1 5", "a1 2 b3"] {
            assert_eq!(names(text), None, "{text}");
        }
    }

    fn read(text: &str, board: &str) -> Option<String> {
        let point = text.parse::<PointText>().ok()?.on(board.parse().unwrap())?;
        Some(point.to_string())
    }

    #[test]
    fn points_are_read_as_people_and_the_articles_write_them() {
        for (text, board, point) in [
            ("h8", "gomoku15", "h8"),
            (" H8 ", "gomoku15", "h8"),
            ("8 8", "gomoku15", "h8"),
            ("1,1", "gomoku15", "a15"),
            ("1, 15", "gomoku15", "o15"),
            ("15 1", "gomoku15", "a1"),
            ("31", "tictactoe", "a1"),
            ("2 2", "tictactoe", "b2"),
            ("1", "tictactoe", "a3"),
            ("9", "tictactoe", "c1"),
            ("97", "9x9k5", "g1"),
        ] {
            assert_eq!(read(text, board).as_deref(), Some(point), "{text} on {board}");
        }
    }

    #[test]
    fn the_example_is_the_centre() {
        for (board, point, row_col) in
            [("gomoku15", "h8", "8 8"), ("tictactoe", "b2", "2 2"), ("7x4k4", "d2", "3 4")]
        {
            assert_eq!(example(board.parse().unwrap()), (point.to_owned(), row_col.to_owned()), "{board}");
        }
    }

    #[test]
    fn what_could_be_read_in_two_ways_is_not_read() {
        for (text, board) in [
            ("31", "gomoku15"),
            ("5", "gomoku15"),
            ("0", "tictactoe"),
            ("41", "tictactoe"),
            ("16 1", "gomoku15"),
            ("0 1", "gomoku15"),
            ("111", "tictactoe"),
            ("1 2 3", "tictactoe"),
            ("+1 2", "tictactoe"),
            ("", "tictactoe"),
            ("八", "gomoku15"),
        ] {
            assert_eq!(read(text, board), None, "{text:?} on {board}");
        }
    }

    #[test]
    fn the_star_points_are_those_of_real_boards() {
        let stars = |variant: Variant| -> Vec<String> {
            let all = variant.reading_order().filter(|point| is_star(variant, *point));
            all.map(|point| point.to_string()).collect()
        };
        assert_eq!(stars(Variant::GOMOKU15), ["d12", "l12", "h8", "d4", "l4"]);
        let of_19 = ["d16", "j16", "p16", "d10", "j10", "p10", "d4", "j4", "p4"];
        assert_eq!(stars(Variant::GOMOKU19), of_19);
        assert!(stars(Variant::TICTACTOE).is_empty());
    }
}
