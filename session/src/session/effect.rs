//! What a session wants done in the world.

use tengen_shared::{
    game::Name,
    protocol::{PlayerKey, ServerId},
};

use crate::{
    link::{Address, LinkId},
    room::Muted,
};

/// Something that whoever runs a session does for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Reach this server and tell what became of it: [`Session::opened`](super::Session::opened) or
    /// [`Session::lost`](super::Session::lost). Any other connection is given up.
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
        /// The frame in the connection's codec: JSON goes as text, everything else as binary.
        bytes: Vec<u8>,
    },
    /// Give this connection up. Nothing more needs to be told of it.
    Close {
        /// The connection.
        link: LinkId,
    },
    /// Look up what is kept for this server, and say [`Session::hello`](super::Session::hello) with it.
    LookUp {
        /// The server that has answered.
        server: ServerId,
    },
    /// The server knows the user: keep the key for it.
    Keep {
        /// The key to show next time.
        key: PlayerKey,
        /// The name in use.
        name: Name,
    },
    /// Keep whom the user does not want to hear on this server.
    KeepMuted(Muted),
}
