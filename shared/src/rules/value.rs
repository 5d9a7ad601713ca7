//! What a brain thinks of a position, as numbers and in words.

use std::{cmp::Ordering, fmt};

use serde::{Deserialize, Serialize};

/// What a position is worth to the side to move.
///
/// Values are ordered from bad to good: a slow loss is better than a quick one, any estimate is better
/// than a loss, and a quick win is best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Value {
    /// Proven: the side to move wins with ply n from here at the latest, 1 being its next stone.
    Win(u16),
    /// Proven: the other side wins with ply n from here at the latest, so n is at least 2.
    Loss(u16),
    /// A judgement in units of the brain that made it; above 0 is good for the side to move. A position
    /// that is known to end in a draw is `Estimate(0)`.
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

/// A value in words; the units of an estimate differ from brain to brain, words do not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outlook {
    /// Proven: the side to move wins with ply n at the latest.
    Wins {
        /// The n.
        plies: u16,
    },
    /// Proven: the side to move loses with ply n at the latest.
    Loses {
        /// The n.
        plies: u16,
    },
    /// Proven: nobody can force a win.
    Drawn {},
    /// The side to move stands much better.
    MuchBetter {},
    /// The side to move stands a little better.
    Better {},
    /// Neither side stands better.
    Even {},
    /// The side to move stands a little worse.
    Worse {},
    /// The side to move stands much worse.
    MuchWorse {},
}

impl fmt::Display for Outlook {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wins { plies: 1 } => f.write_str("wins at once"),
            Self::Wins { plies } => write!(f, "wins in {plies}"),
            Self::Loses { plies } => write!(f, "loses in {plies}"),
            Self::Drawn {} => f.write_str("a draw"),
            Self::MuchBetter {} => f.write_str("much better"),
            Self::Better {} => f.write_str("a little better"),
            Self::Even {} => f.write_str("about even"),
            Self::Worse {} => f.write_str("a little worse"),
            Self::MuchWorse {} => f.write_str("much worse"),
        }
    }
}

/// Whether a brain had the time that it wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pace {
    /// It thought to its own end.
    #[default]
    Full,
    /// The deadline or the stop flag cut it short.
    Shortened,
}

#[cfg(test)]
mod tests {
    use super::Value::{Estimate, Loss, Win};

    #[test]
    fn values_rise_from_a_quick_loss_to_a_quick_win() {
        let rising = [Loss(2), Loss(8), Estimate(-5), Estimate(0), Estimate(i32::MAX), Win(9), Win(1)];
        assert!(rising.is_sorted_by(|a, b| a < b));
    }
}
