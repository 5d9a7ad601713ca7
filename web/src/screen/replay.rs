//! A finished game, step by step, with other moves tried.

pub(crate) mod update;
pub(crate) mod view;

use tengen_session::study::Variations;
use tengen_shared::{
    game::{CommandId, GameId, GameRecord},
    rules::Position,
};

use super::aim::{self, Aim};

/// The state of the replay.
#[derive(Clone, Debug)]
pub struct Replay {
    pub game: GameId,
    pub shown: Shown,
    /// Where the user points on the board.
    pub aim: Aim,
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
    pub record: GameRecord,
    pub tree: Variations,
}

impl Replay {
    /// Creates the replay of a game that is to come.
    #[must_use]
    pub(crate) fn new(game: GameId) -> Self {
        Self { game, shown: Shown::Wanted, aim: Aim::default() }
    }
}

impl Loaded {
    /// Creates the replay at the end of the game.
    #[must_use]
    pub(crate) fn new(record: GameRecord) -> Self {
        let start = Position::with_fouls(record.variant, record.fouls);
        let mut tree = Variations::new(start, &record.moves);
        tree.to_end();
        Self { record, tree }
    }
}

/// What the user does in a replay.
#[derive(Clone, Copy, Debug)]
pub enum Msg {
    Aim(aim::Msg),
    First,
    Back,
    Forward,
    Last,
    /// Go back from other moves to the game.
    ToGame,
    /// Delete the move that was tried last, with everything after it.
    Erase,
}
