//! The policy: which move of a node is likely to be its best one. It orders the moves of the search.
//!
//! A move has a *rank*. The chance that it is the best of a node is proportional to `exp(rank / 64)`. So a rank is 64 times
//! the logarithm of the odds, up to a constant of the node. It is a sum of [`weights`]: for the shapes of both sides at the
//! point, for the pair of their threat classes, for the steps to the last two stones, and for what the search remembers.
//! `tengen-bench tune order` fits them to the moves that turned out best in nodes of the search.

pub(crate) mod weights;

use crate::{pattern::Worth, square::Square};

/// What a factor of e in the odds of a move adds to its rank.
pub(crate) const RANK_UNIT: f32 = 64.0;

/// The number of [steps](step).
pub(crate) const STEPS: usize = 15;
/// The step between points more than four columns or rows apart.
const FAR: u8 = 14;

/// Steps by the difference of two square indices. Two points at most four columns and rows apart share their difference with
/// no other step.
static STEP: [u8; 2048] = steps();

const fn steps() -> [u8; 2048] {
    let mut table = [FAR; 2048];
    let mut at = 0;
    // All pairs of -4 to 4 rows and -4 to 4 columns.
    while at < 81 {
        let (rows, cols) = (at / 9 - 4_i32, at % 9 - 4);
        let (high, low) = match (rows.unsigned_abs(), cols.unsigned_abs()) {
            (rows, cols) if rows > cols => (rows, cols),
            (rows, cols) => (cols, rows),
        };
        if high > 0 {
            #[allow(clippy::cast_possible_truncation, reason = "0 to 13")]
            let step = (high * (high + 1) / 2 - 1 + low) as u8;
            table[(rows * 32 + cols + 1024).unsigned_abs() as usize] = step;
        }
        at += 1;
    }
    table
}

/// Returns the number of the step between two different points: by the greater of the differences of columns and rows,
/// and then by the smaller one. All steps of more than four are the same.
#[inline]
pub(crate) const fn step(from: Square, to: Square) -> usize {
    STEP[(1024 + to.index() - from.index()) & 2047] as usize
}

/// Returns the part of a move's rank that follows from its point: the worth of both sides there, and the last two stones
/// of the game, the latest first.
#[inline]
pub(crate) fn of_point(at: Square, [mine, theirs]: [Worth; 2], last: [Option<Square>; 2]) -> i32 {
    let class = weights::CLASSES[mine.class() as usize][theirs.class() as usize];
    let beside = |stone: Option<Square>, by: &[i16; STEPS]| stone.map_or(0, |it| by[step(it, at)]);
    let [latest, before] = last;
    let near = beside(latest, &weights::LATEST) + beside(before, &weights::BEFORE);
    mine.rank_of_own() + theirs.rank_of_other() + i32::from(class + near)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_known_by_the_differences_of_rows_and_columns() {
        let all = || (0..26).flat_map(|row| (0..26).map(move |col| (row, col)));
        let mut known = [None; STEPS];
        for (from, to) in all().flat_map(|from| all().map(move |to| (from, to))).filter(|(a, b)| a != b) {
            let ((row, col), (other, there)): ((u8, u8), (u8, u8)) = (from, to);
            let (rows, cols) = (row.abs_diff(other), col.abs_diff(there));
            let by = if rows.max(cols) > 4 { (9, 9) } else { (rows.max(cols), rows.min(cols)) };
            let step = step(Square::at(row, col), Square::at(other, there));
            assert_eq!(*known[step].get_or_insert(by), by, "{from:?} to {to:?}");
        }
        assert!(known.iter().all(Option::is_some), "{known:?}");
        assert_eq!(known[usize::from(FAR)], Some((9, 9)));
    }
}
