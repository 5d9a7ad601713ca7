//! Values in words: what each brain's units mean.

use tengen_shared::rules::{Bot, Outlook, Variant};

use crate::brain::{Choice, Value};

/// What a choice of `bot` promises, in words.
#[must_use]
pub fn outlook(choice: &Choice, _bot: Bot, variant: Variant) -> Outlook {
    let units = match choice.value {
        Value::Win(plies) => return Outlook::Wins(plies),
        Value::Loss(plies) => return Outlook::Loses(plies),
        Value::Estimate(units) => units,
    };
    let little = i32::from(variant.win_length());
    match units {
        units if units > 8 * little => Outlook::MuchBetter,
        units if units > little => Outlook::Better,
        units if units < -8 * little => Outlook::MuchWorse,
        units if units < -little => Outlook::Worse,
        _ => Outlook::Even,
    }
}
