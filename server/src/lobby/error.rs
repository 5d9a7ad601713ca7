//! Why a room cannot be reached or made.

use tengen_shared::game::{RejectCode, RoomCode};
use thiserror::Error;

/// Why a room cannot be reached or made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum LobbyError {
    /// The room's mailbox is full.
    #[error("this room has too much to do: try again in a moment")]
    Busy,
    /// No more rooms fit into memory.
    #[error("the server has as many rooms open as it allows: try again later, or watch one")]
    Full,
    /// The player has made too many rooms.
    #[error("you have made as many rooms as one player may: leave some and try again in a few minutes")]
    TooManyOfYours,
    /// The player has made too many rooms in which only computers play.
    #[error(
        "you have made as many rooms for two AI seats as one player may: leave one and try again in a few minutes"
    )]
    TooManyForAi,
    /// The player follows too many rooms.
    #[error("you follow as many rooms as one connection may: leave one first")]
    FollowsEnough,
    /// Too many rooms in memory were made or asked for from the player's address.
    #[error("too many rooms are open from your network address: leave some and try again in a few minutes")]
    TooManyOfAddress,
    /// Too many rooms were made from the player's address lately.
    #[error("too many rooms were made from your network address just now: try again in a minute")]
    TooFast,
    /// No room has this code.
    #[error("no room has this code: check it, or look at the room list")]
    NoSuchRoom,
    /// The server is stopping.
    #[error("the server is stopping: it will be back soon")]
    Stopping,
}

/// What is said to somebody from whose address too many unknown codes have come.
pub(crate) const TOO_MANY_CODES: &str = "too many unknown room codes have come from your network address: check the code, and try again in a minute";

/// What is said of a code that no room has.
#[must_use]
pub(crate) fn no_such_room(room: &RoomCode) -> String {
    format!("there is no room {room}: check the code, or look at the room list")
}

impl LobbyError {
    /// The text for people, about this room.
    #[must_use]
    pub(crate) fn text(self, room: &RoomCode) -> String {
        match self {
            Self::NoSuchRoom => no_such_room(room),
            other => other.to_string(),
        }
    }

    /// The code that programs go by.
    #[must_use]
    pub(crate) const fn code(self) -> RejectCode {
        match self {
            Self::Busy => RejectCode::Busy,
            Self::Full
            | Self::TooManyOfYours
            | Self::TooManyForAi
            | Self::FollowsEnough
            | Self::TooManyOfAddress => RejectCode::TooMany,
            Self::TooFast => RejectCode::RateLimited,
            Self::NoSuchRoom => RejectCode::NoSuchRoom,
            Self::Stopping => RejectCode::Stopping,
        }
    }
}
