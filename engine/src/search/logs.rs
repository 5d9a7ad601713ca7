//! A table of logarithms, for late move reductions.

use std::array;

use super::params::MAX_DEPTH;
use crate::depth::{Depth, PLY};

/// How many depths of each ply have a logarithm.
const PARTS: u16 = 8;

/// Natural logarithms, times 1024. Those of numbers below 1 count as 0.
#[derive(Debug)]
pub(super) struct Logs {
    /// Of depths in plies, in eighths of a ply.
    depths: Box<[i32; PARTS as usize * MAX_DEPTH as usize]>,
    /// Of move numbers. Greater numbers count like the last.
    numbers: [i32; 64],
}

impl Logs {
    #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "some thousands at most")]
    pub(super) fn new() -> Self {
        let log = |it: f64| (1024.0 * it.max(1.0).ln()) as i32;
        Self {
            depths: Box::new(array::from_fn(|at| log(at as f64 / f64::from(PARTS)))),
            numbers: array::from_fn(|at| log(at as f64)),
        }
    }

    /// Returns 1024 times the product of the logarithms of a depth in plies and a move number.
    pub(super) fn product(&self, depth: Depth, number: usize) -> i32 {
        let at = usize::try_from(depth / (PLY / i32::from(PARTS))).unwrap_or(0);
        let [depth, number] = [(&self.depths[..], at), (&self.numbers[..], number)]
            .map(|(logs, at)| logs[at.min(logs.len() - 1)]);
        depth * number / 1024
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_logarithms_are_those_of_plies() {
        let logs = Logs::new();
        for (plies, number, expected) in [(1.0, 9, 0.0), (8.0, 1, 0.0), (8.0, 20, 6.23), (2.5, 7, 1.78)] {
            #[allow(clippy::cast_possible_truncation, reason = "some plies")]
            let depth = (plies * f64::from(PLY)) as Depth;
            let product = f64::from(logs.product(depth, number)) / 1024.0;
            assert!((product - expected).abs() < 0.01, "{plies} plies, move {number}: {product}");
        }
        assert_eq!(logs.product(-PLY, 5), 0);
        assert_eq!(logs.product(500 * PLY, 500), logs.product(100 * PLY - 1, 63));
    }
}
