//! A room's code, or a server's address, being typed.

use crate::{input::TextInput, screen::Screen};

/// The most characters of a code or an address: the longest name of a host, with its port.
const MAX_CODE: usize = 260;

/// A room's code, or a server's address, being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeScreen {
    /// What has been typed.
    pub input: TextInput,
    /// Where to go instead.
    pub back: Box<Screen>,
}

impl CodeScreen {
    /// Nothing is typed yet.
    #[must_use]
    pub fn new(back: Screen) -> Self {
        Self { input: TextInput::new("", MAX_CODE), back: Box::new(back) }
    }
}
