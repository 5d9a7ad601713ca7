//! Values inside the search: estimates in the middle, wins and losses by distance at the ends.

use crate::brain::Value;

/// What a search compares. From the side to move's point of view.
pub(crate) type Score = i32;

/// Beyond every value.
pub(crate) const INFINITE: Score = 32_000;
/// A win at the root itself; a win after n plies is n less.
const WIN: Score = 31_000;
/// Whatever is at least this is a win: no game has more plies than 676.
const LEAST_WIN: Score = WIN - 1000;
/// Whatever is at most this is a loss.
const LEAST_LOSS: Score = -LEAST_WIN;
/// Estimates stay within.
const MOST_ESTIMATE: Score = 20_000;

/// A number of plies as a part of a score.
#[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "below 1000")]
const fn distance(plies: usize) -> Score {
    plies as Score
}

/// A win of the side to move with its stone `plies` from the root.
pub(crate) const fn win_at(plies: usize) -> Score {
    WIN - distance(plies)
}

/// A loss to the stone `plies` from the root.
pub(crate) const fn loss_at(plies: usize) -> Score {
    -win_at(plies)
}

/// Whether a value is a proven win or loss.
pub(crate) const fn is_decided(score: Score) -> bool {
    score.abs() >= LEAST_WIN
}

/// An estimate that is no proof, however large.
pub(crate) fn estimated(score: Score) -> Score {
    score.clamp(-MOST_ESTIMATE, MOST_ESTIMATE)
}

/// A value as it is kept in a table: wins counted from the position `ply` plies below the root.
pub(crate) const fn to_table(score: Score, ply: usize) -> Score {
    match score {
        LEAST_WIN.. => score + distance(ply),
        ..=LEAST_LOSS => score - distance(ply),
        _ => score,
    }
}

/// A value from a table, counted from the root again.
pub(crate) const fn from_table(score: Score, ply: usize) -> Score {
    match score {
        LEAST_WIN.. => score - distance(ply),
        ..=LEAST_LOSS => score + distance(ply),
        _ => score,
    }
}

/// A value as brains tell it.
pub(crate) fn told(score: Score) -> Value {
    let plies = |score: Score| u16::try_from(WIN - score).unwrap_or(u16::MAX);
    match score {
        LEAST_WIN.. => Value::Win(plies(score)),
        ..=LEAST_LOSS => Value::Loss(plies(-score)),
        _ => Value::Estimate(score),
    }
}
