//! The commands of the manager and their parser.

use std::{fmt, num::ParseIntError};

use thiserror::Error;

/// A command, from one line of the manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// `START n` or `RECTSTART w,h`: starts a game on a new board.
    Start { width: u8, height: u8 },
    /// `RESTART`: clears the board.
    Restart,
    /// `BEGIN`: asks for the first move on the empty board.
    Begin,
    /// `TURN x,y`: makes the opponent's move and asks for a reply.
    Turn(Spot),
    /// `BOARD`, or `YXBOARD`, which asks for no move (`quiet`): starts a position, with one line for each stone.
    Board { quiet: bool },
    /// `SWAP2BOARD`: asks for an answer in the swap2 opening, with one line for each stone.
    Swap2Board,
    /// `DONE`: ends a position or an opening.
    Done,
    /// `TAKEBACK x,y`: takes a stone back.
    Takeback(Spot),
    /// `INFO key value`: changes a setting.
    Info { key: String, value: String },
    /// `ABOUT`: asks for the engine's name and version.
    About,
    /// `STOP` or `YXSTOP`: asks for the move at once.
    Stop,
    /// `YXHASHCLEAR`: clears the transposition table.
    ClearHash,
    /// `END`: ends the program.
    End,
    /// Any other word, cut to 32 characters.
    Unknown(String),
}

/// A point in the protocol's coordinates: column and row from the top left, starting with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Spot {
    pub(crate) x: u8,
    pub(crate) y: u8,
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// The error for a line with wrong numbers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum CommandError {
    #[error("{0:?} has no number where one belongs: send it as in START 15, RECTSTART 20,15 or TURN 7,7")]
    Number(String),
    #[error("{text:?} has {found} numbers instead of {wanted}")]
    Count { text: String, found: usize, wanted: usize },
}

impl Command {
    /// Parses a line; words may be in any case. Returns `None` for an empty line.
    pub(crate) fn parse(line: &str) -> Result<Option<Self>, CommandError> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Ok(Some(match word.to_ascii_uppercase().as_str() {
            "" => return Ok(None),
            "START" => {
                let [side] = numbers(rest)?;
                Self::Start { width: side, height: side }
            }
            "RECTSTART" => {
                let [width, height] = numbers(rest)?;
                Self::Start { width, height }
            }
            "RESTART" => Self::Restart,
            "BEGIN" => Self::Begin,
            "TURN" => Self::Turn(spot(rest)?),
            "BOARD" => Self::Board { quiet: false },
            "YXBOARD" => Self::Board { quiet: true },
            "SWAP2BOARD" => Self::Swap2Board,
            "DONE" => Self::Done,
            "TAKEBACK" => Self::Takeback(spot(rest)?),
            "INFO" => {
                let (key, value) = rest.trim().split_once(char::is_whitespace).unwrap_or((rest.trim(), ""));
                Self::Info { key: key.to_ascii_lowercase(), value: value.trim().to_owned() }
            }
            "ABOUT" => Self::About,
            "STOP" | "YXSTOP" => Self::Stop,
            "YXHASHCLEAR" => Self::ClearHash,
            "END" => Self::End,
            _ => Self::Unknown(word.chars().take(32).collect()),
        }))
    }
}

/// Parses a stone of a position: `x,y,field`.
pub(crate) fn stone(line: &str) -> Result<(Spot, u8), CommandError> {
    let [x, y, field] = numbers(line)?;
    Ok((Spot { x, y }, field))
}

/// Parses a point: `x,y`.
pub(crate) fn spot(text: &str) -> Result<Spot, CommandError> {
    let [x, y] = numbers(text)?;
    Ok(Spot { x, y })
}

/// Parses exactly N numbers, 0 to 255, separated by commas.
fn numbers<const N: usize>(text: &str) -> Result<[u8; N], CommandError> {
    let shown = || text.chars().take(32).collect::<String>();
    let numbers: Result<Vec<u8>, ParseIntError> =
        text.split(',').take(9).map(|it| it.trim().parse()).collect();
    let numbers = numbers.map_err(|_| CommandError::Number(shown()))?;
    let found = numbers.len();
    numbers.try_into().map_err(|_| CommandError::Count { text: shown(), found, wanted: N })
}
