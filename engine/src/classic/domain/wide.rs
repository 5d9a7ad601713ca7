//! The brain that plays.

use tengen_shared::rules::Position;

use super::{
    article::{Opening, before_search},
    board::ThreatBoard,
    search::{Search, Tune},
};
use crate::{
    brain::{Brain, Choice, Observer, Value},
    limits::{Budget, Limits, StopFlag},
};

/// How many nodes it looks at unless the limits say otherwise.
pub const DEFAULT_NODES: u64 = 150_000;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domain {
    depth: u8,
    pub tune: Tune,
}

impl Default for Domain {
    fn default() -> Self {
        Self::new(20)
    }
}

impl Domain {
    #[must_use]
    pub fn new(depth: u8) -> Self {
        Self { depth: depth.max(1), tune: Tune::default() }
    }
}

impl Brain for Domain {
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Option<Choice> {
        let (block, mut choice) = match before_search(position)? {
            Opening::Settled(choice) => {
                observer.depth_done(&choice);
                return Some(choice);
            }
            Opening::Search { block, fallback } => (block, fallback),
        };
        if position.variant().win_length() != 5 || position.last().is_none() {
            return Some(choice);
        }
        let stone = position.to_move();
        let board = ThreatBoard::new(position.board(), self.tune.x);
        if block.is_none() {
            let best = (0..board.cells_in_all()).filter(|cell| board.is_empty(*cell)).max_by_key(|cell| board.worth(*cell, stone))?;
            choice.point = board.point(best);
            choice.line = vec![choice.point];
        }
        let max_nodes = Some(limits.max_nodes.unwrap_or(DEFAULT_NODES));
        let mut search = Search::new(board, Budget::new(Limits { max_nodes, ..*limits }, stop));
        search.tune = self.tune;
        let moves = position.moves().iter().map(|p| search.board().cell(*p)).collect();
        search.remember(moves);
        let deepest = if block.is_some() { self.depth.min(2) } else { self.depth };
        let deepest = deepest.min(u8::try_from(search.board().empty_cells()).unwrap_or(u8::MAX));
        if block.is_none() && self.tune.threats > 0
            && let Some(value) = search.root_threats(stone, self.tune.threats)
        {
            let line: Vec<_> = search.line().iter().map(|cell| search.board().point(usize::from(*cell))).collect();
            return Some(Choice { point: *line.first()?, value, depth: 1, nodes: search.nodes(), line });
        }
        for depth in 1..=deepest {
            let Some(value) = search.value(stone, depth as i8) else { break };
            let line: Vec<_> = search.line().iter().map(|cell| search.board().point(usize::from(*cell))).collect();
            let point = line.first().copied().unwrap_or(choice.point);
            choice = Choice { point, value, depth, nodes: search.nodes(), line };
            observer.depth_done(&choice);
            if !matches!(value, Value::Estimate(_)) {
                break;
            }
        }
        choice.nodes = search.nodes();
        Some(choice)
    }
}
