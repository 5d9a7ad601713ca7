//! The time and nodes that a player spends on its moves.

use std::time::Duration;

use serde::{Serialize, Serializer};
use tengen_engine::Choice;

/// The effort of a player, summed over its moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Effort {
    moves: u64,
    nodes: u64,
    most_nodes: u64,
    depths: u64,
    time: Duration,
    longest: Duration,
}

/// The same effort per move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct PerMove {
    pub(super) moves: u64,
    pub(super) mean_ms: f64,
    pub(super) max_ms: f64,
    pub(super) mean_nodes: f64,
    pub(super) max_nodes: u64,
    /// For a move without search, the depth that the player reports.
    pub(super) mean_depth: f64,
}

impl Effort {
    pub(super) fn record(&mut self, choice: &Choice, time: Duration) {
        let once = Self {
            moves: 1,
            nodes: choice.nodes,
            most_nodes: choice.nodes,
            depths: choice.depth.into(),
            time,
            longest: time,
        };
        self.merge(&once);
    }

    /// Adds the moves of another game.
    pub(super) fn merge(&mut self, other: &Self) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.most_nodes = self.most_nodes.max(other.most_nodes);
        self.depths += other.depths;
        self.time += other.time;
        self.longest = self.longest.max(other.longest);
    }

    /// Returns means and maxima; zero without moves.
    pub(super) fn per_move(&self) -> PerMove {
        let mean = |sum: f64| sum / self.moves.max(1) as f64;
        let ms = |time: Duration| time.as_secs_f64() * 1000.0;
        PerMove {
            moves: self.moves,
            mean_ms: mean(ms(self.time)),
            max_ms: ms(self.longest),
            mean_nodes: mean(self.nodes as f64),
            max_nodes: self.most_nodes,
            mean_depth: mean(self.depths as f64),
        }
    }

    /// Removes the times, which differ in every run.
    #[cfg(test)]
    pub(super) const fn without_times(self) -> Self {
        Self { time: Duration::ZERO, longest: Duration::ZERO, ..self }
    }
}

impl Serialize for Effort {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.per_move().serialize(serializer)
    }
}
