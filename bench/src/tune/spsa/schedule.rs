//! By how much the numbers change in a pair of games, and how far they move after it. Both become smaller from pair to pair.
//!
//! The exponents are those of Spall, "Implementation of the simultaneous perturbation algorithm", 1998. As in Fishtest, which
//! tunes Stockfish, the values at the end are given, and those before follow from them.

use anyhow::ensure;
use tengen_engine::tuning::Param;

const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The share of all pairs by which the first moves are made smaller.
const STABLE: f64 = 0.1;

/// The changes and moves of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Schedule {
    /// The number of pairs in all.
    pairs: f64,
    /// The share of a change by which a number moves for a game won more, in the last pair.
    rate: f64,
}

impl Schedule {
    /// # Errors
    /// Returns an error if `rate` is no share.
    pub(super) fn new(pairs: u64, rate: f64) -> anyhow::Result<Self> {
        ensure!(rate > 0.0 && rate <= 1.0, "--rate {rate} is no share: give one above 0, up to 1");
        Ok(Self { pairs: as_float(pairs), rate })
    }

    /// Returns how many times as large the changes of a pair are as those of the last one.
    fn larger(&self, number: u64) -> f64 {
        (self.pairs / (as_float(number) + 1.0)).powf(GAMMA)
    }

    /// Returns by how much a pair changes a number up or down. In the last one, it is the number's step.
    pub(super) fn change(&self, param: &Param, number: u64) -> f64 {
        f64::from(param.step) * self.larger(number)
    }

    /// Returns how far a number moves after a pair, for each game won more, in steps of the number.
    pub(super) fn shift(&self, number: u64) -> f64 {
        let stable = STABLE * self.pairs;
        let faster = ((stable + self.pairs) / (stable + as_float(number) + 1.0)).powf(ALPHA);
        self.rate * faster / self.larger(number)
    }
}

#[allow(clippy::cast_precision_loss, reason = "some millions at most")]
const fn as_float(count: u64) -> f64 {
    count as f64
}

#[cfg(test)]
mod tests {
    use tengen_engine::tuning::Params;

    use super::*;

    #[test]
    fn changes_and_moves_end_at_what_was_asked_for() {
        let schedule = Schedule::new(1_000, 0.01).unwrap();
        let param = &Params::ALL[0];
        let step = f64::from(param.step);
        assert!((schedule.change(param, 999) - step).abs() < 1e-9);
        assert!((schedule.shift(999) - 0.01).abs() < 1e-10);
        assert!(schedule.change(param, 0) > 1.5 * step && schedule.shift(0) > 0.015);
    }

    #[test]
    fn what_is_no_share_is_refused() {
        for rate in [0.0, -1.0, 1.5, f64::NAN] {
            assert!(Schedule::new(10, rate).is_err(), "{rate}");
        }
    }
}
