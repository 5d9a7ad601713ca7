//! Article 004's search made to play: a wide domain, article 003's scores, and a deepening search.
//!
//! The article looks only round the opponent's last stone and three plies deep. Here the domain lies round
//! both last stones, and takes in every point where a side can make a four or an open three; the scores of
//! article 003 put the moves in order and judge the positions at the end; and the search goes deeper step
//! by step. Wins by fours and threes alone are looked for apart.

mod board;
mod model;
mod moves;
mod score;
mod search;
mod shapes;
mod spot;
mod table;
mod threats;

use tengen_shared::rules::{Point, Position};

pub use self::model::model;
use self::{board::ThreatBoard, search::Search};
use super::settled::{Opening, WIN_LENGTH, before_search};
use crate::{
    brain::{Brain, Choice, Observer, Value},
    limits::{Budget, Limits, StopFlag},
};

/// How many nodes it looks at unless the limits say otherwise.
pub const DEFAULT_NODES: u64 = 100_000;

/// The depth that ends the search if nothing else does.
pub const MAX_DEPTH: u8 = 20;

/// How many nodes the look for a win by threats may take.
const THREAT_NODES: u32 = 10_000;

/// Where the look for a win by threats comes in: after this depth, so that a move cut short has been searched to
/// two plies first.
const THREATS_AFTER: u8 = 2;

/// The wide brain of article 004, for boards with win length 5.
///
/// A win or loss in its values is proven; it opens in the centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Domain {
    depth: u8,
}

impl Default for Domain {
    /// As deep as its nodes allow.
    fn default() -> Self {
        Self::new(MAX_DEPTH)
    }
}

impl Domain {
    /// Looks `depth` plies ahead at most, 1 to 20; outside that range the nearest end of it is taken.
    #[must_use]
    pub fn new(depth: u8) -> Self {
        Self { depth: depth.clamp(1, MAX_DEPTH) }
    }
}

impl Brain for Domain {
    /// On a board with another win length, which this brain is not made for, it wins or blocks where one
    /// stone does it and otherwise plays the first empty point. Nothing is left to chance, so the seed does
    /// not matter. Without a node limit it takes [`DEFAULT_NODES`].
    fn choose(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &StopFlag,
        observer: &mut dyn Observer,
    ) -> Option<Choice> {
        let (block, choice) = match before_search(position)? {
            Opening::Settled(choice) => {
                observer.depth_done(&choice);
                return Some(choice);
            }
            Opening::Search { block, fallback } => (block, fallback),
        };
        if position.variant().win_length() != WIN_LENGTH || position.last().is_none() {
            return Some(choice);
        }
        let max_nodes = Some(limits.max_nodes.unwrap_or(DEFAULT_NODES));
        let mut thought =
            Thought::new(position, Budget::new(Limits { max_nodes, ..*limits }, stop), block, choice);
        // A forced move needs no look further than what the other side makes of it.
        let deepest = if block.is_some() { self.depth.min(THREATS_AFTER) } else { self.depth };
        thought.deepen(deepest, observer);
        Some(thought.end())
    }
}

/// One search and what it has found so far.
struct Thought<'a> {
    position: &'a Position,
    search: Search<'a>,
    choice: Choice,
}

impl<'a> Thought<'a> {
    /// Before anything is searched the forced point is the choice, or else the one of the greatest worth.
    fn new(position: &'a Position, budget: Budget<'a>, block: Option<Point>, mut choice: Choice) -> Self {
        let board = ThreatBoard::new(position.board());
        let stone = position.to_move();
        let empty = board.cells().filter(|cell| board.is_empty(*cell));
        let greatest = empty.max_by_key(|cell| board.worth(*cell, stone)).map(|cell| board.point(cell));
        choice.point = block.or(greatest).unwrap_or(choice.point);
        choice.line = vec![choice.point];
        choice.value = Value::Estimate(board.score(stone));
        let played = position.moves().iter().map(|point| board.cell(*point)).collect();
        Self { position, search: Search::new(board, played, budget), choice }
    }

    fn deepen(&mut self, deepest: u8, observer: &mut dyn Observer) {
        let stone = self.position.to_move();
        for depth in 1..=deepest {
            self.search.budget.begin_depth(depth);
            let Some(value) = self.search.value(stone, depth) else { break };
            self.take(value, depth);
            observer.depth_done(&self.choice);
            if !matches!(value, Value::Estimate(_)) {
                break;
            }
            if depth == THREATS_AFTER && deepest > depth {
                self.search.budget.begin_depth(depth + 1);
                if let Some(value) = self.search.win_by_threats(stone, THREAT_NODES) {
                    self.take(value, depth);
                    observer.depth_done(&self.choice);
                    break;
                }
            }
        }
    }

    /// Makes the principal line the choice.
    fn take(&mut self, value: Value, depth: u8) {
        let mut line: Vec<Point> = self.search.line().map(|cell| self.search.board.point(cell)).collect();
        let point = line.first().copied().unwrap_or(self.choice.point);
        if line.is_empty() {
            // Whatever is played loses.
            line.push(point);
        }
        let (nodes, pace) = (self.search.budget.nodes(), self.search.budget.pace());
        self.choice = Choice { point, value, depth, nodes, line, pace };
    }

    fn end(mut self) -> Choice {
        self.choice.nodes = self.search.budget.nodes();
        self.choice.pace = self.search.budget.pace();
        self.choice
    }
}
