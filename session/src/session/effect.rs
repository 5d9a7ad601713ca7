//! The side effects that a session asks for.

use tengen_shared::{
    game::Name,
    protocol::{PublicKey, SecretKey, ServerId},
};

use crate::{link::LinkOrder, room::Muted};

/// A side effect that the caller of the session must carry out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Carry out an order about the connection.
    Link(LinkOrder),
    /// Read what is stored for this server and pass it to [`Session::hello`](super::Session::hello). It must arrive
    /// within five seconds of the connection, and is used for this connection only.
    LookUp(ServerId),
    /// The server has accepted the user and proved its key: store the user's key and name, and the server's key.
    Keep {
        /// The user's key for the next `hello`.
        key: SecretKey,
        /// The server's public key. If another one is stored for this server or address, the user should be told.
        server: PublicKey,
        /// The name that the server uses for the user.
        name: Name,
    },
    /// Store the muted players for this server.
    KeepMuted(Muted),
}
