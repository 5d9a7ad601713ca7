//! Which levels and brains can play a variant, and the brain behind each.

use tengen_shared::rules::{Bot, BotChoices, BrainName, Level, Variant};
use thiserror::Error;

use crate::{
    brain::Brain,
    classic::{
        Careless,
        alphabeta::{self, Alphabeta},
        domain::{self, Domain, DomainArticle},
        greedy::Greedy,
        levels::{self, Levels},
        lines::{self, Lines},
    },
    level::Strong,
    solver::{Perfect, is_solvable},
};

/// One move in so many is careless at the easy level of five in a row: article 004's search is then weaker than
/// article 003's scores by more than 100 Elo.
const EASY_CARELESS: u64 = 10;

/// What the engine proper may look at for a move of the expert: about a fifth of a second.
const EXPERT_NODES: u64 = 100_000;
/// The same for the master: about what a core does in ten seconds, if nobody gives a deadline.
const MASTER_NODES: u64 = 6_000_000;
/// The tables of the engine proper, in bytes.
const EXPERT_TABLE: usize = 4 << 20;
const MASTER_TABLE: usize = 32 << 20;

/// A bot that cannot play a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{bot} cannot play {variant}: choose one of {}", available(*.variant))]
pub struct BotError {
    /// The bot asked for.
    pub bot: Bot,
    /// The variant it was asked for.
    pub variant: Variant,
}

/// The families of boards, by the articles that were written for them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Family {
    TicTacToe,
    FiveInARow,
    Other,
}

const fn family(variant: Variant) -> Family {
    match (variant.width(), variant.height(), variant.win_length()) {
        // The win length can only be 3 and no run can be longer, so it does not matter how longer runs count.
        (3, 3, _) => Family::TicTacToe,
        (_, _, 5) => Family::FiveInARow,
        _ => Family::Other,
    }
}

/// Who can play a variant.
#[must_use]
pub const fn available(variant: Variant) -> BotChoices {
    use BrainName::{Alphabeta, Domain, DomainArticle, Greedy, Levels, Lines, Pvs, Solver};
    let solvable = is_solvable(variant);
    let brains: &'static [BrainName] = match (family(variant), solvable) {
        (Family::TicTacToe, _) => &[Alphabeta, Levels, Lines, Solver, Pvs],
        (Family::FiveInARow, true) => &[Greedy, Domain, DomainArticle, Lines, Solver, Pvs],
        (Family::FiveInARow, false) => &[Greedy, Domain, DomainArticle, Lines, Pvs],
        (Family::Other, true) => &[Lines, Solver, Pvs],
        (Family::Other, false) => &[Lines, Pvs],
    };
    BotChoices { levels: &Level::ALL, brains }
}

/// The strongest level of a variant, which gives the hints.
#[must_use]
pub fn strongest(variant: Variant) -> Level {
    available(variant).levels.last().copied().unwrap_or(Level::Medium)
}

/// A brain that plays a variant as `bot` does.
///
/// # Errors
/// The variant is not for this bot; the text lists those who can play it.
pub fn brain(bot: Bot, variant: Variant) -> Result<Box<dyn Brain>, BotError> {
    if !available(variant).contains(bot) {
        return Err(BotError { bot, variant });
    }
    let (name, depth) = plays_as(bot, variant);
    if bot == Bot::Level(Level::Easy) && family(variant) == Family::FiveInARow {
        let brain = DomainArticle::new(depth.unwrap_or(domain::DEFAULT_DEPTH));
        return Ok(Box::new(Careless::new(brain, EASY_CARELESS)));
    }
    let depth = |usual: u8| depth.unwrap_or(usual);
    Ok(match name {
        BrainName::Alphabeta => Box::new(Alphabeta::new(depth(alphabeta::DEFAULT_LAYERS))),
        BrainName::Levels => Box::new(Levels::new(depth(levels::DEFAULT_DEPTH))),
        BrainName::Greedy => Box::new(Greedy),
        BrainName::DomainArticle => Box::new(DomainArticle::new(depth(domain::DEFAULT_DEPTH))),
        BrainName::Domain => Box::new(Domain::new(depth(domain::MAX_WIDE_DEPTH))),
        BrainName::Lines => Box::new(Lines::new(depth(lines::DEFAULT_DEPTH))),
        BrainName::Solver => Box::new(Perfect::default()),
        BrainName::Pvs => match bot {
            Bot::Level(Level::Expert) => {
                Box::new(Strong::new(EXPERT_TABLE, u8::MAX).within(EXPERT_NODES).varied())
            }
            _ => Box::new(Strong::new(MASTER_TABLE, depth(u8::MAX)).within(MASTER_NODES).varied()),
        },
    })
}

/// The brain behind a bot, and the depth it is set to. Tic-tac-toe's levels are those of article 001.
pub(crate) const fn plays_as(bot: Bot, variant: Variant) -> (BrainName, Option<u8>) {
    let level = match bot {
        Bot::Brain(brain) => return (brain.name(), brain.depth()),
        Bot::Level(level) => level,
    };
    match (family(variant), level) {
        (_, Level::Master) if is_solvable(variant) => (BrainName::Solver, None),
        (_, Level::Expert | Level::Master) => (BrainName::Pvs, None),
        (Family::TicTacToe, Level::Easy) => (BrainName::Levels, Some(1)),
        (Family::TicTacToe, Level::Medium) => (BrainName::Levels, Some(2)),
        (Family::TicTacToe, Level::Hard) => (BrainName::Levels, Some(3)),
        (Family::FiveInARow, Level::Easy) => (BrainName::DomainArticle, Some(1)),
        (Family::FiveInARow, Level::Medium) => (BrainName::Greedy, None),
        (Family::FiveInARow, Level::Hard) => (BrainName::Domain, None),
        (Family::Other, Level::Easy) => (BrainName::Lines, Some(1)),
        (Family::Other, Level::Medium) => (BrainName::Lines, Some(2)),
        (Family::Other, Level::Hard) => (BrainName::Lines, None),
    }
}
