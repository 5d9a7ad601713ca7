//! The state of the field for a room code or a server address.

use crate::{
    input::TextInput,
    intent::Start,
    keymap::Context,
    screen::{
        Screen,
        about::{About, titled},
    },
};
use tengen_session::{link::Address, text::Lang};

/// The maximum number of characters of the field: enough for the longest host name with its port.
const MAX_CODE: usize = 260;

/// The screen with the field for a room code or a server address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeScreen {
    /// The text in the field.
    pub input: TextInput,
    /// The screen to go back to.
    pub back: Box<Screen>,
    /// A server that could not be reached, and what to do there.
    pub failed: Option<(Address, Option<Start>)>,
}

impl CodeScreen {
    /// Creates the screen with an empty field.
    #[must_use]
    pub fn new(back: Screen) -> Self {
        Self { input: TextInput::new("", MAX_CODE), back: Box::new(back), failed: None }
    }

    /// Creates the screen with the address of a server that could not be reached, to try it again or to change it.
    #[must_use]
    pub fn again(address: Address, start: Option<Start>, back: Screen) -> Self {
        let input = TextInput::new(&address.to_string(), MAX_CODE);
        Self { input, back: Box::new(back), failed: Some((address, start)) }
    }
}

impl About for CodeScreen {
    fn context(&self) -> Context {
        Context::Code
    }

    fn title(&self, lang: Lang) -> String {
        titled(lang.menu_join_code())
    }
}
