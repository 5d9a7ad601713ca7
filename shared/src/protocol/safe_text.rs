//! Text that is safe to show on a terminal, whoever sent it.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::game::name::is_disturbing;

/// The maximum length of a safe text, in characters. Longer text is cut.
pub const MAX_SAFE_CHARS: usize = 300;

/// A text of at most 300 characters without control or invisible characters. Both the writer and the reader clean
/// it, so neither a client nor a server can send escape sequences to somebody's terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct SafeText(String);

impl SafeText {
    /// Returns the text, which has no control characters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<T: AsRef<str>> From<T> for SafeText {
    fn from(text: T) -> Self {
        let clean = |c: char| if is_disturbing(c) { '\u{fffd}' } else { c };
        Self(text.as_ref().chars().take(MAX_SAFE_CHARS).map(clean).collect())
    }
}

impl From<SafeText> for String {
    fn from(text: SafeText) -> Self {
        text.0
    }
}

impl fmt::Display for SafeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
