//! What lies over a room to talk there, and to choose whom not to hear; and what of the talk is heard.

use tengen_session::{room::RoomView, text::Lang};
use tengen_shared::game::{Channel, MAX_CHAT_CHARS, RoomCode, Said};

use super::{Model, input::TextInput};
use crate::intent::Mutable;

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

impl Model {
    /// The channel on which the user speaks and hears in `view`'s room.
    #[must_use]
    pub fn channel(&self, view: &RoomView) -> Option<Channel> {
        Some(view.room()?.channel_of(self.session.player()?))
    }

    /// Whether the line is on the user's channel and nobody's who is muted.
    #[must_use]
    pub fn hears(&self, view: &RoomView, said: &Said) -> bool {
        self.channel(view) == Some(said.line.channel)
            && (Some(said.line.player) == self.session.player()
                || self.session.muted().hears(said.line.player))
    }

    /// What the user hears of the talk in `view`'s room, in order.
    pub fn heard<'a>(&'a self, view: &'a RoomView) -> impl DoubleEndedIterator<Item = &'a Said> {
        let channel = self.channel(view);
        let lines = channel.into_iter().flat_map(|channel| view.talk.lines(channel));
        lines.filter(|said| self.hears(view, said))
    }

    /// The lines of others that have come since the user looked last.
    #[must_use]
    pub fn unread(&self, view: &RoomView) -> usize {
        let new = |said: &&Said| Some(said.line.player) != self.session.player() && view.talk.is_new(said);
        self.heard(view).filter(new).count()
    }
}
