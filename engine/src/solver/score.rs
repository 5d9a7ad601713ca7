//! Values as the search counts them: small numbers that tell how far off the end is.

use crate::brain::Value;

/// More than the plies of any game on the boards solved here.
const FAR: i8 = 64;

/// A value for the side to move: above 0 a win, the greater the quicker; 0 a draw; below 0 a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Score(i8);

impl Score {
    pub(super) const DRAW: Self = Self(0);
    /// Less than any loss.
    pub(super) const LEAST: Self = Self(-FAR);
    /// More than any win.
    pub(super) const MOST: Self = Self(FAR);

    /// A win with ply `plies` from here, 1 being the next stone; a draw if no game lasts so long.
    pub(super) fn win(plies: usize) -> Self {
        Self(FAR - i8::try_from(plies).map_or(FAR, |plies| plies.min(FAR)))
    }

    /// A loss with ply `plies` from here, at least 2; a draw if no game lasts so long.
    pub(super) fn loss(plies: usize) -> Self {
        Self(-Self::win(plies).0)
    }

    /// The next greater score.
    pub(super) const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The next smaller score.
    pub(super) const fn previous(self) -> Self {
        Self(self.0 - 1)
    }

    /// The same end as the other side sees it, one ply earlier.
    pub(super) const fn before(self) -> Self {
        Self(self.0.signum() - self.0)
    }

    /// The same end as the other side sees it, one ply later.
    pub(super) const fn after(self) -> Self {
        Self(-self.0 - self.0.signum())
    }

    /// What a brain calls it.
    pub(super) fn value(self) -> Value {
        let plies = u16::from((FAR - self.0.abs()).unsigned_abs());
        match self.0 {
            0 => Value::Estimate(0),
            1.. => Value::Win(plies),
            _ => Value::Loss(plies),
        }
    }
}

/// What is known of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    /// It is at least this.
    pub(super) lower: Score,
    /// It is at most this.
    pub(super) upper: Score,
}

impl Bounds {
    /// Nothing is known.
    pub(super) const NONE: Self = Self { lower: Score::LEAST, upper: Score::MOST };

    /// What is known when both are.
    pub(super) fn and(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.min(other.upper) }
    }

    /// What is known once a search with `window` has answered `score`.
    pub(super) fn learn(self, score: Score, window: Window) -> Self {
        let lower = if score > window.alpha { score } else { Score::LEAST };
        let upper = if score < window.beta { score } else { Score::MOST };
        self.and(Self { lower, upper })
    }

    /// The answer to the question of `window`, if it is known.
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

/// What is asked of a score: whether it is above `alpha`, whether it is at least `beta`, and what it is
/// if it lies between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: Score,
    pub(super) beta: Score,
}

impl Window {
    /// Asks only whether it is at least `score`.
    pub(super) const fn at_least(score: Score) -> Self {
        Self { alpha: score.previous(), beta: score }
    }

    /// The question to put to the position after a move, so that its answer, seen from before the move,
    /// answers this one.
    ///
    /// There is no win or loss in [`FAR`] or `FAR - 1` plies, so before a draw the scores -1, 0 and 1
    /// are all one: hence the two cases.
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
