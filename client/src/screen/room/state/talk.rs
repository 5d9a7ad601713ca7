//! The state of the chat and of the list of people to mute.

use tengen_session::text::Lang;
use tengen_shared::game::{MAX_CHAT_CHARS, RoomCode};

use crate::{input::TextInput, intent::Mutable};

/// The chat of a room, with a text field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatBox {
    /// The code of the room.
    pub room: RoomCode,
    /// The message as typed so far.
    pub input: TextInput,
    /// The number of rows scrolled away at the bottom.
    pub scroll: usize,
}

impl ChatBox {
    /// Creates an empty text field, with the latest lines of the chat above it.
    #[must_use]
    pub fn new(room: RoomCode) -> Self {
        Self { room, input: TextInput::new("", MAX_CHAT_CHARS), scroll: 0 }
    }
}

/// A row of the list of people to mute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MuteEntry {
    /// The target of the mute.
    pub who: Mutable,
    /// The name to show.
    pub name: String,
    /// Whether they are muted.
    pub muted: bool,
}

impl MuteEntry {
    /// Returns the text of the row.
    #[must_use]
    pub fn label(&self, lang: Lang) -> String {
        if self.muted { lang.mute_on(&self.name) } else { lang.mute_off(&self.name) }
    }
}

/// The list of people to mute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MuteBox {
    /// The rows: everybody, then each person.
    pub entries: Vec<MuteEntry>,
    /// The index of the row under the cursor.
    pub cursor: usize,
    /// The chat to go back to.
    pub back: Option<ChatBox>,
}
