//! The first screen: the name, the ways to a game, and the rooms of the server.

pub(crate) mod update;
pub(crate) mod view;

use tengen_shared::rules::Variant;

/// The state of the first screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// Whether the user is changing the name.
    pub renaming: bool,
    /// The text in the field for a code.
    pub code: String,
    /// The board for a quick match, or against the AI.
    pub board: Variant,
}

impl Default for Start {
    fn default() -> Self {
        Self { renaming: false, code: String::new(), board: Variant::GOMOKU15 }
    }
}

/// What the user does on the first screen.
#[derive(Clone, Debug)]
pub enum Msg {
    Rename,
    Code(String),
    OpenCode,
    Board(String),
    /// Make a room with an AI of the medium level.
    PlayAi,
    Quick,
}
