//! Why there is no connection to the server.

use tengen_shared::{
    game::RejectCode,
    protocol::{SafeText, UnreadableFrame},
};
use thiserror::Error;

use crate::link::Address;

/// Why the connection to the server could not be made, or was lost.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Loss {
    /// The machine refuses connections on this port.
    #[error("nothing answers at {0}: check the address, or ask whether the server is running")]
    Refused(Address),
    /// The connection was not made in time.
    #[error("no answer from {0} within 5 s: check the address and the network")]
    TimedOut(Address),
    /// The host name has no IP address, or the name server does not answer.
    #[error("no server is called {}: check the name, or type an IP address such as 192.168.1.20", .0.host())]
    UnknownHost(Address),
    /// The host name has no IP address, and looks like a room code without its number.
    #[error("no server is called {host}: a room code ends in a number, such as {host}-42", host = .0.host())]
    IncompleteCode(Address),
    /// The system reports another network error.
    #[error("{0} cannot be reached: {1}")]
    Unreachable(Address, SafeText),
    /// Something answers with an HTTP status instead of a WebSocket.
    #[error("{0} is not a Tengen server: it answered {1}")]
    Http(Address, SafeText),
    /// The WebSocket handshake fails in another way.
    #[error("{0} is not a Tengen server: {1}")]
    Handshake(Address, SafeText),
    /// The first message is not that of a Tengen server.
    #[error("this is not a Tengen server, or a much newer one")]
    Strange,
    /// The server told this address as one of its own, but another server answers there.
    #[error("another server answers at this address")]
    OtherServer,
    /// The server has no key pair, so it is older than this client.
    #[error("this server is too old for this program: ask its operator to update it")]
    TooOld,
    /// The server cannot prove that the key that it shows is its own.
    #[error("this server could not prove who it is: somebody may be pretending to be it")]
    Unproven,
    /// The server rejects `hello`.
    #[error("the server refused: {text}")]
    NotWelcome {
        /// The reason as a code.
        code: RejectCode,
        /// The reason in the server's words.
        text: SafeText,
    },
    /// The server has sent nothing for too long.
    #[error("the server stopped answering")]
    Silent,
    /// The socket accepts no more data.
    #[error("the server stopped accepting data")]
    Stuck,
    /// Too many orders wait for a slow connection.
    #[error("the connection was too slow")]
    TooSlow,
    /// The server closed the connection without a reason.
    #[error("the server closed the connection")]
    Closed,
    /// The server closed the connection and gave a reason.
    #[error("the server closed the connection: {0}")]
    ClosedFor(SafeText),
    /// Another device of the player has removed this one.
    #[error("another of your devices has removed this one: connect again to be a new player")]
    Removed,
    /// The connection ended without a close frame.
    #[error("the connection ended unexpectedly")]
    BrokenOff,
    /// The connection failed with this error.
    #[error("the connection failed: {0}")]
    Broken(SafeText),
    /// A frame cannot be decoded.
    #[error(transparent)]
    Unreadable(UnreadableFrame),
}

impl Loss {
    /// Whether another address of the same server may help.
    #[must_use]
    pub(crate) const fn is_of_one_address(&self) -> bool {
        match self {
            Self::Refused(_)
            | Self::TimedOut(_)
            | Self::UnknownHost(_)
            | Self::IncompleteCode(_)
            | Self::Unreachable(..)
            | Self::Http(..)
            | Self::Handshake(..)
            | Self::Strange
            | Self::OtherServer
            | Self::Unproven
            | Self::Silent
            | Self::Stuck
            | Self::TooSlow
            | Self::Closed
            | Self::ClosedFor(_)
            | Self::BrokenOff
            | Self::Broken(_) => true,
            Self::NotWelcome { code, .. } => matches!(code, RejectCode::Stopping | RejectCode::Storage),
            Self::TooOld | Self::Removed | Self::Unreadable(_) => false,
        }
    }

    /// Whether a connection that was lost in this way may be there again at once, at the same address.
    #[must_use]
    pub(crate) const fn may_pass(&self) -> bool {
        !matches!(self, Self::Silent | Self::Stuck | Self::ClosedFor(_))
    }

    /// Returns the loss for a host name without an IP address.
    #[must_use]
    pub fn of_unknown_host(address: Address) -> Self {
        if address.resembles_code() { Self::IncompleteCode(address) } else { Self::UnknownHost(address) }
    }

    /// Whether the reason says more than that the connection is lost and the server cannot be reached.
    #[must_use]
    pub const fn is_special(&self) -> bool {
        matches!(
            self,
            Self::Http(..)
                | Self::Handshake(..)
                | Self::Strange
                | Self::TooOld
                | Self::Unproven
                | Self::NotWelcome { .. }
                | Self::ClosedFor(_)
                | Self::Removed
                | Self::Unreadable(_)
        )
    }
}
