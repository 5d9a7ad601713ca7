//! The far end of a client's connection: frames, and what the keeper of the files finds.

use tengen_client::{keeper::KeeperNews, msg::Msg, profile::OpenSlot};
use tengen_session::{
    link::{LinkEvent, LinkId, Loss},
    room::Muted,
};
use tengen_shared::protocol::{Codec, Frame, Limits, PlayerKey, ServerId, ServerMessage};

pub(crate) const SERVER: ServerId = ServerId(0xfeed);
/// How often the server pings, in milliseconds; so seldom that tests in which time passes are not disturbed.
pub(crate) const HEARTBEAT_MS: u32 = 120_000;

/// What a connection brings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wire {
    /// The connection that the client wants.
    pub(crate) link: LinkId,
    /// What the profile has kept of whom not to hear.
    pub(crate) muted: Muted,
    /// The key that it has kept.
    pub(crate) key: Option<PlayerKey>,
}

impl Wire {
    /// The connection stands.
    pub(crate) fn opened(&self) -> Msg {
        Msg::Link(self.link, LinkEvent::Opened(Codec::Json))
    }

    /// The server's first words.
    pub(crate) fn first_words(&self, id: ServerId) -> Msg {
        let limits = Limits {
            frame_bytes: 65_536,
            rooms: 16,
            commands_per_second: 20,
            command_burst: 40,
            heartbeat_ms: HEARTBEAT_MS,
        };
        self.message(&ServerMessage::Server { id, version: "test".into(), limits })
    }

    /// What is kept for the server was found.
    pub(crate) fn found(&self, server: ServerId) -> Msg {
        let slot = Box::new(OpenSlot { key: self.key, muted: self.muted.clone(), ..OpenSlot::default() });
        Msg::Kept(KeeperNews::Found(server, slot))
    }

    /// A message of the server.
    pub(crate) fn message(&self, message: &ServerMessage) -> Msg {
        self.bytes(Codec::Json.encode_server(message))
    }

    /// Any bytes of the server.
    pub(crate) fn bytes(&self, bytes: Vec<u8>) -> Msg {
        Msg::Link(self.link, LinkEvent::Received(bytes))
    }

    /// A ping of the server.
    pub(crate) fn ping(&self) -> Msg {
        Msg::Link(self.link, LinkEvent::Alive)
    }

    /// The connection is gone.
    pub(crate) fn lost(&self, why: Loss) -> Msg {
        Msg::Link(self.link, LinkEvent::Lost(why))
    }

    /// The frame that the client has sent.
    pub(crate) fn frame(&self, link: LinkId, bytes: &[u8]) -> Frame {
        assert_eq!(link, self.link, "it was sent on another connection");
        Codec::Json.decode_client(bytes).expect("a frame")
    }
}
