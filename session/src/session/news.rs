//! A message from the server, with what the session has learned from it.

use tengen_shared::{
    game::{RoomCode, Stamped},
    protocol::{Frame, ServerMessage},
};

/// A message that the session has taken in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// The message; `None` if this program is too old to know it.
    pub message: Option<ServerMessage>,
    /// The command that the message answers; `None` if it answers none, or one that did not wait.
    pub asked: Option<Frame>,
    /// The room of the events in the message.
    pub(super) room: Option<RoomCode>,
    /// How many of the events, from the first, were not applied now: they were known, or follow a gap.
    pub(super) old: usize,
    /// Whether an event before these is missing.
    pub(super) gap: bool,
}

impl News {
    /// Whether an earlier event is missing. Then none of these was applied, and the session has asked for a snapshot. A
    /// server that follows the protocol leaves no gap.
    #[must_use]
    pub const fn gap(&self) -> bool {
        self.gap
    }

    /// The room and its newly applied events; `None` if there are none.
    #[must_use]
    pub fn events(&self) -> Option<(&RoomCode, &[Stamped])> {
        let events = match self.message.as_ref()? {
            ServerMessage::Accepted { events, .. } | ServerMessage::Events { events, .. } => events,
            _ => return None,
        };
        let new = events.get(self.old..)?;
        Some((self.room.as_ref()?, new)).filter(|(_, new)| !new.is_empty())
    }
}
