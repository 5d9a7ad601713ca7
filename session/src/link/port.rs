//! What a session orders of the connection, and what is reported of it: all that passes between a session and a socket.

use tengen_shared::protocol::Codec;

use super::{Address, LinkId, Loss};

/// An order to whoever holds the socket. Each names the connection it is meant for; one for another connection than the
/// present one does nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkOrder {
    /// Connects to a server and reports [`LinkEvent::Opened`] or [`LinkEvent::Lost`]. Any other connection is dropped.
    Open {
        /// The number of the new connection.
        link: LinkId,
        /// Where the server is.
        address: Address,
    },
    /// Sends a frame.
    Send {
        /// The connection.
        link: LinkId,
        /// The frame in the connection's codec: JSON goes as text, everything else as binary.
        bytes: Vec<u8>,
    },
    /// Closes the connection, or stops the attempt to make it. Nothing more is reported of it.
    Close {
        /// The connection.
        link: LinkId,
    },
}

/// A report about a connection. One about an earlier connection than the present one changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkEvent {
    /// The connection is made; this is the codec that was agreed upon.
    Opened(Codec),
    /// A frame has come in, in the connection's codec.
    Received(Vec<u8>),
    /// A sign of life that is no frame, such as a ping.
    Alive,
    /// The connection could not be made, or is lost.
    Lost(Loss),
}
