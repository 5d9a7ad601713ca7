//! What a score says: an estimate, a proven win or loss, or one that is proven but for moves not looked at.

use crate::brain::Value;

/// The score of a win at the root itself; a win n plies later scores n less, so that quicker is better.
pub(super) const WIN: i32 = 1_000_000_000;

/// Scores from here on are proven wins.
const PROVEN: i32 = WIN - 1000;

/// The score of a side whose every move that was looked at loses, while others were not looked at; likewise
/// it rises with each ply.
const NEARLY: i32 = 500_000_000;

/// Scores beyond it, either way, depend on the ply.
const DISTANT: i32 = NEARLY - 1000;

/// The greatest estimate.
const MOST: i32 = 100_000_000;

/// Beyond every score.
pub(super) const INFINITY: i32 = WIN + 1;

/// The score of the side to move at `ply` that wins with its stone number `plies` from here.
pub(super) fn wins(ply: usize, plies: usize) -> i32 {
    WIN - whole(ply + plies)
}

/// The same for a side that loses.
pub(super) fn loses(ply: usize, plies: usize) -> i32 {
    -wins(ply, plies)
}

/// The least score of a side that has moves which were not looked at.
pub(super) fn nearly_lost(ply: usize) -> i32 {
    whole(ply) - NEARLY
}

/// An estimate that cannot be taken for a win.
pub(super) fn estimate(units: i32) -> i32 {
    units.clamp(-MOST, MOST)
}

/// The value of a score at the root.
pub(super) fn value(score: i32) -> Value {
    let plies = u16::try_from(WIN - score.abs()).unwrap_or(u16::MAX);
    if score >= PROVEN {
        Value::Win(plies)
    } else if score <= -PROVEN {
        Value::Loss(plies)
    } else {
        Value::Estimate(score)
    }
}

/// In how many plies from `ply` a score wins, if that is proven.
pub(super) fn wins_in(score: i32, ply: usize) -> Option<u16> {
    if score < PROVEN { None } else { u16::try_from(WIN - score - whole(ply)).ok() }
}

/// A score counted from a node at `ply`, as seen from the root.
pub(super) fn to_root(score: i32, ply: usize) -> i32 {
    shift(score, -whole(ply))
}

/// A score seen from the root, as counted from a node at `ply`.
pub(super) fn from_node(score: i32, ply: usize) -> i32 {
    shift(score, whole(ply))
}

fn shift(score: i32, plies: i32) -> i32 {
    if score >= DISTANT {
        score + plies
    } else if score <= -DISTANT {
        score - plies
    } else {
        score
    }
}

fn whole(plies: usize) -> i32 {
    i32::try_from(plies).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_is_the_same_from_every_ply() {
        assert_eq!(value(wins(4, 3)), Value::Win(7));
        assert_eq!(value(loses(1, 2)), Value::Loss(3));
        assert_eq!(wins_in(wins(4, 3), 4), Some(3));
        assert_eq!(wins_in(estimate(i32::MAX), 0), None);
        for score in [wins(9, 3), loses(9, 2), nearly_lost(9), -nearly_lost(9), estimate(i32::MIN), 0] {
            assert_eq!(to_root(from_node(score, 9), 9), score);
            assert_eq!(matches!(value(score), Value::Estimate(_)), score.abs() <= WIN - 1000);
        }
        assert_eq!(from_node(wins(9, 3), 9), wins(0, 3));
        assert_eq!(from_node(nearly_lost(9), 9), nearly_lost(0));
    }
}
