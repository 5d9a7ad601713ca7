//! Which levels and brains can play a variant, and the brain behind each.

use tengen_shared::rules::{Bot, BotChoices, BrainName, Level, NamedBrain, Variant};
use thiserror::Error;

use crate::{
    brain::Brain,
    classic::{
        levels::{self, Levels},
        lines::{self, Lines},
    },
};

/// Who plays on 3x3: the three levels of article 001.
const TIC_TAC_TOE: BotChoices = BotChoices {
    levels: &[Level::Easy, Level::Medium, Level::Hard],
    brains: &[BrainName::Levels, BrainName::Lines],
};

/// Who plays on every other board.
const OTHERS: BotChoices = BotChoices { levels: &[Level::Medium], brains: &[BrainName::Lines] };

/// A bot that cannot play a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{bot} cannot play {variant}: choose one of {}", available(*.variant))]
pub struct BotError {
    /// The bot asked for.
    pub bot: Bot,
    /// The variant it was asked for.
    pub variant: Variant,
}

/// Who can play a variant.
#[must_use]
pub const fn available(variant: Variant) -> BotChoices {
    if is_tic_tac_toe(variant) { TIC_TAC_TOE } else { OTHERS }
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
    match (is_tic_tac_toe(variant), level) {
        // Article 001: easy, medium and hard are depth 1, 2 and 3.
        (true, Level::Easy) => Box::new(Levels::new(1)),
        (true, Level::Medium) => Box::new(Levels::new(2)),
        (true, _) => Box::new(Levels::new(3)),
        (false, _) => Box::new(Lines::default()),
    }
}

fn by_name(brain: NamedBrain) -> Box<dyn Brain> {
    match brain.name() {
        BrainName::Levels => Box::new(Levels::new(brain.depth().unwrap_or(levels::DEFAULT_DEPTH))),
        _ => Box::new(Lines::new(brain.depth().unwrap_or(lines::DEFAULT_DEPTH))),
    }
}

/// On 3x3 the win length can only be 3 and no run can be longer, so it does not matter how longer runs
/// count.
const fn is_tic_tac_toe(variant: Variant) -> bool {
    variant.width() == 3 && variant.height() == 3
}
