//! The state of the field for the user's name.

use tengen_session::text::Lang;
use tengen_shared::game::MAX_NAME_CHARS;

use crate::{
    input::TextInput,
    keymap::Context,
    screen::about::{About, titled},
};

/// The screen with the field for the user's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameScreen {
    /// The text in the field.
    pub input: TextInput,
}

impl NameScreen {
    /// Creates the screen with `text` in the field.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { input: TextInput::new(text, MAX_NAME_CHARS) }
    }
}

impl About for NameScreen {
    fn context(&self) -> Context {
        Context::Name
    }

    fn title(&self, lang: Lang) -> String {
        titled(lang.title_name())
    }
}
