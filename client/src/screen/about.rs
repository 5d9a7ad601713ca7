//! What every screen says of itself, so that nobody outside its folder has to know.

use std::time::Duration;

use tengen_session::text::Lang;
use tengen_shared::game::{CommandId, GameId, RoomCode, Seq};

use crate::{input::TextInput, keymap::Context};

/// Something that the user waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wait {
    /// A connection to the server.
    Connection,
    /// The answer to a command that enters a room.
    Room(CommandId),
    /// The search for a room.
    Search(RoomCode),
    /// The players' permission to watch.
    Permission(RoomCode),
    /// The move or the hint of an AI, in the position with this number.
    Engine(RoomCode, Seq),
    /// A finished game from the server.
    Game(GameId),
    /// The search tree of an AI for the position with this many stones.
    Thoughts(u16),
}

/// What a screen says of itself.
pub trait About {
    /// The context of the keys, without an overlay.
    fn context(&self) -> Context;

    /// The title in the first line.
    fn title(&self, lang: Lang) -> String;

    /// What the user waits for, if the screen alone decides that.
    fn wait(&self) -> Option<Wait> {
        None
    }

    /// The time until the screen does something by itself; `None` if it does not.
    fn next_change(&self) -> Option<Duration> {
        None
    }

    /// The field for a point, if one is open.
    fn entry(&self) -> Option<&TextInput> {
        None
    }
}

/// A title with the name of the program before it.
pub(crate) fn titled(title: impl std::fmt::Display) -> String {
    format!("Tengen · {title}")
}
