//! What the maker of a room chooses.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::series::FirstMove;
use crate::rules::Variant;

/// The longest think time, in milliseconds.
pub const MAX_THINK_MS: u16 = 5_000;

/// The time that an AI's move takes at least, 0 to 5000 ms, so that people can follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct ThinkTime(u16);

/// A think time beyond the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a think time of {0} ms is too long: choose 0 to 5000")]
pub struct ThinkTimeError(u16);

impl ThinkTime {
    /// The think time in milliseconds.
    #[must_use]
    pub const fn ms(self) -> u16 {
        self.0
    }
}

impl Default for ThinkTime {
    /// One second, as articles 000 and 002 wait.
    fn default() -> Self {
        Self(1_000)
    }
}

impl TryFrom<u16> for ThinkTime {
    type Error = ThinkTimeError;

    fn try_from(ms: u16) -> Result<Self, Self::Error> {
        if ms <= MAX_THINK_MS { Ok(Self(ms)) } else { Err(ThinkTimeError(ms)) }
    }
}

impl From<ThinkTime> for u16 {
    fn from(time: ThinkTime) -> Self {
        time.0
    }
}

/// A room's settings; they survive from game to game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The rules of every game.
    pub variant: Variant,
    /// Who begins the games after the first.
    #[serde(default)]
    pub first_move: FirstMove,
    /// The least time an AI's move takes.
    #[serde(default)]
    pub think_time: ThinkTime,
}

impl Settings {
    /// The usual settings for `variant`: the first move alternates, the AI takes a second.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        Self { variant, first_move: FirstMove::default(), think_time: ThinkTime::default() }
    }
}
