//! Evaluations in words.

use tengen_shared::rules::{Bot, EngineName, Outlook, Variant};

use crate::{
    bots::plays_as,
    engine::{Choice, Pace, Value},
};

/// Puts the evaluation of a choice of `bot` into words, on the scale of the engine that plays.
///
/// A proven win or loss is reported as such. The solver's estimate is a proven draw unless its search was cut
/// short.
#[must_use]
pub fn outlook(choice: &Choice, bot: Bot, variant: Variant) -> Outlook {
    let engine = plays_as(bot, variant).0;
    let is_solved = engine == EngineName::Solver && choice.depth > 0 && choice.pace == Pace::Full;
    match choice.value {
        Value::Estimate(_) if is_solved => Outlook::Drawn {},
        value => engine.scale().outlook(value),
    }
}
