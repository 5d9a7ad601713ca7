//! Calculates a difference in Elo, with its uncertainty, from the scores of pairs of games.
//!
//! The two games of a pair share an opening, so their results are not independent. A pair counts as one
//! observation, worth 0, 1/4, 1/2, 3/4 or 1 (the "pentanomial" statistics that Fishtest uses for chess engines).
//! With the mean score s of the pairs, the difference is -400 log10(1/s - 1): the logistic curve of Elo's rating
//! system. The 95 % interval assumes that the mean of the pairs is normally distributed, and maps both of its ends
//! through the same curve.
//!
//! Near the ends of the scale, and if all pairs have the same score, a plain normal interval is far too narrow. So
//! the interval first adds one pair that A has won and one that it has lost. In games, these are the two successes
//! and two failures of Agresti and Coull, "Approximate is better than exact for interval estimation of binomial
//! proportions", The American Statistician 52 (1998). The difference itself uses the real scores only.

use std::fmt;

use serde::Serialize;

/// The number of standard errors on each side of the mean in a 95 % interval.
const Z: f64 = 1.959_964;

/// The number of pairs by the score of A: 0, 1/4, 1/2, 3/4 and 1.
pub(crate) type Pairs = [u64; 5];

/// A score and the difference in strength that it implies. In JSON an infinite number is null.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Elo {
    /// A's share of the points, 0 to 1.
    pub(crate) score: f64,
    /// The Elo of A minus that of B; infinite if A has won or lost every game.
    pub(crate) elo: f64,
    /// The lower end of the 95 % interval.
    pub(crate) low: f64,
    /// The upper end of the 95 % interval.
    pub(crate) high: f64,
}

impl Elo {
    /// Returns the difference that the scores of at least one pair imply.
    pub(crate) fn from_pairs(pairs: Pairs) -> Self {
        let [score, _] = mean_and_variance(pairs);
        let padded = padded(pairs);
        let [mean, variance] = mean_and_variance(padded);
        let margin = Z * (variance / total(padded)).sqrt();
        Self { score, elo: logistic(score), low: logistic(mean - margin), high: logistic(mean + margin) }
    }
}

impl fmt::Display for Elo {
    /// Writes `+191 [+120, +280]`, or one bound if every game was won or lost.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo, low, high, .. } = *self;
        if elo == f64::INFINITY {
            write!(f, "> {low:+.0}")
        } else if elo == f64::NEG_INFINITY {
            write!(f, "< {high:+.0}")
        } else {
            write!(f, "{elo:+.0} [{low:+.0}, {high:+.0}]")
        }
    }
}

/// Returns the difference in Elo with this expected score; infinite from 0 down and from 1 up.
fn logistic(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    // The same as -400 log10(1/s - 1), without a negative zero at 1/2.
    400.0 * (score / (1.0 - score)).log10()
}

/// Adds one won and one lost pair.
pub(super) const fn padded([lost, one, two, three, won]: Pairs) -> Pairs {
    [lost + 1, one, two, three, won + 1]
}

pub(super) fn total(pairs: Pairs) -> f64 {
    pairs.iter().sum::<u64>() as f64
}

/// Returns the mean, and the sample variance (0 for a single pair).
pub(super) fn mean_and_variance(pairs: Pairs) -> [f64; 2] {
    let scored = || [0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(pairs.map(|count| count as f64));
    let mean = scored().map(|(score, count)| score * count).sum::<f64>() / total(pairs);
    let squares: f64 = scored().map(|(score, count)| count * (score - mean).powi(2)).sum();
    [mean, squares / (total(pairs) - 1.0).max(1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::dice::Dice;

    #[test]
    fn known_scores_have_their_known_differences() {
        for (pairs, score, elo) in [
            ([5, 0, 10, 0, 5], 0.5, 0.0),
            ([0, 0, 10, 0, 10], 0.75, 190.848_5),
            ([9, 0, 0, 0, 16], 0.64, 99.950_9),
            ([1, 0, 0, 0, 9], 0.9, 381.697_0),
            ([10, 0, 10, 0, 0], 0.25, -190.848_5),
            ([0, 0, 1, 0, 0], 0.5, 0.0),
        ] {
            let got = Elo::from_pairs(pairs);
            assert!((got.score - score).abs() < 1e-12 && (got.elo - elo).abs() < 1e-3, "{pairs:?}: {got:?}");
            assert!(got.low <= got.elo && got.elo <= got.high, "{pairs:?}: {got:?}");
        }
    }

    #[test]
    fn the_interval_shrinks_with_the_square_root_of_the_pairs() {
        let width = |factor: u32| {
            let Elo { low, high, .. } =
                Elo::from_pairs([10, 20, 40, 50, 30].map(|count| count * u64::from(factor)));
            high - low
        };
        for factor in [4_u32, 25, 100] {
            let ratio = width(1) / width(factor) / f64::from(factor).sqrt();
            assert!((0.98..1.02).contains(&ratio), "{factor}: {ratio}");
        }
    }

    #[test]
    fn pairs_that_balance_say_more_than_pairs_that_do_not() {
        let width = |pairs| {
            let Elo { low, high, .. } = Elo::from_pairs(pairs);
            high - low
        };
        assert!(width([0, 0, 100, 0, 0]) < width([0, 50, 0, 50, 0]));
        assert!(width([0, 50, 0, 50, 0]) < width([50, 0, 0, 0, 50]));
    }

    #[test]
    fn the_interval_holds_the_truth_19_times_out_of_20() {
        // The chances of the five scores: even, lopsided, and close to the end.
        for chances in [[2, 4, 8, 4, 2], [1, 1, 6, 6, 6], [0, 0, 1, 1, 18]] {
            let faces: Vec<usize> =
                (0..5).flat_map(|score| std::iter::repeat_n(score, chances[score])).collect();
            let truth = logistic(faces.iter().sum::<usize>() as f64 / 80.0);
            let mut dice = Dice::new(7, 0);
            let held = (0..2000).filter(|_| {
                let mut pairs = [0; 5];
                for _ in 0..60 {
                    pairs[dice.pick(&faces).unwrap()] += 1;
                }
                let Elo { low, high, .. } = Elo::from_pairs(pairs);
                (low..=high).contains(&truth)
            });
            let held = held.count();
            assert!((1860..=1980).contains(&held), "{chances:?}: {held} of 2000");
        }
    }

    #[test]
    fn a_clean_sweep_gives_a_bound_that_grows_and_null_in_json() {
        let sweep = |count| Elo::from_pairs([0, 0, 0, 0, count]);
        assert!(sweep(10).low > 0.0 && sweep(10).low < sweep(100).low);
        // A sweep with one draw must not prove more than a full sweep.
        assert!(Elo::from_pairs([0, 0, 0, 1, 71]).low < sweep(72).low);
        assert_eq!(sweep(72).to_string(), "> +552");
        assert_eq!(Elo::from_pairs([72, 0, 0, 0, 0]).to_string(), "< -552");
        let json = serde_json::to_value(sweep(72)).unwrap();
        assert!(json["elo"].is_null() && json["high"].is_null() && json["low"].is_number());
    }

    #[test]
    fn the_text_has_signs() {
        assert_eq!(Elo::from_pairs([0, 0, 10, 0, 10]).to_string(), "+191 [+72, +304]");
    }
}
