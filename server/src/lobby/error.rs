//! The errors of the lobby.

use tengen_shared::game::{RejectCode, RoomCode};
use thiserror::Error;

use crate::refusal::Refusal;

/// Why a room cannot be reached or made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum LobbyError {
    #[error("this room is busy: try again in a moment")]
    Busy,
    #[error("the server has too many open rooms: try again later, or watch one")]
    Full,
    #[error("you have too many open rooms: leave some and try again in a few minutes")]
    TooManyOfYours,
    #[error("you have too many open rooms with two AI seats: leave one and try again in a few minutes")]
    TooManyForAi,
    #[error("you follow too many rooms: leave one first")]
    FollowsEnough,
    #[error("too many rooms are open from your network address: leave some and try again in a few minutes")]
    TooManyOfAddress,
    #[error("too many new rooms from your network address: try again in a minute")]
    TooFast,
    #[error("no room has this code: check it, or look at the room list")]
    NoSuchRoom,
    #[error("the server is stopping: try again in a moment")]
    Stopping,
}

/// The text for an address that has sent too many unknown codes.
pub(crate) const TOO_MANY_CODES: &str =
    "too many unknown codes from your network address: check the code, and try again in a minute";

impl LobbyError {
    /// Returns the refusal of a command about this room.
    #[must_use]
    pub(crate) fn about(self, room: &RoomCode) -> Refusal {
        match self {
            Self::NoSuchRoom => {
                let text = format!("there is no room {room}: check the code, or look at the room list");
                (self.code(), text).into()
            }
            other => other.into(),
        }
    }

    /// Returns the protocol's reject code.
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

impl From<LobbyError> for Refusal {
    fn from(error: LobbyError) -> Self {
        Self::from((error.code(), error.to_string()))
    }
}
