//! The interface between a session and a socket: the orders of the session, and the reports about the connection.

use tengen_shared::protocol::Codec;

use super::{Address, LinkId, Loss};

/// An order to the owner of the socket. `Send` and `Close` do nothing if they name another connection than the present
/// one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkOrder {
    /// Connects to a server and reports [`LinkEvent::Opened`] or [`LinkEvent::Lost`]. Drops any other connection.
    Open {
        /// The number of the new connection.
        link: LinkId,
        /// The address of the server.
        address: Address,
    },
    /// Sends a frame on the connection.
    Send {
        /// The connection to send on.
        link: LinkId,
        /// The frame in the connection's codec. JSON is sent as text, everything else as binary.
        bytes: Vec<u8>,
    },
    /// Closes the connection, or cancels the attempt to make it. No more reports follow.
    Close {
        /// The connection to close.
        link: LinkId,
    },
}

/// A report about a connection. The session ignores reports about an earlier connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkEvent {
    /// The connection is made, with this codec.
    Opened(Codec),
    /// A frame has arrived, in the connection's codec.
    Received(Vec<u8>),
    /// A sign of life other than a frame, such as a ping.
    Alive,
    /// The connection could not be made, or was lost.
    Lost(Loss),
}
