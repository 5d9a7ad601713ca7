//! Identifiers of rooms, players, games, events and commands.

use std::{fmt, str::FromStr, sync::Arc};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Milliseconds since the Unix epoch, by the server's clock.
pub type Millis = u64;

/// One day in milliseconds.
pub const DAY_MS: Millis = 24 * 60 * 60 * 1_000;

/// A player's public number, from 1, which the server assigns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PlayerId(pub u32);

impl PlayerId {
    /// The server itself, as the host of a room that it has made. No player has this number.
    pub const SERVER: Self = Self(0);
}

/// The public number of a finished game, from 1, which the server assigns. Later games have higher numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GameId(pub u32);

/// The number of an event in its room, from 1 without gaps; 0 means "before the first event".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seq(pub u32);

impl Seq {
    /// Returns the next number.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

/// 64 random bits that a client program draws when it starts; 16 hexadecimal digits in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RunId(#[serde(with = "super::hex")] pub u64);

impl fmt::Display for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl fmt::Debug for RunId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The identity of a command: the run that sent it, and a number that rises by one; `[run, n]` in JSON.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CommandId(pub RunId, pub u32);

impl CommandId {
    /// Returns the run that sent the command.
    #[must_use]
    pub const fn run(self) -> RunId {
        self.0
    }

    /// Returns the number of the command in its run.
    #[must_use]
    pub const fn n(self) -> u32 {
        self.1
    }
}

impl fmt::Debug for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.0, self.1)
    }
}

/// A room's short code of words, such as `amber-fox-42`: 3 to 32 lower-case letters, digits and hyphens, with a
/// letter first.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RoomCode(Arc<str>);

/// The error for text that cannot be a room code.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not a room code: codes look like amber-fox-42")]
pub struct RoomCodeError(pub String);

impl RoomCode {
    /// Returns the code as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for RoomCode {
    type Err = RoomCodeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let text = text.trim().to_ascii_lowercase();
        let fits = (3..=32).contains(&text.len())
            && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
            && text.bytes().next().is_some_and(|b| b.is_ascii_lowercase());
        if fits { Ok(Self(text.into())) } else { Err(RoomCodeError(text.chars().take(32).collect())) }
    }
}

impl TryFrom<String> for RoomCode {
    type Error = RoomCodeError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<RoomCode> for String {
    fn from(code: RoomCode) -> Self {
        code.0.as_ref().to_owned()
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for RoomCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
