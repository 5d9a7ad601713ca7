//! A player's name: short, and safe to show on a terminal.

use std::{fmt, str::FromStr, sync::Arc};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The maximum length of a name, in characters.
pub const MAX_NAME_CHARS: usize = 24;

/// A name of 1 to 24 characters, trimmed, without control characters or invisible ones.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Name(Arc<str>);

/// The reason why a text cannot be a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NameError {
    /// The text is empty after trimming.
    #[error("the name is empty: choose 1 to 24 characters")]
    Empty,
    /// The name has more than 24 characters.
    #[error("the name has {0} characters: choose at most 24")]
    TooLong(usize),
    /// The name has a control character, a terminal escape or an invisible character.
    #[error("the name has a control or invisible character: use letters, digits, signs and blanks")]
    Control,
}

impl Name {
    /// Returns the name as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Whether a character moves the cursor, is invisible or reorders text. These are control characters, Unicode's
/// format characters (category Cf), line separators, fillers and other characters that show as nothing.
#[must_use]
pub fn is_disturbing(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{115f}' | '\u{1160}'
            | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

impl FromStr for Name {
    type Err = NameError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.chars().any(is_disturbing) {
            return Err(NameError::Control);
        }
        let text = text.trim();
        match text.chars().count() {
            0 => Err(NameError::Empty),
            1..=MAX_NAME_CHARS => Ok(Self(text.into())),
            count => Err(NameError::TooLong(count)),
        }
    }
}

impl TryFrom<String> for Name {
    type Error = NameError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<Name> for String {
    fn from(name: Name) -> Self {
        name.0.as_ref().to_owned()
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}
