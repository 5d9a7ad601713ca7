//! Values of the articles' programs: weights, which a lesson may change, and what article 001 announces.

use serde::{Deserialize, Serialize};

/// The weights of article 003: the score of a line by the row that a stone on the point makes. The rows are, in order: 1
/// stone, 2, 3, 3 with both ends open, 4, 4 with both ends open, and 5 or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineWeights {
    /// The scores of a row of the side to move.
    pub attack: [u16; 7],
    /// The scores of a row of the other side, which the stone prevents.
    pub defence: [u16; 7],
}

impl Default for LineWeights {
    /// Creates the article's final weights. A five outranks four lines with a five to block: 4 x 11520 = 46080, and a point
    /// with a five has three more lines.
    fn default() -> Self {
        Self { attack: [1, 11, 45, 180, 720, 2_880, 46_080], defence: [1, 10, 40, 160, 600, 2_400, 11_520] }
    }
}

/// The worths of article 004. They are at most 10^12, so that sums fit into 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunWorths {
    /// The worth of a run, by its stones, 0 to 4, and by its open ends, 0 to 2. A run of five is worth 10^17.
    pub runs: [[i64; 3]; 5],
    /// How many times the person's runs count, 1 to 100.
    pub human_times: i64,
}

impl Default for RunWorths {
    /// Creates the article's worths.
    fn default() -> Self {
        let runs = [[0, 0, 0], [0, 0, 0], [1, 1, 8], [10, 20, 100_000], [80_000, 100_000, 1_000_000_000_000]];
        Self { runs, human_times: 5 }
    }
}

/// What the program of article 001 announces before it ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// The side to move wins.
    Win,
    Draw,
}
