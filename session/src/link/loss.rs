//! Why there is no connection.

use tengen_shared::{
    game::RejectCode,
    protocol::{SafeText, UnreadableFrame},
};
use thiserror::Error;

use crate::link::Address;

/// Why there is no connection to the server.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Loss {
    /// Nobody listens there.
    #[error("nothing answers at {0}: start a server there with `tengen-server`, or check the address")]
    Refused(Address),
    /// Nobody has answered in time.
    #[error("no answer from {0} within 5 s: check the address and the network")]
    TimedOut(Address),
    /// The network says why not.
    #[error("{0} cannot be reached: {1}")]
    Unreachable(Address, SafeText),
    /// Something answers, in HTTP.
    #[error("what answers at {0} is no Tengen server: it says {1}")]
    Http(Address, SafeText),
    /// Something answers, in no way that is known.
    #[error("what answers at {0} is no Tengen server: {1}")]
    Handshake(Address, SafeText),
    /// It did not begin as a server does.
    #[error("this is no Tengen server, or a much newer one")]
    Strange,
    /// It refuses to let the user in.
    #[error("the server refuses: {text}")]
    NotWelcome {
        /// Why, as a code.
        code: RejectCode,
        /// Why, in the server's words.
        text: SafeText,
    },
    /// Nothing has come for too long.
    #[error("the server has fallen silent")]
    Silent,
    /// Nothing can be sent any more.
    #[error("the server takes nothing any more")]
    Stuck,
    /// More was to be sent than the connection could take.
    #[error("the connection was too slow")]
    TooSlow,
    /// The server has said good-bye.
    #[error("the server closed the connection")]
    Closed,
    /// The server has said good-bye, and why.
    #[error("the server closed the connection: {0}")]
    ClosedFor(SafeText),
    /// The connection has ended without a good-bye.
    #[error("the connection broke off")]
    BrokenOff,
    /// The connection has failed.
    #[error("the connection broke: {0}")]
    Broken(SafeText),
    /// Something came that is no message.
    #[error(transparent)]
    Unreadable(UnreadableFrame),
}
