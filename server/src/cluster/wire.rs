//! What nodes tell one another, and its form: a head that names the sender and counts its frames, and then parts, each a
//! message with a payload that its sender has packed once for all receivers.

use bytes::{Buf as _, BufMut as _, Bytes, BytesMut};
use serde::{Deserialize, Serialize};
use tengen_shared::{
    game::{PlayerId, RoomCode},
    protocol::{HexBytes, KeyKind, pack, unpack_long},
};

use super::NodeRun;
use crate::{
    gateway::ThinkingNews,
    lane::Lane,
    lobby::{ListNews, MadeNews, WallNews},
    outbox::Shut,
    quota::AddressBlock,
    refusal::Refusal,
    room_io::VisitId,
};

/// A message between nodes.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum NodeMessage {
    /// Connections of the sender come to a room that the receiver owns in this epoch, as far as the sender knows.
    Visit { room: RoomCode, visit: VisitId, epoch: u64 },
    /// No connections of the sender are in a room of the receiver any more.
    Leave { room: RoomCode },
    /// A message to a room of the receiver; the payload is a `RoomIn`.
    ToRoom { room: RoomCode, visit: VisitId, number: u64, lane: Lane },
    /// A message from a room of the sender; the payload is a `RoomOut`.
    FromRoom { room: RoomCode, visit: VisitId },
    /// A room of the sender is no longer there.
    Closed { room: RoomCode, visit: VisitId, why_not: Option<Refusal> },
    /// The sender's part of the room list has changed.
    List(ListNews),
    /// Whether somebody watches the wall of the sender, which then wants to know of the receiver's games.
    WatchesWall(bool),
    /// The sender's games on the wall have changed.
    Wall(WallNews),
    /// The rooms that players have made on the sender.
    Made(MadeNews),
    /// Connections that use these keys end.
    KeysGone { keys: Vec<(KeyKind, HexBytes<32>)>, why: Shut },
    /// A player may bring another device in with this code.
    Pairing { player: PlayerId, key: (KeyKind, HexBytes<32>), address: AddressBlock, code: String },
    /// A player's code was used.
    PairingUsed(PlayerId),
    /// Of the jobs that one of the two does for the other.
    Thinking(ThinkingNews),
    /// The sender begins a way. All visits between the two are over.
    Hello,
}

/// A message and its payload.
pub(crate) type Part = (NodeMessage, Bytes);

/// A message and its payload on their way.
pub(super) struct Packed {
    message: Bytes,
    payload: Bytes,
}

impl Packed {
    pub(super) fn new(message: &NodeMessage, payload: Bytes) -> Self {
        Self { message: pack(message).into(), payload }
    }

    /// Returns the number of bytes in a frame.
    pub(super) fn len(&self) -> usize {
        self.message.len() + self.payload.len() + 8
    }
}

/// The head of a frame.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) from: NodeRun,
    /// The run to which it is addressed.
    pub(super) to: NodeRun,
    /// The number of the way from one to the other: 1, and one more whenever the sender begins anew.
    pub(super) way: u64,
    /// The number of frames with parts that the sender has sent on the way, this one included.
    pub(super) sent: u64,
}

/// Encodes a frame. Without parts, it only says how many were sent.
pub(super) fn encode(head: &Head, parts: &[Packed]) -> Bytes {
    let mut frame = BytesMut::new();
    put(&mut frame, &pack(head));
    for Packed { message, payload } in parts {
        put(&mut frame, message);
        put(&mut frame, payload);
    }
    frame.freeze()
}

fn put(frame: &mut BytesMut, bytes: &[u8]) {
    frame.put_u32_le(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
    frame.put_slice(bytes);
}

/// Decodes a frame.
///
/// # Errors
/// Returns an error in words if it is not a frame of this layout.
pub(super) fn decode(mut frame: Bytes) -> Result<(Head, Vec<Part>), String> {
    let head = unpack_long(&take(&mut frame)?)?;
    let mut parts = Vec::new();
    while !frame.is_empty() {
        parts.push((unpack_long(&take(&mut frame)?)?, take(&mut frame)?));
    }
    Ok((head, parts))
}

fn take(frame: &mut Bytes) -> Result<Bytes, String> {
    let length = frame.try_get_u32_le().map_err(|error| error.to_string())?;
    let length = usize::try_from(length).map_err(|error| error.to_string())?;
    if frame.len() < length {
        return Err("it is cut off".to_owned());
    }
    Ok(frame.split_to(length))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "in a test, a failed unwrap is a finding")]

    use super::*;

    #[test]
    fn a_frame_is_read_as_it_was_written_and_a_cut_one_is_not() {
        let node = |name: &str| NodeRun::begin(name.parse().unwrap());
        let head = Head { from: node("a"), to: node("b"), way: 2, sent: 7 };
        let room: RoomCode = "amber-fox-42".parse().unwrap();
        let visit = NodeMessage::Visit { room: room.clone(), visit: VisitId(3), epoch: 1 };
        let from = NodeMessage::FromRoom { room, visit: VisitId(3) };
        let parts = [Packed::new(&visit, Bytes::new()), Packed::new(&from, Bytes::from_static(b"payload"))];
        let frame = encode(&head, &parts);
        let (read_head, read) = decode(frame.clone()).unwrap();
        assert_eq!(read_head, head);
        assert!(
            matches!(&read[..], [(NodeMessage::Visit { .. }, _), (NodeMessage::FromRoom { .. }, payload)]
            if payload == "payload")
        );
        let whole = [encode(&head, &[]).len(), encode(&head, &parts[..1]).len(), frame.len()];
        for length in 0..frame.len() {
            assert!(decode(frame.slice(..length)).is_err() || whole.contains(&length), "{length}");
        }
    }
}
