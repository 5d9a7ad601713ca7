//! Which levels and brains can play a variant, and the brain behind each.

use tengen_shared::rules::{Bot, BotChoices, BrainName, FormerName, Level, Variant};
use thiserror::Error;

use crate::{
    brain::Brain,
    classic::{
        alphabeta::{self, Alphabeta},
        domain::{self, DomainArticle},
        greedy::Greedy,
        levels::{self, Levels},
    },
    level::Strong,
    solver::{Perfect, is_solvable},
};

/// What the engine proper may spend on a move, and how it errs: what makes it a level.
#[derive(Clone, Copy, Debug)]
struct Strength {
    /// What it may look at for a move.
    nodes: u64,
    /// So many of a hundred moves are careless.
    careless: u64,
    /// Its table, in bytes.
    table: usize,
    /// Whether it varies its openings.
    varied: bool,
}

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
    use BrainName::{Alphabeta, DomainArticle, Greedy, Levels, Pvs, Solver};
    let family = family(variant);
    let brains: &'static [BrainName] = match (family, is_solvable(variant)) {
        (Family::TicTacToe, _) => &[Alphabeta, Levels, Solver, Pvs],
        (Family::FiveInARow, true) => &[Greedy, DomainArticle, Solver, Pvs],
        (Family::FiveInARow, false) => &[Greedy, DomainArticle, Pvs],
        (Family::Other, true) => &[Solver, Pvs],
        (Family::Other, false) => &[Pvs],
    };
    let former: &'static [FormerName] = match family {
        Family::FiveInARow => &[FormerName::Domain, FormerName::Lines],
        Family::TicTacToe | Family::Other => &[FormerName::Lines],
    };
    BotChoices { levels: &Level::ALL, brains, former }
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
    let depth = |usual: u8| depth.unwrap_or(usual);
    Ok(match name {
        BrainName::Alphabeta => Box::new(Alphabeta::new(depth(alphabeta::DEFAULT_LAYERS))),
        BrainName::Levels => Box::new(Levels::new(depth(levels::DEFAULT_DEPTH))),
        BrainName::Greedy => Box::new(Greedy),
        BrainName::DomainArticle => Box::new(DomainArticle::new(depth(domain::DEFAULT_DEPTH))),
        BrainName::Solver => Box::new(Perfect::default()),
        BrainName::Pvs => {
            let Strength { nodes, careless, table, varied } = strength(bot, variant);
            let brain = Strong::new(table, depth(u8::MAX)).within(nodes).careless(careless);
            Box::new(if varied { brain.varied() } else { brain })
        }
    })
}

/// How strong a bot is that the engine proper plays.
///
/// `bench/RESULTS.md` has the matches by which the levels were set. Where five in a row win, one careless move in five
/// leaves `medium` above article 003's scores. Elsewhere sound play often draws, and a careless move costs more.
const fn strength(bot: Bot, variant: Variant) -> Strength {
    let (nodes, careless) = match (bot.level(), family(variant)) {
        (Some(Level::Easy), Family::FiveInARow) => (30, 40),
        (Some(Level::Easy), _) => (30, 25),
        (Some(Level::Medium), Family::FiveInARow) => (300, 20),
        (Some(Level::Medium), _) => (300, 2),
        (Some(Level::Hard), _) => (3_000, 0),
        // About a fifth of a second.
        (Some(Level::Expert), _) => (100_000, 0),
        // About what a core does in ten seconds, if nobody gives a deadline.
        (Some(Level::Master) | None, _) => (6_000_000, 0),
    };
    let table_mib = if nodes <= 3_000 {
        1
    } else if nodes <= 100_000 {
        4
    } else {
        32
    };
    Strength { nodes, careless, table: table_mib << 20, varied: nodes >= 100_000 }
}

/// The brain behind a bot, and the depth it is set to. Tic-tac-toe's levels are those of article 001.
pub(crate) const fn plays_as(bot: Bot, variant: Variant) -> (BrainName, Option<u8>) {
    let level = match bot {
        Bot::Brain(brain) => return (brain.name(), brain.depth()),
        Bot::Level(level) => level,
        Bot::Former(former) => former.level(),
    };
    match (family(variant), level) {
        (_, Level::Master) if is_solvable(variant) => (BrainName::Solver, None),
        (Family::TicTacToe, Level::Easy) => (BrainName::Levels, Some(1)),
        (Family::TicTacToe, Level::Medium) => (BrainName::Levels, Some(2)),
        (Family::TicTacToe, Level::Hard) => (BrainName::Levels, Some(3)),
        _ => (BrainName::Pvs, None),
    }
}
