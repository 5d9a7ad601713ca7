//! The far end of a client's connection: frames, and what the keeper of the files finds.

use tengen_client::{keeper::KeeperNews, msg::Msg, profile::OpenSlot};
use tengen_session::{
    link::{LinkEvent, LinkId, Loss},
    room::Muted,
};
use tengen_shared::{
    game::{Name, PlayerId},
    protocol::{
        Challenge, Cmd, Codec, Frame, HexBytes, Limits, Nonce, Request, SecretKey, ServerId, ServerMessage,
    },
};

pub(crate) const SERVER: ServerId = ServerId(0xfeed);
/// How often the server pings, in milliseconds; so seldom that tests in which time passes are not disturbed.
pub(crate) const HEARTBEAT_MS: u32 = 120_000;

/// The user's key.
pub(crate) const KEY: SecretKey = SecretKey::from_bytes([9; 32]);

/// The key of the server with this number.
pub(crate) fn house(id: ServerId) -> SecretKey {
    let mut bytes = [5; 32];
    bytes[..8].copy_from_slice(&id.0.to_be_bytes());
    SecretKey::from_bytes(bytes)
}

fn challenge(id: ServerId) -> Challenge {
    Challenge { public_key: house(id).public(), nonce: Nonce(HexBytes([3; 16])) }
}

/// The answer of the server `id` to this hello.
pub(crate) fn welcome(id: ServerId, hello: &Frame, player: PlayerId, name: Name) -> ServerMessage {
    let Cmd::Request(Request::Hello { proof: Some(proof), .. }) = &hello.cmd else { panic!("{hello:?}") };
    let signature = Some(proof.meeting(challenge(id)).sign_as_server(&house(id)));
    ServerMessage::Welcome { id: hello.id, player, key: None, name, now: 1_000, signature }
}

/// What a connection brings.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wire {
    /// The connection that the client wants.
    pub(crate) link: LinkId,
    /// What the profile has kept of whom not to hear.
    pub(crate) muted: Muted,
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
        self.message(&ServerMessage::Server {
            id,
            version: "test".into(),
            limits,
            identity: Some(challenge(id)),
            addresses: Vec::new(),
        })
    }

    /// What is kept for the server was found.
    pub(crate) fn found(&self, server: ServerId) -> Msg {
        let slot = Box::new(OpenSlot { muted: self.muted.clone(), ..OpenSlot::with(KEY) });
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
