//! The players of a match, and their engines in each game.

use std::{fmt, path::PathBuf};

use anyhow::Context as _;
use tengen_engine::{Choice, Engine, Limits, StopFlag};
use tengen_shared::rules::{Bot, Position, Variant};

use super::{
    bots,
    gomocup::{self, Gomocup, Timeouts},
    move_limits::MoveLimits,
};

/// One player of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Player {
    /// A level or engine of this program.
    Bot(Bot),
    /// An external program, by its path.
    Program(PathBuf),
}

/// One player of a game.
pub(super) enum GamePlayer {
    Bot(Box<dyn Engine>),
    Program(Gomocup),
    /// A program that did not start, and the reason.
    Absent(String),
}

impl Player {
    /// Checks before the match that this player can play the variant.
    ///
    /// # Errors
    /// Returns an error if it cannot.
    pub(super) fn check(&self, variant: Variant, limits: MoveLimits) -> anyhow::Result<()> {
        match self {
            Self::Bot(bot) => bots::make(*bot, variant).map(drop),
            Self::Program(path) => {
                start(path, variant, limits).map(drop).with_context(|| format!("the program {self}"))
            }
        }
    }

    /// Creates the player for one game. A program that does not start loses the game.
    ///
    /// # Errors
    /// Returns an error if a level or engine cannot play the variant.
    pub(super) fn sit(&self, variant: Variant, limits: MoveLimits) -> anyhow::Result<GamePlayer> {
        Ok(match self {
            Self::Bot(bot) => GamePlayer::Bot(bots::make(*bot, variant)?),
            Self::Program(path) => match start(path, variant, limits) {
                Ok(program) => GamePlayer::Program(program),
                Err(error) => GamePlayer::Absent(format!("{error:#}")),
            },
        })
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bot(bot) => bot.fmt(f),
            Self::Program(path) => path.display().fmt(f),
        }
    }
}

impl GamePlayer {
    /// Returns the move for the side to move; the error says why there is no move.
    pub(super) fn choose(&mut self, position: &Position, limits: &Limits) -> Result<Choice, String> {
        let stop = StopFlag::default();
        match self {
            Self::Bot(engine) => {
                engine.choose(position, limits, &stop, &mut ()).ok_or_else(|| "gave no move".to_owned())
            }
            Self::Program(program) => program
                .choose(position, limits, &stop, &mut ())
                .ok_or_else(|| format!("gave no move: {}", program.trouble())),
            Self::Absent(why) => Err(format!("did not come: {why}")),
        }
    }
}

fn start(path: &std::path::Path, variant: Variant, limits: MoveLimits) -> anyhow::Result<Gomocup> {
    Gomocup::start(&mut gomocup::command(path)?, variant, limits, Timeouts::default())
}
