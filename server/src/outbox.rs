//! What waits to be sent to one peer: bounded, shared between the rooms that fill it and the connection
//! that empties it.

use std::{
    cell::OnceCell,
    collections::VecDeque,
    sync::{Mutex, MutexGuard, PoisonError},
};

use bytes::Bytes;
use tengen_shared::{
    game::RoomCode,
    protocol::{Codec, MAX_OUTBOUND, ServerMessage},
};
use tokio::sync::Notify;

/// A message that is encoded at most once per codec, however many peers it goes to.
#[derive(Debug)]
pub(crate) struct Broadcast<'a> {
    message: &'a ServerMessage,
    json: OnceCell<Bytes>,
    bincode: OnceCell<Bytes>,
}

impl<'a> Broadcast<'a> {
    /// A message to be sent to several peers.
    #[must_use]
    pub(crate) const fn new(message: &'a ServerMessage) -> Self {
        Self { message, json: OnceCell::new(), bincode: OnceCell::new() }
    }

    fn bytes(&self, codec: Codec) -> Bytes {
        let cell = match codec {
            Codec::Json => &self.json,
            Codec::Bincode => &self.bincode,
        };
        cell.get_or_init(|| codec.encode_server(self.message).into()).clone()
    }

    /// Whether it is short enough for one frame.
    pub(crate) fn fits(&self, codec: Codec) -> bool {
        self.bytes(codec).len() <= MAX_OUTBOUND
    }
}

/// The outbox is full: the peer must be sent a snapshot when it has caught up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Behind;

/// Frames on their way to one peer.
#[derive(Debug)]
pub(crate) struct Outbox {
    codec: Codec,
    limit: usize,
    state: Mutex<State>,
    wake: Notify,
}

#[derive(Debug, Default)]
struct State {
    frames: VecDeque<Bytes>,
    bytes: usize,
    owed: Owed,
    overrun: bool,
}

/// What a peer that was behind is sent when it has taken everything else.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Owed {
    /// Snapshots of these rooms.
    pub(crate) rooms: Vec<RoomCode>,
    /// What it has missed of the room list.
    pub(crate) list: bool,
}

/// What the connection finds in an outbox.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// Frames to send, in order.
    Frames(Vec<Bytes>),
    /// All is sent, and this is owed.
    Drained(Owed),
    /// Even the answers to the peer's own commands do not fit any more.
    Overrun,
}

impl Outbox {
    /// An empty outbox for at most `limit` bytes of events and as many of answers.
    #[must_use]
    pub(crate) fn new(codec: Codec, limit: usize) -> Self {
        Self { codec, limit, state: Mutex::default(), wake: Notify::new() }
    }

    /// The peer's codec.
    #[must_use]
    pub(crate) const fn codec(&self) -> Codec {
        self.codec
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an event or a piece of news, which a later snapshot can replace.
    ///
    /// # Errors
    /// If it does not fit; nothing is added.
    pub(crate) fn offer(&self, broadcast: &Broadcast<'_>) -> Result<(), Behind> {
        self.push(broadcast.bytes(self.codec), self.limit)
    }

    /// Adds an answer to one of the peer's own commands, for which there is room of its own.
    pub(crate) fn answer(&self, message: &ServerMessage) {
        let bytes = self.codec.encode_server(message).into();
        if self.push(bytes, self.limit * 2).is_err() {
            self.state().overrun = true;
            self.wake.notify_one();
        }
    }

    fn push(&self, frame: Bytes, limit: usize) -> Result<(), Behind> {
        let mut state = self.state();
        if state.bytes + frame.len() > limit {
            return Err(Behind);
        }
        state.bytes += frame.len();
        state.frames.push_back(frame);
        drop(state);
        self.wake.notify_one();
        Ok(())
    }

    /// Notes that `room` must send a snapshot when all else is sent.
    pub(crate) fn owe(&self, room: RoomCode) {
        let mut state = self.state();
        if !state.owed.rooms.contains(&room) {
            state.owed.rooms.push(room);
        }
        drop(state);
        self.wake.notify_one();
    }

    /// Notes that the room list must go on when all else is sent.
    pub(crate) fn owe_list(&self) {
        self.state().owed.list = true;
        self.wake.notify_one();
    }

    /// Resolves when there may be something to take. Safe to drop and call again.
    pub(crate) async fn wait(&self) {
        self.wake.notified().await;
    }

    /// Takes up to about 16 KiB, so that what has left the queue stays bounded too.
    #[must_use]
    pub(crate) fn take(&self) -> Taken {
        const CHUNK: usize = 16 * 1024;
        let mut state = self.state();
        if state.overrun {
            return Taken::Overrun;
        }
        let mut frames = Vec::new();
        let mut size = 0;
        while size < CHUNK
            && let Some(frame) = state.frames.pop_front()
        {
            size += frame.len();
            frames.push(frame);
        }
        state.bytes -= size;
        if frames.is_empty() {
            Taken::Drained(std::mem::take(&mut state.owed))
        } else {
            Taken::Frames(frames)
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_shared::game::{CommandId, RunId};

    use super::*;

    fn pong() -> ServerMessage {
        ServerMessage::Pong { id: CommandId(RunId(1), 1), now: 0 }
    }

    #[test]
    fn events_beyond_the_limit_are_refused_and_answers_have_room_of_their_own() {
        let size = Codec::Json.encode_server(&pong()).len();
        let outbox = Outbox::new(Codec::Json, size);
        let message = pong();
        let broadcast = Broadcast::new(&message);
        assert_eq!(outbox.offer(&broadcast), Ok(()));
        assert_eq!(outbox.offer(&broadcast), Err(Behind));
        outbox.answer(&message);
        assert!(matches!(outbox.take(), Taken::Frames(frames) if frames.len() == 2));
        outbox.owe("amber-fox-42".parse().unwrap());
        outbox.owe("amber-fox-42".parse().unwrap());
        assert!(matches!(outbox.take(), Taken::Drained(owed) if owed.rooms.len() == 1));
        for _ in 0..3 {
            outbox.answer(&message);
        }
        assert_eq!(outbox.take(), Taken::Overrun);
    }
}
