//! Values in words: what each brain's units mean.

use tengen_shared::rules::{Bot, BrainName, Outlook, Variant};

use crate::{
    bots::plays_as,
    brain::{Choice, Pace, Value},
};

/// Up to so many open lines more, `alphabeta` and `levels` see nobody ahead.
const LINES_EVEN: i32 = 4;

/// The most open lines that one side can have more on 3x3.
const LINES_MOST: i32 = 8;

/// Up to so much, the engine proper sees nobody ahead: by the fit of its weights, a chance to win of 60 %.
const PVS_EVEN: i32 = 80;

/// Up to so much, it sees a small lead: a chance of 78 %.
const PVS_LITTLE: i32 = 250;

/// What a choice of `bot` promises, in words.
///
/// A proven win or loss is told as such, and the solver's estimate is a proven draw unless it was cut short. Other
/// estimates are put into words by family:
///
/// - `pvs`, and the levels that play by it, count 200 units for each step of the logistic function that its weights were fitted with, so up to 80
///   is a chance to win of 60 %, even, and up to 250 one of 78 %, a little better.
/// - `alphabeta` and `levels` count the lines of three that are open to each side, 8 at most: up to 4 more is even, and
///   "much better" is never said.
/// - `greedy` scores points and `domain-article` weighs one side's runs five times the other's. Neither says
///   who stands better, so it is always even.
///
/// These words are rough. Nobody has measured those for `alphabeta` and `levels`, which give no hints.
#[must_use]
pub fn outlook(choice: &Choice, bot: Bot, variant: Variant) -> Outlook {
    let units = match choice.value {
        Value::Win(plies) => return Outlook::Wins { plies },
        Value::Loss(plies) => return Outlook::Loses { plies },
        Value::Estimate(units) => units,
    };
    match plays_as(bot, variant).0 {
        BrainName::Solver if choice.depth > 0 && choice.pace == Pace::Full => Outlook::Drawn {},
        BrainName::Solver | BrainName::Greedy | BrainName::DomainArticle => Outlook::Even {},
        BrainName::Pvs => in_words(units, PVS_EVEN, PVS_LITTLE),
        BrainName::Alphabeta | BrainName::Levels => in_words(units, LINES_EVEN, LINES_MOST),
    }
}

/// The words for `units`: up to `even` either way nobody stands better, up to `little` a little better.
const fn in_words(units: i32, even: i32, little: i32) -> Outlook {
    match units {
        units if units > little => Outlook::MuchBetter {},
        units if units > even => Outlook::Better {},
        units if units < -little => Outlook::MuchWorse {},
        units if units < -even => Outlook::Worse {},
        _ => Outlook::Even {},
    }
}
