//! The name being typed.

use tengen_shared::game::MAX_NAME_CHARS;

use crate::input::TextInput;

/// The name being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameScreen {
    /// What has been typed.
    pub input: TextInput,
}

impl NameScreen {
    /// The screen with `text` typed already.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self { input: TextInput::new(text, MAX_NAME_CHARS) }
    }
}
