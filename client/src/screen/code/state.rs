//! The state of the field for a room code or a server address.

use crate::{
    input::TextInput,
    keymap::Context,
    screen::{
        Screen,
        about::{About, titled},
    },
};
use tengen_session::text::Lang;

/// The most characters of the field: enough for the longest host name with its port.
const MAX_CODE: usize = 260;

/// The screen with the field for a room code or a server address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeScreen {
    /// The text in the field.
    pub input: TextInput,
    /// The screen to go back to.
    pub back: Box<Screen>,
}

impl CodeScreen {
    /// Creates the screen with an empty field.
    #[must_use]
    pub fn new(back: Screen) -> Self {
        Self { input: TextInput::new("", MAX_CODE), back: Box::new(back) }
    }
}

impl About for CodeScreen {
    fn context(&self) -> Context {
        Context::Code
    }

    fn title(&self, lang: Lang) -> String {
        titled(lang.title_code())
    }
}
