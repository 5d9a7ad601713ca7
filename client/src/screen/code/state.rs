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
    /// The address that the field began with, and what to do on that server.
    pub address: Option<(Address, Option<Start>)>,
    /// Why that server could not be reached.
    pub failure: Option<String>,
    /// The server that the user was on before; `Esc` goes back there instead of to `back`.
    pub before: Option<Address>,
}

impl CodeScreen {
    /// Creates the screen with an empty field.
    #[must_use]
    pub fn new(back: Screen) -> Self {
        let input = TextInput::new("", MAX_CODE);
        Self { input, back: Box::new(back), address: None, failure: None, before: None }
    }

    /// Creates the screen with `address` in the field, to try it again or to change it.
    #[must_use]
    pub fn again(address: Address, start: Option<Start>, back: Screen) -> Self {
        let input = TextInput::new(&address.short(), MAX_CODE);
        Self { input, address: Some((address, start)), ..Self::new(back) }
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
