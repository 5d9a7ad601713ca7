//! The wait for a room.

use tengen_shared::game::CommandId;

use crate::screen::Screen;

/// The wait for a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningScreen {
    /// The command whose answer is awaited.
    pub asked: CommandId,
    /// What is awaited, for people.
    pub what: String,
    /// Where to go if it is refused.
    pub back: Box<Screen>,
}
