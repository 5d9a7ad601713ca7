//! The record of a game to learn from: one line of text.

use std::{fmt, fs, path::Path, str::FromStr};

use anyhow::Context as _;
use tengen_engine::Value;
use tengen_shared::rules::{Point, Stone};
use thiserror::Error;

/// The value of a proven win, in units of the evaluation.
const DECIDED: i32 = 9999;

/// A game: its stones from the first one on, the engine's value of each position, and the winner.
///
/// As text, the stones are separated by spaces, and `b`, `w` or `d` ends the line. A colon and the value of the
/// position for the side to move follow a stone of the engine. A question mark after the value means that the stone
/// was random: `h8 i9 g7:-31 g8:40?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) turns: Vec<Turn>,
    pub(super) winner: Option<Stone>,
}

/// A stone of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) point: Point,
    pub(super) by: Origin,
}

/// The origin of a stone. If the engine searched the position before it, this has its value for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The opening.
    Opening,
    /// The engine.
    Engine(i32),
    /// Chance instead of the engine, so that the result says nothing about the earlier positions.
    Chance(i32),
}

/// The error for a line that is not a record of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum RecordError {
    #[error("it ends with {0:?} instead of b, w or d, for who won")]
    Winner(String),
    #[error("{0:?} is no stone: write h8 in the opening, else its worth too, as in h8:-31 or h8:40?")]
    Turn(String),
}

/// Converts a value to units of the evaluation.
pub(super) const fn units(value: Value) -> i32 {
    match value {
        Value::Win(_) => DECIDED,
        Value::Loss(_) => -DECIDED,
        Value::Estimate(units) => units,
    }
}

impl fmt::Display for Record {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Turn { point, by } in &self.turns {
            match by {
                Origin::Opening => write!(to, "{point} ")?,
                Origin::Engine(worth) => write!(to, "{point}:{worth} ")?,
                Origin::Chance(worth) => write!(to, "{point}:{worth}? ")?,
            }
        }
        to.write_str(match self.winner {
            Some(Stone::Black) => "b",
            Some(Stone::White) => "w",
            None => "d",
        })
    }
}

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(line: &str) -> Result<Self, RecordError> {
        let (turns, result) = line.rsplit_once(' ').unwrap_or(("", line));
        let winner = match result {
            "b" => Some(Stone::Black),
            "w" => Some(Stone::White),
            "d" => None,
            other => return Err(RecordError::Winner(other.to_owned())),
        };
        let turn = |text| turn(text).ok_or_else(|| RecordError::Turn(text.to_owned()));
        let turns = turns.split(' ').map(turn).collect::<Result<_, _>>()?;
        Ok(Self { turns, winner })
    }
}

/// Reads a file of games.
///
/// # Errors
/// Returns an error if the file cannot be read, or a line is no record.
pub(super) fn read(path: &Path) -> anyhow::Result<Vec<Record>> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let parse = |(number, line): (usize, &str)| {
        line.parse().with_context(|| format!("line {} of {} is no game", number + 1, path.display()))
    };
    text.lines().enumerate().map(parse).collect()
}

fn turn(text: &str) -> Option<Turn> {
    let Some((point, worth)) = text.split_once(':') else {
        return Some(Turn { point: text.parse().ok()?, by: Origin::Opening });
    };
    let by = match worth.strip_suffix('?') {
        Some(worth) => Origin::Chance(worth.parse().ok()?),
        None => Origin::Engine(worth.parse().ok()?),
    };
    Some(Turn { point: point.parse().ok()?, by })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_it_was_written() {
        let line = "h8 i9 g7:-31 g8:40? j10:9999 w";
        let record: Record = line.parse().unwrap();
        assert_eq!(record.to_string(), line);
        assert_eq!(record.winner, Some(Stone::White));
        let by: Vec<_> = record.turns.iter().map(|turn| turn.by).collect();
        let (opening, engine) = (Origin::Opening, Origin::Engine);
        assert_eq!(by, [opening, opening, engine(-31), Origin::Chance(40), engine(9999)]);
    }

    #[test]
    fn what_is_no_record_is_refused() {
        for line in ["", "b", "h8", "h8 x", "h8: b", "h8:a b", "h8? b", "8h b", "h8  i9 b"] {
            assert!(line.parse::<Record>().is_err(), "{line}");
        }
        assert_eq!("h8 i9".parse::<Record>(), Err(RecordError::Winner("i9".into())));
        assert_eq!("h8 9i b".parse::<Record>(), Err(RecordError::Turn("9i".into())));
    }
}
