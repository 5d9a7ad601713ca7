//! Messages in little space, for programs built from the same sources.
//!
//! Only this file names bincode, which is frozen at 2.0.1 and unmaintained (see deny.toml). Nothing writes it to
//! disk.

use bincode::{
    config::{Configuration, Limit, LittleEndian, Varint},
    error::DecodeError,
};
use serde::{Serialize, de::DeserializeOwned};
use thiserror::Error;

use super::{
    BadFrame, BadFrameKind, MAX_INBOUND, MAX_OUTBOUND, SUBPROTOCOL_BINCODE, ServerFrame, unknown_command,
};
use crate::{
    game::{CommandId, RoomCode},
    protocol::{
        client::Frame,
        commands::{COMMANDS, REQUESTS},
        server::ServerMessage,
    },
};

type Layout<const LIMIT: usize> = Configuration<LittleEndian, Varint, Limit<LIMIT>>;

const fn layout<const LIMIT: usize>() -> Layout<LIMIT> {
    bincode::config::standard().with_limit::<LIMIT>()
}

pub(super) fn encode<T: Serialize>(value: &T) -> Vec<u8> {
    bincode::serde::encode_to_vec(value, layout::<MAX_OUTBOUND>())
        .expect("invariant: messages have known lengths")
}

/// Decodes a client's frame. Returns the error in the frame, with the command's id if it could be read.
pub(super) fn decode_client(bytes: &[u8]) -> Result<Frame, BadFrame> {
    whole::<Frame, MAX_INBOUND>(bytes).map_err(|failure| bad_frame(bytes, &failure))
}

/// Decodes a server's frame. Returns an error in words if it is not a message of this layout.
pub(super) fn decode_server(bytes: &[u8]) -> Result<ServerFrame, String> {
    unpack::<ServerMessage>(bytes).map(|message| ServerFrame::Known(Box::new(message)))
}

/// Encodes a value for another part of the same program, such as a worker of the page.
///
/// # Panics
/// Panics if `value` contains a list whose length is not known.
#[must_use]
pub fn pack<T: Serialize>(value: &T) -> Vec<u8> {
    encode(value)
}

/// Decodes what [`pack`] has made.
///
/// # Errors
/// Returns an error in words if the bytes do not encode a value of this type, or are more than [`MAX_OUTBOUND`].
pub fn unpack<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    whole::<T, MAX_OUTBOUND>(bytes).map_err(|failure| failure.to_string())
}

/// Decodes what [`pack`] has made, if a message is only a part of it.
///
/// # Errors
/// Returns an error in words if the bytes do not encode a value of this type, or are more than four times
/// [`MAX_OUTBOUND`].
pub fn unpack_long<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    const MOST: usize = 4 * MAX_OUTBOUND;
    whole::<T, MOST>(bytes).map_err(|failure| failure.to_string())
}

#[derive(Debug, Error)]
enum Failure {
    #[error("{0}")]
    Decode(#[from] DecodeError),
    #[error("{0} bytes are left over after the message")]
    LeftOver(usize),
}

/// Decodes all of `bytes`; bytes left over are an error.
fn whole<T: DeserializeOwned, const LIMIT: usize>(bytes: &[u8]) -> Result<T, Failure> {
    let (value, used) = bincode::serde::decode_from_slice(bytes, layout::<LIMIT>())?;
    match bytes.len() - used {
        0 => Ok(value),
        rest => Err(Failure::LeftOver(rest)),
    }
}

/// The head of every client's frame: the id, the room, and whether a request or a command follows.
type Head = (CommandId, Option<RoomCode>, u32);

/// Describes the command that `bytes` begin with, if this program does not know its number.
fn unknown_number(kind: u32, bytes: &[u8]) -> Option<String> {
    let known = match kind {
        0 => REQUESTS,
        1 => COMMANDS.len() - REQUESTS,
        other => return Some(format!("of kind {other}")),
    };
    let (number, _) = bincode::serde::decode_from_slice::<u32, _>(bytes, layout::<MAX_INBOUND>()).ok()?;
    usize::try_from(number).is_ok_and(|number| number >= known).then(|| format!("{number} of kind {kind}"))
}

fn bad_frame(bytes: &[u8], failure: &Failure) -> BadFrame {
    let head = bincode::serde::decode_from_slice::<Head, _>(bytes, layout::<MAX_INBOUND>());
    if let Ok(((id, _, kind), read)) = head
        && let Some(number) = unknown_number(kind, &bytes[read..])
    {
        return unknown_command(Some(id), &format!("number {number}"));
    }
    let id = bincode::serde::decode_from_slice::<CommandId, _>(bytes, layout::<MAX_INBOUND>());
    let (kind, text) = match failure {
        // The checks of the types report through `custom`, which bincode keeps as a string.
        Failure::Decode(DecodeError::OtherString(text)) => (BadFrameKind::BadValue, text.clone()),
        Failure::LeftOver(_) => (BadFrameKind::Malformed, failure.to_string()),
        Failure::Decode(_) => {
            let text =
                format!("the bytes are no {SUBPROTOCOL_BINCODE} message: see its layout in PROTOCOL.md");
            (BadFrameKind::Malformed, text)
        }
    };
    BadFrame { id: id.ok().map(|(id, _)| id), kind, text: text.into() }
}
