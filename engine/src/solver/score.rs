//! Scores of the solver: small numbers with the distance to the end of the game.

use crate::engine::Value;

/// More plies than any game on these boards has.
const FAR: i8 = 64;

/// A value for the side to move: positive for a win, 0 for a draw, negative for a loss. Quicker ends are further
/// from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score(i8);

impl Score {
    pub(super) const DRAW: Self = Self(0);
    /// Less than any loss.
    pub(super) const LEAST: Self = Self(-FAR);
    /// Greater than any win.
    pub(super) const MOST: Self = Self(FAR);

    /// Returns the score of a win at ply `plies`, where ply 1 is the next stone. A game cannot last [`FAR`] plies,
    /// so more count as a draw.
    pub(super) fn win(plies: usize) -> Self {
        Self(FAR - i8::try_from(plies).map_or(FAR, |plies| plies.min(FAR)))
    }

    /// Returns the score of a loss at ply `plies`, which is at least 2. A game cannot last [`FAR`] plies, so more
    /// count as a draw.
    pub(super) fn loss(plies: usize) -> Self {
        Self(-Self::win(plies).0)
    }

    /// Returns the next greater score.
    pub(super) const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// Returns the next smaller score.
    pub(super) const fn previous(self) -> Self {
        Self(self.0 - 1)
    }

    /// Returns the score for the other side one ply earlier.
    pub(super) const fn before(self) -> Self {
        Self(self.0.signum() - self.0)
    }

    /// Returns the score for the other side one ply later.
    pub(super) const fn after(self) -> Self {
        Self(-self.0 - self.0.signum())
    }

    /// Converts the score to the value that an engine reports.
    pub(super) fn value(self) -> Value {
        let plies = u16::from((FAR - self.0.abs()).unsigned_abs());
        match self.0 {
            0 => Value::Estimate(0),
            1.. => Value::Win(plies),
            _ => Value::Loss(plies),
        }
    }
}

/// The known bounds of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// The score is at least this.
    pub(super) lower: Score,
    /// The score is at most this.
    pub(super) upper: Score,
}

impl Bounds {
    /// The bounds of an unknown score.
    pub(super) const NONE: Self = Self { lower: Score::LEAST, upper: Score::MOST };

    /// Combines two bounds of the same score.
    pub(super) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// Adds the result `score` of a search with `window`.
    pub(super) fn learn(self, score: Score, window: Window) -> Self {
        let lower = if score > window.alpha { score } else { Score::LEAST };
        let upper = if score < window.beta { score } else { Score::MOST };
        self.and(Self { lower, upper })
    }

    /// Returns the result of a search with `window`, if the bounds decide it.
    pub(super) fn answer(self, window: Window) -> Option<Score> {
        if self.lower >= window.beta {
            Some(self.lower)
        } else if self.upper <= window.alpha || self.lower == self.upper {
            Some(self.upper)
        } else {
            None
        }
    }
}

/// An alpha-beta window: a search finds out whether the score is above `alpha` or at least `beta`, and its exact
/// value in between.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// Creates the null window that asks whether the score is at least `score`.
    pub(super) const fn at_least(score: Score) -> Self {
        Self { alpha: score.previous(), beta: score }
    }

    /// Returns the window for the position after a move, so that its result answers the question about this
    /// position.
    ///
    /// No game lasts `FAR - 1` plies, so [`Score::before`] turns -1, 0 and 1 all into a draw. Hence the two cases.
    pub(super) const fn after_move(self) -> Self {
        let alpha = if self.beta.0 > 0 { -self.beta.0 - 1 } else { 1 - self.beta.0 };
        let beta = if self.alpha.0 < 0 { 1 - self.alpha.0 } else { -self.alpha.0 - 1 };
        Self { alpha: Score(alpha), beta: Score(beta) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_after_a_move_asks_the_same_question() {
        for after in (-62..=62).map(Score) {
            let score = after.before();
            for window in (-60..=60).map(|alpha| Window { alpha: Score(alpha), beta: Score(alpha + 1) }) {
                let asked = window.after_move();
                assert_eq!(after <= asked.alpha, score >= window.beta, "{after:?} {window:?}");
                assert_eq!(after >= asked.beta, score <= window.alpha, "{after:?} {window:?}");
            }
        }
    }

    #[test]
    fn scores_tell_the_distance() {
        assert_eq!(Score::win(1).value(), Value::Win(1));
        assert_eq!(Score::win(7).after().value(), Value::Loss(6));
        assert_eq!(Score::loss(6).before(), Score::win(7));
        assert_eq!(Score::DRAW.before().value(), Value::Estimate(0));
        assert_eq!(Score::win(1000), Score::DRAW);
        assert!(Score::LEAST < Score::loss(2) && Score::loss(2) < Score::loss(48));
        assert!(Score::win(1) < Score::MOST && Score::DRAW < Score::win(49));
    }
}
