//! The state of the wait for a room.

use tengen_session::text::Lang;
use tengen_shared::game::CommandId;

use crate::{
    keymap::Context,
    screen::{
        Screen,
        about::{About, Wait},
    },
};

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

impl About for OpeningScreen {
    fn context(&self) -> Context {
        Context::Opening
    }

    fn title(&self, _: Lang) -> String {
        "Tengen".to_owned()
    }

    fn wait(&self) -> Option<Wait> {
        Some(Wait::Room(self.asked))
    }
}
