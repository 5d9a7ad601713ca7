//! Who plays a match, and what sits down at each game of it.

use std::{fmt, path::PathBuf};

use anyhow::Context as _;
use tengen_engine::{Brain, Choice, Limits, StopFlag};
use tengen_shared::rules::{Bot, Position, Variant};

use super::{
    bots,
    gomocup::{self, Gomocup, Patience},
    terms::Terms,
};

/// One side of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Player {
    /// A bot of this program.
    Bot(Bot),
    /// An outside engine, by its path.
    Program(PathBuf),
}

/// One side of a game.
pub(super) enum Seat {
    Bot(Box<dyn Brain>),
    Program(Gomocup),
    /// A program that has not come, and why.
    Empty(String),
}

impl Player {
    /// Makes sure that this can play at all, so that it is known before anybody does.
    ///
    /// # Errors
    /// If it cannot.
    pub(super) fn check(&self, variant: Variant, terms: Terms) -> anyhow::Result<()> {
        match self {
            Self::Bot(bot) => bots::make(*bot, variant).map(drop),
            Self::Program(path) => {
                start(path, variant, terms).map(drop).with_context(|| format!("the program {self}"))
            }
        }
    }

    /// Somebody new for every game. A program that does not start loses the game.
    ///
    /// # Errors
    /// If there is no such bot.
    pub(super) fn sit(&self, variant: Variant, terms: Terms) -> anyhow::Result<Seat> {
        Ok(match self {
            Self::Bot(bot) => Seat::Bot(bots::make(*bot, variant)?),
            Self::Program(path) => match start(path, variant, terms) {
                Ok(program) => Seat::Program(program),
                Err(error) => Seat::Empty(format!("{error:#}")),
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

impl Seat {
    /// The move for the side to move; the error says why there is none.
    pub(super) fn choose(&mut self, position: &Position, limits: &Limits) -> Result<Choice, String> {
        let stop = StopFlag::default();
        match self {
            Self::Bot(brain) => {
                brain.choose(position, limits, &stop, &mut ()).ok_or_else(|| "gave no move".to_owned())
            }
            Self::Program(program) => program
                .choose(position, limits, &stop, &mut ())
                .ok_or_else(|| format!("gave no move: {}", program.trouble())),
            Self::Empty(why) => Err(format!("did not come: {why}")),
        }
    }
}

fn start(path: &std::path::Path, variant: Variant, terms: Terms) -> anyhow::Result<Gomocup> {
    Gomocup::start(&mut gomocup::command(path)?, variant, terms, Patience::default())
}
