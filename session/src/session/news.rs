//! What a session tells of what has come from the server.

use tengen_shared::{
    game::{RoomCode, Stamped},
    protocol::{Frame, ServerMessage},
};

/// What has come, after the session has taken it in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct News {
    /// What the server has said; none for a message that is newer than this program.
    pub message: Option<ServerMessage>,
    /// The command that it answers, if that waited for an answer.
    pub asked: Option<Frame>,
    /// The room whose events it brings.
    pub(super) room: Option<RoomCode>,
    /// How many of its events were known before, or could not be taken in as one before them is missing.
    pub(super) old: usize,
    /// Whether one before them is missing.
    pub(super) gap: bool,
}

impl News {
    /// Whether an event before these is missing, so that none of these was taken in and the session has asked for the
    /// whole room. A server that keeps to the protocol leaves no gap.
    #[must_use]
    pub const fn gap(&self) -> bool {
        self.gap
    }

    /// The room and the events in it that are new and were taken in.
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
