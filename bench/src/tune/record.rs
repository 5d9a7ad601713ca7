//! The record of a game that weights are fitted to: a line of text.

use std::{fmt, str::FromStr};

use tengen_engine::Value;
use tengen_shared::rules::{Point, Stone};

/// What a proven win counts as, in units of the evaluation.
const DECIDED: i32 = 9999;

/// A game: its stones from the first one on, what the engine thought of each position, and who won.
///
/// As text, the stones follow each other with a space between them, and `b`, `w` or `d` ends the line. A stone that the
/// engine set has a colon and what the position was worth to it behind it, and a question mark if the stone was set by
/// chance instead: `h8 i9 g7:-31 g8:40?`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub(super) turns: Vec<Turn>,
    pub(super) winner: Option<Stone>,
}

/// A stone of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Turn {
    pub(super) point: Point,
    /// What the position before was worth to the side to move; nothing in the opening.
    pub(super) worth: Option<i32>,
    /// Set by chance, so that how the game ends says nothing of what was before.
    pub(super) stray: bool,
}

/// A value in units of the evaluation.
pub(super) const fn units(value: Value) -> i32 {
    match value {
        Value::Win(_) => DECIDED,
        Value::Loss(_) => -DECIDED,
        Value::Estimate(units) => units,
    }
}

impl fmt::Display for Record {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        for turn in &self.turns {
            write!(to, "{}", turn.point)?;
            if let Some(worth) = turn.worth {
                write!(to, ":{worth}")?;
            }
            to.write_str(if turn.stray { "? " } else { " " })?;
        }
        to.write_str(match self.winner {
            Some(Stone::Black) => "b",
            Some(Stone::White) => "w",
            None => "d",
        })
    }
}

impl FromStr for Record {
    type Err = ();

    fn from_str(line: &str) -> Result<Self, ()> {
        let (turns, result) = line.rsplit_once(' ').ok_or(())?;
        let winner = match result {
            "b" => Some(Stone::Black),
            "w" => Some(Stone::White),
            "d" => None,
            _ => return Err(()),
        };
        let turns = turns.split(' ').map(turn).collect::<Result<_, ()>>()?;
        Ok(Self { turns, winner })
    }
}

fn turn(text: &str) -> Result<Turn, ()> {
    let (text, stray) = text.strip_suffix('?').map_or((text, false), |text| (text, true));
    let (point, worth) = match text.split_once(':') {
        Some((point, worth)) => (point, Some(worth.parse().map_err(drop)?)),
        None => (text, None),
    };
    Ok(Turn { point: point.parse().map_err(drop)?, worth, stray })
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
        let read = |at: usize| (record.turns[at].worth, record.turns[at].stray);
        assert_eq!([read(0), read(2), read(3)], [(None, false), (Some(-31), false), (Some(40), true)]);
    }

    #[test]
    fn what_is_no_record_is_refused() {
        for line in ["", "b", "h8", "h8 x", "h8: b", "h8:a b", "8h b", "h8  i9 b"] {
            assert!(line.parse::<Record>().is_err(), "{line}");
        }
    }
}
