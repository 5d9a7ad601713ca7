//! What people say in a room: two channels, players and spectators, each with a bounded memory.

use std::{fmt, str::FromStr, sync::Arc};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    id::{Millis, PlayerId, Seq},
    name::{Name, is_disturbing},
};

/// The longest line, in characters.
pub const MAX_CHAT_CHARS: usize = 200;
/// The lines that a room keeps; older ones are forgotten.
pub const MAX_CHAT_LINES: usize = 100;
/// The lines of a viewer's channel that a snapshot carries; older ones come in pages.
pub const SNAPSHOT_CHAT_LINES: usize = 10;

/// One line of talk: 1 to 200 characters. Control characters, invisible ones and terminal escapes are taken out when it
/// is read, and blanks at its ends; so nothing that somebody says can disturb a terminal.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ChatText(Arc<str>);

/// Why a text cannot be said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ChatTextError {
    /// Nothing is left.
    #[error("there is nothing to say in this line: write 1 to 200 characters")]
    Empty,
    /// Too long.
    #[error("the line has {0} characters: write at most 200")]
    TooLong(usize),
}

impl ChatText {
    /// The line as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What begins a terminal's control sequence (ECMA-48), in its one-character form: CSI, or one of the strings DCS, SOS,
/// OSC, PM and APC.
const CSI: char = '\u{9b}';
const STRINGS: [char; 5] = ['\u{90}', '\u{98}', '\u{9d}', '\u{9e}', '\u{9f}'];

/// The one-character form of ESC and `next`, if that begins a sequence or ends a string.
const fn after_escape(next: char) -> Option<char> {
    match next {
        '[' => Some(CSI),
        'P' => Some('\u{90}'),
        'X' => Some('\u{98}'),
        ']' => Some('\u{9d}'),
        '^' => Some('\u{9e}'),
        '_' => Some('\u{9f}'),
        '\\' => Some('\u{9c}'),
        _ => None,
    }
}

/// `text` without terminal escape sequences and disturbing characters.
fn stripped(text: &str) -> String {
    let mut clean = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        let control = match c {
            '\u{1b}' => {
                chars.next_if(|next| after_escape(*next).is_some()).and_then(after_escape).unwrap_or(c)
            }
            _ => c,
        };
        match control {
            // An escape breaks a sequence off; otherwise its final character belongs to it.
            CSI => {
                while chars.next_if(|c| *c != '\u{1b}' && !('\u{40}'..='\u{7e}').contains(c)).is_some() {}
                chars.next_if(|c| *c != '\u{1b}');
            }
            // A string ends with BEL or ST; an escape that begins something else ends it too.
            c if STRINGS.contains(&c) => {
                while chars.next_if(|c| !matches!(c, '\u{7}' | '\u{1b}' | '\u{9c}')).is_some() {}
            }
            '\t' | '\n' | '\r' => clean.push(' '),
            c if is_disturbing(c) => {}
            c => clean.push(c),
        }
    }
    clean
}

impl FromStr for ChatText {
    type Err = ChatTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let clean = stripped(text);
        let clean = clean.trim();
        match clean.chars().count() {
            0 => Err(ChatTextError::Empty),
            1..=MAX_CHAT_CHARS => Ok(Self(clean.into())),
            count => Err(ChatTextError::TooLong(count)),
        }
    }
}

impl TryFrom<String> for ChatText {
    type Error = ChatTextError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<ChatText> for String {
    fn from(text: ChatText) -> Self {
        text.0.as_ref().to_owned()
    }
}

impl fmt::Display for ChatText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for ChatText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.0, f)
    }
}

/// Who hears a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// Those who sit.
    Players,
    /// Those who watch.
    Spectators,
}

/// A line that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatLine {
    /// To whom.
    pub channel: Channel,
    /// By whom.
    pub player: PlayerId,
    /// Under which name.
    pub name: Name,
    /// What.
    pub text: ChatText,
}

/// A line as the room keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// The number of its event.
    pub seq: Seq,
    /// When.
    pub time: Millis,
    /// What was said.
    pub line: ChatLine,
}
