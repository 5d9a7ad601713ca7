//! What a session wants done in the world.

use tengen_shared::{
    game::Name,
    protocol::{PlayerKey, ServerId},
};

use crate::{link::LinkOrder, room::Muted};

/// Something that whoever runs a session does for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Carry out an order about the connection.
    Link(LinkOrder),
    /// Look up what is kept for this server, and pass it to [`Session::hello`](super::Session::hello) within five
    /// seconds; it is good for this connection only.
    LookUp(ServerId),
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
