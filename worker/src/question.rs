//! The questions and the answers, as plain values.

use serde::{Deserialize, Serialize};
use tengen_shared::rules::{
    Bot, Choice, FoulRule, Opening, Outlook, Pace, PlayError, Point, Position, Threat, Value, Variant,
};

/// A position, as the moves that lead to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    pub variant: Variant,
    pub fouls: FoulRule,
    pub moves: Vec<Point>,
}

impl Setup {
    /// Returns the setup of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let (variant, fouls) = (position.variant(), position.fouls());
        Self { variant, fouls, moves: position.moves().to_vec() }
    }

    /// Returns the position after the first `ply` moves, or after all if there are fewer.
    ///
    /// # Errors
    /// Returns an error if one of the moves is illegal.
    pub fn position(&self, ply: usize) -> Result<Position, PlayError> {
        let mut position = Position::with_fouls(self.variant, self.fouls);
        for point in self.moves.iter().take(ply) {
            position.play(*point)?;
        }
        Ok(position)
    }
}

/// A step of an opening, in which an AI must act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    pub opening: Opening,
    /// How many choices have been made.
    pub choices: u8,
}

/// A question of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// What an AI does in its turn. The answer is [`Answer::Stone`] or [`Answer::Choice`].
    Turn {
        setup: Setup,
        bot: Bot,
        /// The step of the opening; `None` once it is over.
        step: Option<Step>,
        seed: u64,
        /// The time for an AI whose level is a time, in milliseconds.
        ms: u32,
    },
    /// Which move is good. The answer is [`Answer::Hint`].
    Hint { setup: Setup },
    /// What the position is worth. The answers are [`Answer::Seen`], better and better.
    Analyse {
        setup: Setup,
        /// How many first moves to compare, 1 to 5.
        lines: u8,
    },
    /// What each position of a game is worth. The answers are [`Answer::Worth`], from a late position to the first.
    Game {
        setup: Setup,
        /// The position to begin with, as its number of moves.
        from: u16,
    },
}

/// A first move, what follows, and what it is worth for the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub value: Value,
    /// The moves, at least one.
    pub moves: Vec<Point>,
}

/// What the engine has found out about a position so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// The engine's own choice, then the moves that come closest to it; empty if the game is over.
    pub lines: Vec<Line>,
    /// The last completed depth for the best move, in plies.
    pub depth: u8,
    /// The positions searched.
    pub nodes: u64,
    /// What a stone of Black's and of White's would make, strongest first.
    pub threats: [Vec<(Point, Threat)>; 2],
    /// Whether the engine has ended.
    pub done: bool,
}

/// An answer of the worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// The AI places a stone.
    Stone {
        point: Point,
        /// The evaluation; `None` in an opening.
        thought: Option<Thought>,
    },
    /// The AI makes a choice in an opening.
    Choice(Choice),
    /// A good move, and what it is worth.
    Hint {
        point: Point,
        outlook: Outlook,
    },
    Seen(Seen),
    /// What the position after `ply` moves is worth for the side to move, and its best move.
    Worth {
        ply: u16,
        value: Value,
        best: Point,
    },
    /// The question has no answer: its moves are illegal, or the game is over.
    Nothing,
}

/// What the engine thinks of its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thought {
    pub value: Value,
    /// The last completed depth, in plies.
    pub depth: u8,
    pub nodes: u64,
    pub pace: Pace,
}
