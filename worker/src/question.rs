//! The questions and the answers, as plain values.

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tengen_shared::{
    game::Thinking,
    rules::{Bot, Choice, FoulRule, Opening, Outlook, PlayError, Point, Position, Threat, Value, Variant},
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

/// What a program of the page asks a worker.
pub trait Ask: Serialize {
    /// The first byte of the message, which says who asks.
    const KIND: u8;
    type Answer: DeserializeOwned;
}

impl Ask for Question {
    const KIND: u8 = 0;
    type Answer = Answer;
}

/// A question of the page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// Asks an AI to take its turn. The answer is [`Answer::Stone`] or [`Answer::Choice`].
    Turn {
        setup: Setup,
        bot: Bot,
        /// The opening, and how many choices have been made; `None` once it is over.
        step: Option<(Opening, u8)>,
        seed: u64,
        /// The time for an AI whose level is a time, in milliseconds.
        ms: u32,
    },
    /// Asks for a good move. The answer is [`Answer::Hint`].
    Hint { setup: Setup },
    /// Asks for the value of a position. The answers are [`Answer::Seen`], better and better.
    Analyse {
        setup: Setup,
        /// The number of first moves to compare, 1 to 5.
        lines: u8,
    },
    /// Asks for the values of the positions of a game. The answers are [`Answer::Worth`], from a late position to the first.
    Game {
        setup: Setup,
        /// The position to begin with, as its number of moves.
        from: u16,
    },
}

/// A first move, the moves that follow, and the value for the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    pub value: Value,
    /// The moves, at least one.
    pub moves: Vec<Point>,
}

/// The engine's view of a position so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// The engine's own choice, then the moves that come closest to it; empty if the game is over.
    pub lines: Vec<Line>,
    /// The last completed depth for the best move, in plies.
    pub depth: u8,
    /// How many positions were searched.
    pub nodes: u64,
    /// The threats that a stone of Black's and of White's would make, strongest first.
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
        thinking: Option<Thinking>,
    },
    /// The AI makes a choice in an opening.
    Choice(Choice),
    /// A good move, and the evaluation of it.
    Hint {
        point: Point,
        outlook: Outlook,
    },
    Seen(Seen),
    /// The value of the position after `ply` moves for the side to move, and its best move.
    Worth {
        ply: u16,
        value: Value,
        best: Point,
    },
    /// The question has no answer: its moves are illegal, or the game is over.
    Nothing,
}
