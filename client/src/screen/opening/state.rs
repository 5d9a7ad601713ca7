//! The state of the wait for a room.

use tengen_shared::game::CommandId;

use crate::screen::Screen;

/// The screen that waits for the answer to a command that enters a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningScreen {
    /// The command whose answer is awaited.
    pub asked: CommandId,
    /// The message to show, such as "making a room".
    pub what: String,
    /// The screen to go back to after a refusal.
    pub back: Box<Screen>,
}
