//! Values in words: what each brain's units mean.

use tengen_shared::rules::{Bot, BrainName, Outlook, Variant};

use crate::{
    bots::plays_as,
    brain::{Choice, Value},
};

/// What a choice of `bot` promises, in words.
#[must_use]
pub fn outlook(choice: &Choice, bot: Bot, variant: Variant) -> Outlook {
    let units = match choice.value {
        Value::Win(plies) => return Outlook::Wins { plies },
        Value::Loss(plies) => return Outlook::Loses { plies },
        Value::Estimate(units) => units,
    };
    let exact = plays_as(bot, variant).0 == BrainName::Solver && choice.depth > 0;
    if exact {
        return Outlook::Drawn {};
    }
    let little = i32::from(variant.win_length());
    match units {
        units if units > 8 * little => Outlook::MuchBetter {},
        units if units > little => Outlook::Better {},
        units if units < -8 * little => Outlook::MuchWorse {},
        units if units < -little => Outlook::Worse {},
        _ => Outlook::Even {},
    }
}
