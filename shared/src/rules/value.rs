//! An engine's evaluation of a position, as a number and in words.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

/// The evaluation of a position for the side to move.
///
/// Values are ordered from bad to good: a quick loss, a slow loss, any estimate, a slow win, a quick win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// Proven: the side to move wins at ply n from here at the latest, where ply 1 is its next stone.
    Win(u16),
    /// Proven: the other side wins at ply n from here at the latest, so n is at least 2.
    Loss(u16),
    /// A judgement in the engine's own units; above 0 is good for the side to move. A known draw is `Estimate(0)`.
    Estimate(i32),
}

impl Value {
    fn rank(self) -> (i8, i32) {
        match self {
            Self::Win(plies) => (1, -i32::from(plies)),
            Self::Loss(plies) => (-1, i32::from(plies)),
            Self::Estimate(units) => (0, units),
        }
    }
}

impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// An evaluation in words. Units of estimates differ between engines; these words do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outlook {
    /// Proven: the side to move wins at ply n at the latest.
    Wins {
        /// The number of plies n, where ply 1 is the next stone of the side to move.
        plies: u16,
    },
    /// Proven: the side to move loses at ply n at the latest.
    Loses {
        /// The number of plies n, at least 2.
        plies: u16,
    },
    /// Proven: neither side can force a win.
    Drawn {},
    /// The side to move is much better.
    MuchBetter {},
    /// The side to move is a little better.
    Better {},
    /// Neither side is better.
    Even {},
    /// The side to move is a little worse.
    Worse {},
    /// The side to move is much worse.
    MuchWorse {},
}

/// The meaning of an engine's units, so that the estimates of different engines can be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// The units of `pvs`. Each 200 are one step of the logistic function with which its network was trained.
    Logistic,
    /// The number of lines of three that are open to one side only, at most 8: the units of `alphabeta` and `levels`.
    Lines,
    /// Units that do not say who is ahead. `greedy` scores points, and `domain-article` weighs one side's runs five
    /// times the other's.
    Unknown,
}

/// The number of units in a step of the logistic function.
const LOGISTIC_STEP: f32 = 200.0;
/// The maximum number of open lines that one side can have more.
const MOST_LINES: i32 = 8;

impl Scale {
    /// Returns the evaluation in words. [`Outlook::Drawn`] is never returned, because an estimate is no proof.
    ///
    /// Within 80 units, a 60 % chance to win, `pvs` is even. Within 250, a 78 % chance, it sees a small lead. The
    /// words for [`Scale::Lines`] are rough: nobody has measured them.
    #[must_use]
    pub const fn outlook(self, value: Value) -> Outlook {
        let units = match value {
            Value::Win(plies) => return Outlook::Wins { plies },
            Value::Loss(plies) => return Outlook::Loses { plies },
            Value::Estimate(units) => units,
        };
        let (even, little) = match self {
            Self::Logistic => (80, 250),
            Self::Lines => (4, MOST_LINES),
            Self::Unknown => return Outlook::Even {},
        };
        match units {
            units if units > little => Outlook::MuchBetter {},
            units if units > even => Outlook::Better {},
            units if units < -little => Outlook::MuchWorse {},
            units if units < -even => Outlook::Worse {},
            _ => Outlook::Even {},
        }
    }

    /// Returns the chance of the side to move to win, from 0 to 1. A draw is half a win.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a chance is rough")]
    pub fn chance(self, value: Value) -> f32 {
        match (self, value) {
            (_, Value::Win(_)) => 1.0,
            (_, Value::Loss(_)) => 0.0,
            (Self::Logistic, Value::Estimate(units)) => 1.0 / (1.0 + (-(units as f32) / LOGISTIC_STEP).exp()),
            (Self::Lines, Value::Estimate(units)) => {
                let lines = units.clamp(-MOST_LINES, MOST_LINES);
                0.5 + lines as f32 / (4 * MOST_LINES) as f32
            }
            (Self::Unknown, Value::Estimate(_)) => 0.5,
        }
    }
}

/// Whether an engine had enough time for its search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// The search ended by itself.
    #[default]
    Full,
    /// The deadline or the stop flag ended the search early.
    Shortened,
}

#[cfg(test)]
mod tests {
    use super::{
        Outlook, Scale,
        Value::{Estimate, Loss, Win},
    };

    #[test]
    fn values_rise_from_a_quick_loss_to_a_quick_win() {
        let rising = [Loss(2), Loss(8), Estimate(-5), Estimate(0), Estimate(i32::MAX), Win(9), Win(1)];
        assert!(rising.is_sorted_by(|a, b| a < b));
    }

    #[test]
    fn one_scale_holds_for_all_engines() {
        for (scale, units, outlook, percent) in [
            (Scale::Logistic, 0, Outlook::Even {}, 50.0),
            (Scale::Logistic, 80, Outlook::Even {}, 60.0),
            (Scale::Logistic, -250, Outlook::Worse {}, 22.0),
            (Scale::Logistic, 1_000, Outlook::MuchBetter {}, 99.0),
            (Scale::Lines, 5, Outlook::Better {}, 66.0),
            (Scale::Unknown, 99_000, Outlook::Even {}, 50.0),
        ] {
            assert_eq!(scale.outlook(Estimate(units)), outlook);
            assert!((scale.chance(Estimate(units)) * 100.0 - percent).abs() < 1.0, "{scale:?} {units}");
        }
        assert_eq!(Scale::Unknown.outlook(Win(3)), Outlook::Wins { plies: 3 });
        assert!(Scale::Lines.chance(Loss(2)) < f32::EPSILON);
    }
}
