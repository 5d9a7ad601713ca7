//! The two codecs: JSON in text frames and bincode in binary frames. A build may have only one of them, see the features
//! `json` and `binary`.

#[cfg(feature = "binary")]
mod binary;
#[cfg(feature = "json")]
mod json;

use serde::Serialize;
use thiserror::Error;

#[cfg(feature = "binary")]
pub use self::binary::{pack, unpack, unpack_long};
use super::{client::Frame, safe_text::SafeText, server::ServerMessage};
use crate::game::{CommandId, RejectCode, RoomCode};

/// The maximum length of a client's frame, in bytes.
pub const MAX_INBOUND: usize = 4 * 1024;
/// The maximum length of a server's frame, in bytes.
pub const MAX_OUTBOUND: usize = 64 * 1024;
/// The WebSocket close code for a connection whose key the player has removed.
pub const CLOSE_REMOVED: u16 = 4001;
/// The version of the binary layout. It changes with any byte of any fixture.
pub const BINCODE_LAYOUT: u32 = 8;
/// The WebSocket subprotocol of the binary codec, with the layout's version.
pub const SUBPROTOCOL_BINCODE: &str = "tengen.bincode.8";
/// The WebSocket subprotocol of the JSON codec.
pub const SUBPROTOCOL_JSON: &str = "tengen.v1.json";

/// The encoding of the messages on a connection.
///
/// ```
/// use tengen_shared::{
///     game::{CommandId, RunId},
///     protocol::{Cmd, Codec, Frame, Request},
/// };
///
/// let frame = Frame { id: CommandId(RunId(255), 7), room: None, cmd: Cmd::Request(Request::Ping {}) };
/// let bytes = Codec::Json.encode_client(&frame);
/// assert_eq!(bytes, br#"{"id":["00000000000000ff",7],"room":null,"cmd":{"ping":{}}}"#);
/// assert_eq!(Codec::Json.decode_client(&bytes), Ok(frame));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Codec {
    /// JSON in text frames: for scripts, bots and other programs.
    #[cfg(feature = "json")]
    Json,
    /// One exact layout in binary frames: for the clients of this repository.
    #[cfg(feature = "binary")]
    Bincode,
}

/// The kind of an error in a client's frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadFrameKind {
    /// The bytes are not a message.
    Malformed,
    /// A value in the message is not allowed.
    BadValue,
    /// The message names a command that does not exist.
    UnknownCommand,
}

/// The error for a client's frame that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct BadFrame {
    /// The command's id, for the refusal; `None` if it could not be read.
    pub id: Option<CommandId>,
    /// The kind of the error.
    pub kind: BadFrameKind,
    /// The error for people, and how to correct it.
    pub text: SafeText,
}

impl BadFrame {
    /// Returns the code of the refusal.
    #[must_use]
    pub const fn code(&self) -> RejectCode {
        match self.kind {
            BadFrameKind::Malformed => RejectCode::Malformed,
            BadFrameKind::BadValue => RejectCode::BadValue,
            BadFrameKind::UnknownCommand => RejectCode::UnknownCommand,
        }
    }
}

/// A server's frame, as a client reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ServerFrame {
    /// A message that this program knows.
    Known(Box<ServerMessage>),
    /// A JSON message of a newer server. If it names a room, the client must ask for a snapshot of it.
    Unknown {
        /// The command that it answers, which counts as answered.
        id: Option<CommandId>,
        /// The room that it names.
        room: Option<RoomCode>,
    },
}

/// The error for a server's frame that is not a message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the server sent something that is no message: {0}")]
pub struct UnreadableFrame(SafeText);

impl Codec {
    /// Both codecs, in the order in which a client offers them.
    #[cfg(all(feature = "json", feature = "binary"))]
    pub const ALL: [Self; 2] = [Self::Bincode, Self::Json];
    /// The only codec of this build.
    #[cfg(all(feature = "json", not(feature = "binary")))]
    pub const ALL: [Self; 1] = [Self::Json];
    /// The only codec of this build.
    #[cfg(all(feature = "binary", not(feature = "json")))]
    pub const ALL: [Self; 1] = [Self::Bincode];

    /// Returns the WebSocket subprotocol of this codec.
    #[must_use]
    pub const fn subprotocol(self) -> &'static str {
        match self {
            #[cfg(feature = "json")]
            Self::Json => SUBPROTOCOL_JSON,
            #[cfg(feature = "binary")]
            Self::Bincode => SUBPROTOCOL_BINCODE,
        }
    }

    /// Returns the codec of a subprotocol; `None` if this program does not know it.
    #[must_use]
    pub fn of_subprotocol(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|codec| codec.subprotocol() == name)
    }

    /// Encodes a server's message.
    #[must_use]
    pub fn encode_server(self, message: &ServerMessage) -> Vec<u8> {
        self.encode(message)
    }

    /// Encodes a client's frame.
    #[must_use]
    pub fn encode_client(self, frame: &Frame) -> Vec<u8> {
        self.encode(frame)
    }

    fn encode<T: Serialize>(self, value: &T) -> Vec<u8> {
        match self {
            #[cfg(feature = "json")]
            Self::Json => json::encode(value),
            #[cfg(feature = "binary")]
            Self::Bincode => binary::encode(value),
        }
    }

    /// Decodes a client's frame.
    ///
    /// # Errors
    /// Returns the error in the frame, with the command's id if it could be read.
    pub fn decode_client(self, bytes: &[u8]) -> Result<Frame, BadFrame> {
        match self {
            #[cfg(feature = "json")]
            Self::Json => json::decode_client(bytes),
            #[cfg(feature = "binary")]
            Self::Bincode => binary::decode_client(bytes),
        }
    }

    /// Decodes a server's frame.
    ///
    /// # Errors
    /// Returns an error if the frame is not a message, or if it has another binary layout.
    pub fn decode_server(self, bytes: &[u8]) -> Result<ServerFrame, UnreadableFrame> {
        let unreadable = |text: String| UnreadableFrame(SafeText::from(text));
        match self {
            #[cfg(feature = "json")]
            Self::Json => json::decode_server(bytes).map_err(unreadable),
            #[cfg(feature = "binary")]
            Self::Bincode => binary::decode_server(bytes).map_err(unreadable),
        }
    }
}

fn unknown_command(id: Option<CommandId>, what: &str) -> BadFrame {
    let text = format!("there is no command {what}: use one of those that PROTOCOL.md lists");
    BadFrame { id, kind: BadFrameKind::UnknownCommand, text: text.into() }
}
