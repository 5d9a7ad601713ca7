//! The settings of a room.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    access::{Access, SpectatorRule},
    clock::ClockRule,
    series::FirstMove,
};
use crate::rules::{FoulRule, Opening, Variant};

/// The maximum think time, in milliseconds.
pub const MAX_THINK_MS: u16 = 5_000;

/// The minimum time for an AI's move, 0 to 5000 ms, so that people can follow the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub struct ThinkTime(u16);

/// The error for a think time above the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a think time of {0} ms is too long: choose 0 to 5000")]
pub struct ThinkTimeError(u16);

impl ThinkTime {
    /// Returns the think time in milliseconds.
    #[must_use]
    pub const fn ms(self) -> u16 {
        self.0
    }
}

impl Default for ThinkTime {
    /// One second, the delay in articles 000 and 002.
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

/// The maximum number of games that two AI seats play in a row before they pause.
pub const MAX_AI_GAMES: u8 = 100;

/// The number of games that two AI seats play in a row before they pause, 1 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct AiGames(u8);

/// The error for a number of games out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("AI seats cannot play {0} games in a row: choose 1 to 100")]
pub struct AiGamesError(u8);

impl AiGames {
    /// Returns the number of games.
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

/// The rule for when a player may ask for a hint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HintRule {
    /// In games against an AI, but not between people.
    #[default]
    AgainstAi,
    /// In every game.
    Always,
    Never,
}

/// The rule for when people see the AI's evaluations of its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThoughtRule {
    /// With each move, as article 004 prints its score. While a person plays, spectators see them only after the
    /// game.
    #[default]
    Live,
    AfterGame,
    Never,
}

/// The rule for announcing that an AI has proven a win, as article 001 does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VerdictRule {
    /// For the engines of the articles, and for the levels up to `hard`.
    #[default]
    Classic,
    Always,
    /// Never.
    Never,
}

/// The settings of a room. They stay from game to game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The rules of every game.
    pub variant: Variant,
    /// The rule for the first move after the first game.
    #[serde(default)]
    pub first_move: FirstMove,
    /// The minimum time for an AI's move.
    #[serde(default)]
    pub think_time: ThinkTime,
    /// When a player may ask for a hint.
    #[serde(default)]
    pub hints: HintRule,
    /// When people see the AI's evaluations.
    #[serde(default)]
    pub thoughts: ThoughtRule,
    /// When the room announces a proven win.
    #[serde(default)]
    pub verdicts: VerdictRule,
    /// The number of games in a row after which two AI seats pause.
    #[serde(default)]
    pub ai_games: AiGames,
    /// The time control of every game.
    #[serde(default)]
    pub clock: ClockRule,
    /// How people find and enter the room.
    #[serde(default)]
    pub access: Access,
    /// Who may watch the room.
    #[serde(default)]
    pub spectators: SpectatorRule,
    /// The opening rule of every game.
    #[serde(default)]
    pub opening: Opening,
    /// What a forbidden stone leads to, in renju.
    #[serde(default)]
    pub fouls: FoulRule,
}

impl Settings {
    /// Returns the default settings for `variant`. The first move alternates, an AI takes a second and shows its
    /// evaluations, and hints are for games against an AI. There is no clock, and anybody may enter and watch.
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
            opening: Opening::default(),
            fouls: FoulRule::default(),
        }
    }
}
