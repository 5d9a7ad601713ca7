//! The analysis board: a finished game or moves of one's own, step by step, with other moves tried and an engine's
//! opinion.

mod analysis;
pub(crate) mod update;
pub(crate) mod view;

use tengen_session::study::Variations;
use tengen_shared::{
    game::{CommandId, GameId, GameRecord},
    rules::{FoulRule, Point, Position, Variant},
};
use tengen_worker::{Answer, Question};

pub use self::analysis::Analysis;
use super::aim::{self, Aim};

/// The state of the board.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The game on the board; `None` for moves of the user's own.
    pub game: Option<GameId>,
    pub shown: Shown,
    /// Where the user points on the board.
    pub aim: Aim,
    pub analysis: Analysis,
    /// The text in the field for moves; `None` while it follows the board.
    pub typed: Option<String>,
}

/// How far the game is loaded.
#[derive(Clone, Debug)]
pub enum Shown {
    /// The server has not been asked yet.
    Wanted,
    /// The server has been asked, with this command.
    Asked(CommandId),
    /// The server refuses, for this reason.
    Refused(String),
    Loaded(Box<Loaded>),
}

/// A game with the moves tried.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The game; `None` for moves of the user's own.
    pub record: Option<GameRecord>,
    pub tree: Variations,
}

impl Replay {
    /// Creates the replay of a game that is to come.
    #[must_use]
    pub(crate) fn of_game(game: GameId) -> Self {
        let (aim, analysis) = (Aim::default(), Analysis::default());
        Self { game: Some(game), shown: Shown::Wanted, aim, analysis, typed: None }
    }

    /// Creates an empty board.
    #[must_use]
    pub(crate) fn board() -> Self {
        let shown = Shown::Loaded(Box::new(Loaded::empty(Variant::GOMOKU15)));
        Self { game: None, shown, aim: Aim::default(), analysis: Analysis::default(), typed: None }
    }

    /// Creates a board with the moves that lead to `position`, and begins the analysis.
    #[must_use]
    pub(crate) fn analysing(position: &Position) -> Self {
        let start = Position::with_fouls(position.variant(), position.fouls());
        let empty = Loaded { record: None, tree: Variations::new(start, &[]) };
        let shown = Shown::Loaded(Box::new(empty.with(position.moves())));
        let mut board = Self { shown, ..Self::board() };
        board.analysis.on = true;
        board
    }

    fn loaded(&self) -> Option<&Loaded> {
        match &self.shown {
            Shown::Loaded(loaded) => Some(loaded),
            Shown::Wanted | Shown::Asked(_) | Shown::Refused(_) => None,
        }
    }

    /// Returns what the engine is to do.
    pub(crate) fn question(&self) -> Option<Question> {
        self.analysis.question(&self.loaded()?.tree)
    }

    /// The engine has failed at the last question.
    pub(crate) const fn failed(&mut self) {
        self.analysis.on = false;
    }

    /// The engine has answered the last question.
    pub(crate) fn answered(&mut self, answer: Answer) {
        if let Shown::Loaded(loaded) = &self.shown {
            self.analysis.answered(answer, &loaded.tree);
        }
    }
}

impl Loaded {
    /// Creates the replay at the end of the game.
    #[must_use]
    pub(crate) fn new(record: GameRecord) -> Self {
        let start = Position::with_fouls(record.variant, record.fouls);
        let mut tree = Variations::new(start, &record.moves);
        tree.to_end();
        Self { record: Some(record), tree }
    }

    #[must_use]
    pub(crate) const fn variant(&self) -> Variant {
        self.tree.start().variant()
    }

    /// Returns the moves of the game or of the branch, as text.
    #[must_use]
    pub(crate) fn text(&self) -> String {
        self.tree.line().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }

    /// Returns the same board without stones and without a game.
    #[must_use]
    pub(crate) fn emptied(&self) -> Self {
        Self { record: None, tree: Variations::new(self.tree.start().clone(), &[]) }
    }

    /// Returns the board with `moves` as its game, at their end.
    #[must_use]
    pub(crate) fn with(self, moves: &[Point]) -> Self {
        let mut tree = Variations::new(self.tree.start().clone(), moves);
        tree.to_end();
        Self { tree, ..self }
    }

    /// Creates a board without a game.
    #[must_use]
    pub(crate) fn empty(variant: Variant) -> Self {
        let start = Position::with_fouls(variant, FoulRule::Refused);
        Self { record: None, tree: Variations::new(start, &[]) }
    }
}

/// A way to another position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Go {
    First,
    Back,
    Forward,
    Last,
    /// The position after this number of moves of the game.
    To(usize),
    /// Back from other moves to the game.
    ToGame,
    /// Delete the move that was tried last, with everything after it.
    Erase,
    /// Play the engine's line with this index.
    Follow(usize),
}

/// The kind of a file with a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    Svg,
    Png,
}

/// The user's actions on the board.
#[derive(Clone, Debug)]
pub enum Msg {
    Aim(aim::Msg),
    Go(Go),
    /// Begin or end the analysis.
    Analyse,
    /// Compare one more first move, or with `false` one less.
    Lines(bool),
    /// Take another board, without stones.
    Board(String),
    /// The text in the field for moves.
    Type(String),
    /// Show the moves in the field.
    Set,
    /// Put the moves on the board into the clipboard.
    Copy,
    /// Save a picture of the board.
    Save(Format),
}
