//! Values in words: what each brain's units mean.

use tengen_shared::rules::{Bot, BrainName, Outlook, Variant};

use crate::{
    bots::plays_as,
    brain::{Choice, Pace, Value},
};

/// How many times more the line count gives a line for each stone it holds, up to three.
const GROWTH: i32 = 8;

/// Up to so much, `domain` sees nobody ahead.
const DOMAIN_EVEN: i32 = 750;

/// Up to so much, `domain` sees a small lead.
const DOMAIN_LITTLE: i32 = 3000;

/// Up to so much, the engine proper sees nobody ahead: by the fit of its weights, a chance to win of 60 %.
const PVS_EVEN: i32 = 80;

/// Up to so much, it sees a small lead: a chance of 78 %.
const PVS_LITTLE: i32 = 250;

/// What a choice of `bot` promises, in words.
///
/// A proven win or loss is told as such, and the solver's estimate is a proven draw unless it was cut short. Other
/// estimates are put into words by family:
///
/// - `lines`, and the levels that play by it, count the lines open to each side, a line of five for 8, 64, 512
///   and 4096 with each stone it holds. A step is the worth of a line that lacks two stones, one move from a
///   threat: 512 where five or more in a row win, 64 for four, 8 for three. Up to half a step is even, up to three
///   steps a little better, and more is much better; the same below 0.
/// - `domain` sums article 003's weights over all empty points: up to 750 is even, up to 3000 a little better. In
///   1906 positions of games against itself on 15x15 (20,000 nodes a move, openings of 3 to 7 stones by chance)
///   the side to move went on to score 44 % where that says even, 72 % a little better, 92 % much better, 25 % a
///   little worse, and 7 % much worse.
/// - `pvs` counts 200 units for each step of the logistic function that its weights were fitted with, so up to 80
///   is a chance to win of 60 %, even, and up to 250 one of 78 %, a little better.
/// - `alphabeta` and `levels` count open lines of three without growth, 8 at most, so half a step is 4, and
///   "much better" is never said.
/// - `greedy` scores points and `domain-article` weighs one side's runs five times the other's. Neither says
///   who stands better, so it is always even.
///
/// These words are rough. In 40, 20 and 60 games of `lines` against itself on 15x15, 19x19 (five in a row) and 7x7
/// (four), 20,000 nodes a move and openings by chance, whoever stood "much better" at some move won against lost
/// 147:12, 64:19 and 54:2, whoever stood "a little better" 119:62, 56:58 and 19:8, and "even" 31:38, 25:22 and 4:6.
/// Nobody has measured the words for `alphabeta` and `levels`, which give no hints.
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
        BrainName::Domain => in_words(units, DOMAIN_EVEN, DOMAIN_LITTLE),
        BrainName::Alphabeta | BrainName::Levels | BrainName::Lines => {
            let step = step(variant);
            in_words(units, step / 2, 3 * step)
        }
    }
}

/// The worth of a line that lacks two stones. Beyond five the count does not grow: there a line counts by what
/// it lacks.
fn step(variant: Variant) -> i32 {
    let stones = u32::from(variant.win_length().min(5)) - 2;
    GROWTH.pow(stones)
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
