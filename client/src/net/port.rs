//! What the network task is ordered to do, and what it reports.

use tengen_session::link::{Address, LinkId, Loss};
use tengen_shared::protocol::Codec;

/// An order to the network task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NetOrder {
    /// Reach this server, leaving any other connection.
    Open {
        /// The number of the connection.
        link: LinkId,
        /// Where the server is.
        address: Address,
    },
    /// Send a frame, if that connection still stands.
    Send {
        /// The connection it is meant for.
        link: LinkId,
        /// The frame.
        bytes: Vec<u8>,
    },
    /// Leave this connection, or no longer try to make it.
    Close {
        /// The connection.
        link: LinkId,
    },
}

/// News from the network task.
#[derive(Clone, Debug)]
pub enum NetEvent {
    /// The connection stands.
    Opened {
        /// The connection.
        link: LinkId,
        /// What the server speaks on it.
        codec: Codec,
    },
    /// A frame has come in.
    Received {
        /// The connection.
        link: LinkId,
        /// The frame.
        bytes: Vec<u8>,
    },
    /// A sign of life that is no frame.
    Alive {
        /// The connection.
        link: LinkId,
    },
    /// The connection could not be made, or is lost.
    Lost {
        /// The connection.
        link: LinkId,
        /// Why.
        why: Loss,
    },
}
