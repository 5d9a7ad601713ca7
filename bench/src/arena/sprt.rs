//! Ends a match early: the sequential probability ratio test of two differences in Elo.
//!
//! After every pair, the test calculates the log likelihood ratio of H1 (the difference is the higher one) against
//! H0 (the lower one). When the ratio leaves its bounds, the test accepts a hypothesis. It accepts the wrong one at most
//! one time in twenty. The ratio is the normal approximation of the generalized test on the scores of pairs, as Fishtest
//! uses it: Michel Van den Bergh, "A practical introduction to the GSPRT". With n pairs of mean s and variance v, and the
//! expected scores s0 and s1 at either difference, it is n (s1 - s0) (2 s - s0 - s1) / 2v.
//!
//! The variance includes two more pairs, one won and one lost, as the interval in `elo` does. Otherwise a few pairs
//! with the same score, as the first ones often are, would decide the match. The Elo of a match that ended early is
//! biased towards the accepted hypothesis.

use std::{fmt, str::FromStr};

use serde::Serialize;

use super::elo::{Pairs, mean_and_variance, padded, total};

/// The probability of accepting either hypothesis while the other is true.
const RISK: f64 = 0.05;

/// The two differences in Elo to tell apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// The result of the test so far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Finding {
    elo0: f64,
    elo1: f64,
    pub(super) llr: f64,
    lower: f64,
    upper: f64,
    pub(super) verdict: Verdict,
}

/// The hypothesis that the test accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Verdict {
    H0,
    H1,
    NoDecision,
}

impl Sprt {
    pub(super) fn judge(self, pairs: Pairs) -> Finding {
        let Self { elo0, elo1 } = self;
        let llr = self.ratio(pairs);
        let upper = ((1.0 - RISK) / RISK).ln();
        let lower = -upper;
        let verdict = if llr >= upper {
            Verdict::H1
        } else if llr <= lower {
            Verdict::H0
        } else {
            Verdict::NoDecision
        };
        Finding { elo0, elo1, llr, lower, upper, verdict }
    }

    /// Returns the log likelihood ratio; 0 without pairs.
    fn ratio(self, pairs: Pairs) -> f64 {
        let count = total(pairs);
        if count == 0.0 {
            return 0.0;
        }
        let [s0, s1] = [self.elo0, self.elo1].map(expected);
        let [mean, _] = mean_and_variance(pairs);
        let [_, variance] = mean_and_variance(padded(pairs));
        count * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 1000.0);
        let parts = text.split_once(',').and_then(|(elo0, elo1)| Some((number(elo0)?, number(elo1)?)));
        let (elo0, elo1) = parts.filter(|(elo0, elo1)| elo0 < elo1).ok_or_else(|| {
            format!(
                "{text:?} is no pair of differences in Elo: write the lower and the higher one, as in 0,10"
            )
        })?;
        Ok(Self { elo0, elo1 })
    }
}

impl fmt::Display for Finding {
    /// Writes `LLR 2.95, bounds -2.94 and 2.94: H1 accepted, Elo 10 rather than 0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, llr, lower, upper, verdict } = self;
        write!(f, "LLR {llr:.2}, bounds {lower:.2} and {upper:.2}: ")?;
        match verdict {
            Verdict::H0 => write!(f, "H0 accepted, Elo {elo0} rather than {elo1}"),
            Verdict::H1 => write!(f, "H1 accepted, Elo {elo1} rather than {elo0}"),
            Verdict::NoDecision => write!(f, "no decision between Elo {elo0} (H0) and {elo1} (H1)"),
        }
    }
}

/// Returns the expected score at a difference in Elo.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::dice::Dice;

    /// Calculated from the formula by another program.
    const LLRS: [(&str, Pairs, f64); 5] = [
        ("0,10", [100, 200, 400, 200, 100], -1.372_172_6),
        ("0,10", [10, 20, 40, 50, 30], 2.773_982_3),
        ("0,30", [0, 0, 12, 0, 8], 1.820_975_9),
        ("-5,5", [3, 9, 20, 11, 6], 0.366_949_2),
        ("0,10", [0, 0, 1, 0, 0], -0.000_413_982_1),
    ];

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    #[test]
    fn without_pairs_there_is_no_decision() {
        let finding = sprt("0,10").judge([0; 5]);
        assert_eq!((finding.llr, finding.verdict), (0.0, Verdict::NoDecision));
    }

    #[test]
    fn known_pairs_have_their_known_ratios() {
        for (text, pairs, llr) in LLRS {
            let got = sprt(text).judge(pairs).llr;
            assert!((got - llr).abs() < 1e-4, "{text} {pairs:?}: {got}");
        }
    }

    #[test]
    fn equal_players_are_not_better_and_a_clear_winner_is() {
        let verdict = |text, pairs| sprt(text).judge(pairs).verdict;
        assert_eq!(verdict("0,10", [0, 0, 10, 0, 0]), Verdict::NoDecision);
        assert_eq!(verdict("0,10", [500, 1000, 2000, 1000, 500]), Verdict::H0);
        assert_eq!(verdict("0,10", [0, 0, 400, 0, 0]), Verdict::H0);
        assert_eq!(verdict("0,10", [0, 0, 0, 0, 2]), Verdict::NoDecision);
        assert_eq!(verdict("0,10", [1, 2, 10, 30, 40]), Verdict::H1);
        assert_eq!(verdict("-10,0", [500, 1000, 2000, 1000, 500]), Verdict::H1);
        assert_eq!(verdict("0,10", [40, 30, 10, 2, 1]), Verdict::H0);
    }

    #[test]
    fn changing_sides_changes_the_sign() {
        let (there, back) = (sprt("-5,5").judge([3, 9, 20, 11, 6]), sprt("-5,5").judge([6, 11, 20, 9, 3]));
        assert!(there.llr > 0.0 && (there.llr + back.llr).abs() < 1e-12, "{there:?} {back:?}");
    }

    #[test]
    fn each_kind_of_error_is_about_as_rare_as_promised() {
        // The chances of each score at equal strength: once spread out, once with nearly all pairs at 1/2.
        for chances in [[0.1, 0.2, 0.4, 0.2, 0.1], [0.05, 0.0, 0.9, 0.0, 0.05]] {
            for (elo, right) in [(0.0, Verdict::H0), (30.0, Verdict::H1)] {
                let shift = expected(elo) - 0.5;
                let [lost, one, two, three, won] = chances;
                let chances = [lost - shift, one, two, three, won + shift];
                let found = (0..400).filter(|&run| simulate(chances, &mut Dice::new(3, run)) == right);
                let found = found.count();
                // Up to 24 errors: 5 % of 400, and 4 for chance.
                assert!(found >= 376, "{chances:?}: {found} of 400");
            }
        }
    }

    /// Returns the verdict of an endless match whose pairs have these chances.
    fn simulate(chances: [f64; 5], dice: &mut Dice) -> Verdict {
        let mut pairs = [0; 5];
        loop {
            let mut left = dice.draw() as f64 / 2_f64.powi(64);
            let score = chances.iter().position(|chance| {
                left -= chance;
                left < 0.0
            });
            pairs[score.unwrap_or(4)] += 1;
            match sprt("0,30").judge(pairs).verdict {
                Verdict::NoDecision => {}
                decided => return decided,
            }
        }
    }

    #[test]
    fn text_that_is_no_test_is_refused_with_an_example() {
        for text in ["", "5", "10,0", "3,3", "a,b", "0,inf", "nan,1", "0,5,9"] {
            let error = text.parse::<Sprt>().unwrap_err();
            assert!(error.contains("as in 0,10"), "{text}: {error}");
        }
        assert_eq!(sprt("-10, 2.5"), Sprt { elo0: -10.0, elo1: 2.5 });
    }

    #[test]
    fn text_and_json_tell_the_verdict() {
        let finding = sprt("0,10").judge([0, 0, 0, 0, 40]);
        assert!(finding.to_string().ends_with("bounds -2.94 and 2.94: H1 accepted, Elo 10 rather than 0"));
        let json = serde_json::to_value(finding).unwrap();
        assert_eq!((&json["verdict"], &json["elo1"]), (&"h1".into(), &10.0.into()));
        let open = serde_json::to_value(sprt("0,10").judge([0; 5])).unwrap();
        assert_eq!(open["verdict"], "no_decision");
    }
}
