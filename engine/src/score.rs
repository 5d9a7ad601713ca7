//! Scores of the search: estimates in the middle, proven wins and losses at the ends, by their distance.

use crate::engine::Value;

/// A score for the side to move.
pub(crate) type Score = i32;

/// Larger than every score.
pub(crate) const INFINITE: Score = 32_000;
/// The score of a win at the root itself; a win after n plies scores n less.
const WIN: Score = 31_000;
/// The least score of a win. The longest game has 676 plies, so every win is above.
const LEAST_WIN: Score = WIN - 1000;
/// The greatest score of a loss.
const LEAST_LOSS: Score = -LEAST_WIN;
/// The greatest absolute value of an estimate.
const MOST_ESTIMATE: Score = 20_000;

/// Converts a number of plies to a score.
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "below 1000")]
const fn distance(plies: usize) -> Score {
    plies as Score
}

/// Returns the score of a win of the side to move with its stone `plies` from the root.
pub(crate) const fn win_at(plies: usize) -> Score {
    WIN - distance(plies)
}

/// Returns the score of a loss to the stone `plies` from the root.
pub(crate) const fn loss_at(plies: usize) -> Score {
    -win_at(plies)
}

/// Returns whether a score is a proven win or loss.
pub(crate) const fn is_decided(score: Score) -> bool {
    score.abs() >= LEAST_WIN
}

/// Limits an estimate, so that it never looks like a proven win or loss.
pub(crate) fn estimated(score: Score) -> Score {
    score.clamp(-MOST_ESTIMATE, MOST_ESTIMATE)
}

/// Converts a score for the transposition table: wins count from the node, which is `ply` plies below the root.
pub(crate) const fn to_table(score: Score, ply: usize) -> Score {
    match score {
        LEAST_WIN.. => score + distance(ply),
        ..=LEAST_LOSS => score - distance(ply),
        _ => score,
    }
}

/// Converts a score from the transposition table: wins count from the root again.
pub(crate) const fn from_table(score: Score, ply: usize) -> Score {
    match score {
        LEAST_WIN.. => score - distance(ply),
        ..=LEAST_LOSS => score + distance(ply),
        _ => score,
    }
}

/// Converts a score to the value that an engine reports.
pub(crate) fn told(score: Score) -> Value {
    let plies = |score: Score| u16::try_from(WIN - score).unwrap_or(u16::MAX);
    match score {
        LEAST_WIN.. => Value::Win(plies(score)),
        ..=LEAST_LOSS => Value::Loss(plies(-score)),
        _ => Value::Estimate(score),
    }
}
