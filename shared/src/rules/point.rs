//! A point of the board and its text form.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use thiserror::Error;

/// The longest side of any board, because one letter names each column.
pub const MAX_SIDE: u8 = 26;

/// A point: its column from the left and its row from the bottom, each from 0 to 25.
///
/// Its text form is a letter and a number: `h8` is column 7 and row 7. A self-describing codec writes this text; a
/// binary codec writes the number `row * 26 + column`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point {
    col: u8,
    row: u8,
}

/// The error for text that is not a point.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a point: type a letter and a number, such as h8")]
pub struct ParsePointError(pub String);

impl Point {
    /// Creates the point at `col` from the left and `row` from the bottom; `None` if either is above 25.
    #[must_use]
    pub const fn new(col: u8, row: u8) -> Option<Self> {
        if col < MAX_SIDE && row < MAX_SIDE { Some(Self { col, row }) } else { None }
    }

    /// Returns the column, 0 at the left.
    #[must_use]
    pub const fn col(self) -> u8 {
        self.col
    }

    /// Returns the row, 0 at the bottom.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Returns the point `dcol` columns to the right and `drow` rows up; `None` outside the largest board.
    #[must_use]
    pub fn offset(self, dcol: i8, drow: i8) -> Option<Self> {
        Self::new(self.col.checked_add_signed(dcol)?, self.row.checked_add_signed(drow)?)
    }

    fn code(self) -> u16 {
        u16::from(self.row) * u16::from(MAX_SIDE) + u16::from(self.col)
    }

    fn from_code(code: u16) -> Option<Self> {
        let side = u16::from(MAX_SIDE);
        Self::new(u8::try_from(code % side).ok()?, u8::try_from(code / side).ok()?)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.col), self.row + 1)
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Point {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text).ok_or_else(|| ParsePointError(text.chars().take(12).collect()))
    }
}

fn parse(text: &str) -> Option<Point> {
    let mut chars = text.chars();
    let letter = chars.next()?.to_ascii_lowercase();
    let digits = chars.as_str();
    if !letter.is_ascii_lowercase() || digits.starts_with('0') || digits.len() > 2 {
        return None;
    }
    if !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let row: u8 = digits.parse().ok()?;
    Point::new(u8::try_from(letter).ok()? - b'a', row.checked_sub(1)?)
}

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_str(self)
        } else {
            serializer.serialize_u16(self.code())
        }
    }
}

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
        } else {
            let code = u16::deserialize(deserializer)?;
            Self::from_code(code).ok_or_else(|| D::Error::custom("point number beyond 675"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_form_round_trips_for_every_point() {
        for code in 0..676 {
            let point = Point::from_code(code).unwrap();
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(point.code(), code);
        }
        assert_eq!(Point::from_code(676), None);
    }

    #[test]
    fn what_is_not_a_point_is_refused() {
        for text in ["", "h", "8", "h0", "h08", "h27", "hh", "h8x", "é8", "h-1", "h+1", "h 8", "a999"] {
            assert!(text.parse::<Point>().is_err(), "{text}");
        }
        assert_eq!("H8".parse::<Point>(), Ok(Point { col: 7, row: 7 }));
    }
}
