//! A message to many peers.

use std::sync::OnceLock;

use bytes::Bytes;
use tengen_shared::protocol::{Codec, ServerMessage};

/// A message that is encoded at most once per codec, for any number of peers.
#[derive(Debug)]
pub(crate) struct Broadcast {
    message: ServerMessage,
    json: OnceLock<Bytes>,
    bincode: OnceLock<Bytes>,
}

impl Broadcast {
    /// Wraps a message for several peers.
    #[must_use]
    pub(crate) const fn new(message: ServerMessage) -> Self {
        Self { message, json: OnceLock::new(), bincode: OnceLock::new() }
    }

    pub(super) fn bytes(&self, codec: Codec) -> Bytes {
        let cell = match codec {
            Codec::Json => &self.json,
            Codec::Bincode => &self.bincode,
        };
        cell.get_or_init(|| codec.encode_server(&self.message).into()).clone()
    }
}
