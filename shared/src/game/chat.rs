//! Chat in a room: two channels, players and spectators, each with a bounded history.

use std::{fmt, str::FromStr, sync::Arc};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{
    id::{Millis, PlayerId, Seq},
    name::{Name, is_disturbing},
};

/// The maximum length of a line, in characters.
pub const MAX_CHAT_CHARS: usize = 200;
/// The number of lines that a room keeps, half of them for each channel. It forgets the oldest.
pub const MAX_CHAT_LINES: usize = 100;
/// The number of lines of a viewer's channel in a snapshot. Clients ask for older lines page by page.
pub const SNAPSHOT_CHAT_LINES: usize = 10;

/// A chat line of 1 to 200 characters, safe to show on a terminal. Parsing removes terminal escape sequences,
/// control and invisible characters, and surrounding blanks.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ChatText(Arc<str>);

/// The reason why a text cannot be a chat line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ChatTextError {
    /// The text is empty after the removals.
    #[error("the message is empty: write 1 to 200 characters")]
    Empty,
    /// The text is longer than 200 characters.
    #[error("the message has {0} characters: write at most 200")]
    TooLong(usize),
}

impl ChatText {
    /// Returns the line as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The one-character forms that begin a terminal control sequence (ECMA-48): CSI, and the strings DCS, SOS, OSC, PM
/// and APC.
const CSI: char = '\u{9b}';
const STRINGS: [char; 5] = ['\u{90}', '\u{98}', '\u{9d}', '\u{9e}', '\u{9f}'];

/// Returns the one-character form of ESC and `next`, if they begin a sequence or end a string.
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

/// Removes terminal escape sequences and disturbing characters from `text`. Tabs and line breaks become blanks.
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
            // An escape breaks the sequence off. Otherwise the sequence includes its final character.
            CSI => {
                while chars.next_if(|c| *c != '\u{1b}' && !('\u{40}'..='\u{7e}').contains(c)).is_some() {}
                chars.next_if(|c| *c != '\u{1b}');
            }
            // A string ends with BEL or ST. An escape that begins something else ends it too.
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

/// A chat channel. Each viewer reads and writes one channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Channel {
    /// The channel of the players in the seats.
    Players,
    /// The channel of everybody else in the room.
    Spectators,
}

/// A chat line with its sender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatLine {
    /// The channel of the line.
    pub channel: Channel,
    pub player: PlayerId,
    /// The sender's name at that time.
    pub name: Name,
    /// The text of the line.
    pub text: ChatText,
}

/// A chat line as the room keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Said {
    /// The number of its event.
    pub seq: Seq,
    /// The time of its event.
    pub time: Millis,
    /// The line with its sender.
    pub line: ChatLine,
}
