//! Which levels and brains can play a variant, and the brain behind each.

use tengen_shared::rules::{Bot, BotChoices, BrainName, Level, NamedBrain, Variant};
use thiserror::Error;

use crate::{
    brain::Brain,
    classic::{
        alphabeta::{self, Alphabeta},
        domain::{self, DomainArticle},
        greedy::Greedy,
        levels::{self, Levels},
        lines::{self, Lines},
    },
};

/// Who plays on 3x3: the three levels of article 001.
const TIC_TAC_TOE: BotChoices = BotChoices {
    levels: &[Level::Easy, Level::Medium, Level::Hard],
    brains: &[BrainName::Alphabeta, BrainName::Levels, BrainName::Lines],
};

/// Who plays where five in a row win.
const FIVE_IN_A_ROW: BotChoices = BotChoices {
    levels: &[Level::Easy, Level::Medium, Level::Hard],
    brains: &[BrainName::Greedy, BrainName::DomainArticle, BrainName::Lines],
};

/// Who plays on every other board.
const OTHERS: BotChoices =
    BotChoices { levels: &[Level::Easy, Level::Medium, Level::Hard], brains: &[BrainName::Lines] };

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
    match family(variant) {
        Family::TicTacToe => TIC_TAC_TOE,
        Family::FiveInARow => FIVE_IN_A_ROW,
        Family::Other => OTHERS,
    }
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
    Ok(match bot {
        Bot::Level(level) => of_level(level, variant),
        Bot::Brain(brain) => by_name(brain),
    })
}

fn of_level(level: Level, variant: Variant) -> Box<dyn Brain> {
    match (family(variant), level) {
        // Article 001: easy, medium and hard are depth 1, 2 and 3.
        (Family::TicTacToe, Level::Easy) => Box::new(Levels::new(1)),
        (Family::TicTacToe, Level::Medium) => Box::new(Levels::new(2)),
        (Family::TicTacToe, _) => Box::new(Levels::new(3)),
        (Family::FiveInARow, Level::Easy) => Box::new(DomainArticle::new(1)),
        (Family::FiveInARow, Level::Medium) => Box::new(Greedy),
        (Family::FiveInARow, _) => Box::new(Lines::default()),
        (Family::Other, Level::Easy) => Box::new(Lines::new(1)),
        (Family::Other, Level::Medium) => Box::new(Lines::new(2)),
        (Family::Other, _) => Box::new(Lines::default()),
    }
}

fn by_name(brain: NamedBrain) -> Box<dyn Brain> {
    let depth = |usual: u8| brain.depth().unwrap_or(usual);
    match brain.name() {
        BrainName::Alphabeta => Box::new(Alphabeta::new(depth(alphabeta::DEFAULT_LAYERS))),
        BrainName::Levels => Box::new(Levels::new(depth(levels::DEFAULT_DEPTH))),
        BrainName::Greedy => Box::new(Greedy),
        BrainName::DomainArticle => Box::new(DomainArticle::new(depth(domain::DEFAULT_DEPTH))),
        BrainName::Domain | BrainName::Lines | BrainName::Solver => {
            Box::new(Lines::new(depth(lines::DEFAULT_DEPTH)))
        }
    }
}
