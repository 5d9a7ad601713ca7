//! What the maker of a room chooses.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    access::{Access, SpectatorRule},
    clock::ClockRule,
    series::FirstMove,
};
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

/// The most games that AI seats may play in a row before a pause.
pub const MAX_AI_GAMES: u8 = 100;

/// How many games two AI seats play in a row before they pause, 1 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct AiGames(u8);

/// A number of games that is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("AI seats cannot play {0} games in a row: choose 1 to 100")]
pub struct AiGamesError(u8);

impl AiGames {
    /// The number of games.
    #[must_use]
    pub const fn games(self) -> u8 {
        self.0
    }
}

impl Default for AiGames {
    /// Ten games.
    fn default() -> Self {
        Self(10)
    }
}

impl TryFrom<u8> for AiGames {
    type Error = AiGamesError;

    fn try_from(games: u8) -> Result<Self, Self::Error> {
        if (1..=MAX_AI_GAMES).contains(&games) { Ok(Self(games)) } else { Err(AiGamesError(games)) }
    }
}

impl From<AiGames> for u8 {
    fn from(games: AiGames) -> Self {
        games.0
    }
}

/// When a player may ask for a hint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HintRule {
    /// Against the computer, but not between people.
    #[default]
    AgainstAi,
    /// In every game.
    Always,
    /// In none.
    Never,
}

/// When people see what an AI thinks of its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThoughtRule {
    /// With each move, as article 004 prints its score; those who watch a person play see it after the game.
    #[default]
    Live,
    /// When the game is over.
    AfterGame,
    /// Not at all.
    Never,
}

/// When the room says that a win is proven, as article 001 does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VerdictRule {
    /// When one of the articles' brains has proven it.
    #[default]
    Classic,
    /// Whichever AI has proven it.
    Always,
    /// Never.
    Never,
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
    /// When a player may ask for a hint.
    #[serde(default)]
    pub hints: HintRule,
    /// When people see what an AI thinks.
    #[serde(default)]
    pub thoughts: ThoughtRule,
    /// When the room says that a win is proven.
    #[serde(default)]
    pub verdicts: VerdictRule,
    /// After how many games in a row two AI seats pause.
    #[serde(default)]
    pub ai_games: AiGames,
    /// How time is measured.
    #[serde(default)]
    pub clock: ClockRule,
    /// How the room is found and entered.
    #[serde(default)]
    pub access: Access,
    /// Who may watch.
    #[serde(default)]
    pub spectators: SpectatorRule,
}

impl Settings {
    /// The usual settings for `variant`: the first move alternates, the AI takes a second and shows what it
    /// thinks, hints are there against the AI only, there is no clock, and anybody may come and watch.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        Self {
            variant,
            first_move: FirstMove::default(),
            think_time: ThinkTime::default(),
            hints: HintRule::default(),
            thoughts: ThoughtRule::default(),
            verdicts: VerdictRule::default(),
            ai_games: AiGames::default(),
            clock: ClockRule::default(),
            access: Access::default(),
            spectators: SpectatorRule::default(),
        }
    }
}
