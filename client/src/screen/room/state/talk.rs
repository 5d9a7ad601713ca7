//! What lies over a room to talk there, and to choose whom not to hear.

use tengen_session::text::Lang;
use tengen_shared::game::{MAX_CHAT_CHARS, RoomCode};

use crate::{input::TextInput, intent::Mutable};

/// The talk of a room with a line to type in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChatBox {
    /// The room.
    pub room: RoomCode,
    /// What is being typed.
    pub input: TextInput,
    /// How many rows below those shown are scrolled away.
    pub scroll: usize,
}

impl ChatBox {
    /// An empty line under the latest talk of `room`.
    #[must_use]
    pub fn new(room: RoomCode) -> Self {
        Self { room, input: TextInput::new("", MAX_CHAT_CHARS), scroll: 0 }
    }
}

/// A line of the choice whom not to hear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MuteEntry {
    /// Who.
    pub who: Mutable,
    /// By which name.
    pub name: String,
    /// Whether they are muted.
    pub muted: bool,
}

impl MuteEntry {
    /// The line.
    #[must_use]
    pub fn label(&self, lang: Lang) -> String {
        if self.muted { lang.mute_on(&self.name) } else { lang.mute_off(&self.name) }
    }
}

/// The choice whom not to hear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MuteBox {
    /// Everybody, then one by one.
    pub entries: Vec<MuteEntry>,
    /// Where the cursor stands among them.
    pub cursor: usize,
    /// The talk from which it was opened.
    pub back: Option<ChatBox>,
}
