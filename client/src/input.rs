//! A line of text being typed.

use std::fmt;

use tengen_shared::game::{PASSPHRASE_CHARS, is_disturbing};

use crate::action::Action;

/// Text with a cursor at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextInput {
    text: String,
    limit: usize,
}

impl TextInput {
    /// An input of at most `limit` characters that begins with `text`.
    #[must_use]
    pub fn new(text: &str, limit: usize) -> Self {
        let mut input = Self { text: String::new(), limit };
        text.chars().for_each(|c| input.push(c));
        input
    }

    /// What has been typed.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Adds a character, unless it is a control character or there is no room for it.
    pub fn push(&mut self, c: char) {
        if !is_disturbing(c) && self.text.chars().count() < self.limit {
            self.text.push(c);
        }
    }

    /// Takes the last character away.
    pub fn erase(&mut self) {
        self.text.pop();
    }

    /// Does what a key means for a line of text; false if it means nothing there.
    pub fn edit(&mut self, action: Action) -> bool {
        match action {
            Action::Type(c) => self.push(c),
            Action::Erase => self.erase(),
            Action::EraseAll => self.clear(),
            _ => return false,
        }
        true
    }

    /// Takes everything away.
    pub fn clear(&mut self) {
        self.text.clear();
    }
}

/// A secret being typed: hidden unless the user wants to see it, and never in a log.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct SecretInput {
    /// What has been typed.
    pub input: TextInput,
    /// Whether it is shown.
    pub shown: bool,
}

impl SecretInput {
    /// An empty input for a passphrase, hidden.
    #[must_use]
    pub fn passphrase() -> Self {
        Self { input: TextInput::new("", *PASSPHRASE_CHARS.end()), shown: false }
    }

    /// What is on the screen: the text, or as many dots.
    #[must_use]
    pub fn visible(&self) -> String {
        if self.shown {
            self.input.text().to_owned()
        } else {
            "•".repeat(self.input.text().chars().count())
        }
    }
}

impl fmt::Debug for SecretInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretInput(..)")
    }
}
