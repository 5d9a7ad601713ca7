//! The bounded queue of frames for one peer. Rooms fill it, and the connection empties it. A frame that finds it empty may
//! go to the socket at once.

mod broadcast;
mod budget;

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError, Weak,
        atomic::{AtomicBool, Ordering},
    },
    task::Poll,
};

use bytes::Bytes;
use futures_util::task::AtomicWaker;
use serde::{Deserialize, Serialize};
use tengen_shared::{
    game::{CommandId, RejectCode, RoomCode},
    protocol::{Codec, MAX_OUTBOUND, ServerMessage},
};
use tokio::sync::oneshot;

use crate::{
    metrics::Metrics,
    refusal::Refusal,
    wire::{Sent, Wire},
};

pub(crate) use broadcast::Broadcast;
pub(crate) use budget::Budget;

/// The divisor of each outbox's limit while all outboxes together exceed their budget.
const SCARCE: usize = 16;

/// The outbox is full: the peer needs a snapshot once it has caught up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Behind;

/// Whether a frame may go to the socket on the thread that has it, which takes a few microseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sending {
    /// At once, if nothing else waits.
    Now,
    /// On the connection's task, which is woken: the sender has many peers.
    Queued,
    /// On the connection's task, which the sender wakes later.
    Unwoken,
}

/// Frames queued for one peer.
#[derive(Debug)]
pub(crate) struct Outbox {
    codec: Codec,
    limit: usize,
    budget: Arc<Budget>,
    metrics: Arc<Metrics>,
    state: Mutex<State>,
    /// Whether there may be something to take, and whom to wake then. Only the connection waits.
    news: AtomicBool,
    waker: AtomicWaker,
}

#[derive(Debug, Default)]
struct State {
    frames: VecDeque<Bytes>,
    bytes: usize,
    /// The socket, which belongs to the connection. Empty before the connection attaches it, and once it closes.
    wire: Weak<Wire>,
    /// Bytes that left the queue and are not sent yet.
    under_way: usize,
    owed: Owed,
    shut: Option<Shut>,
    /// The command whose answer a session waits for.
    awaited: Option<(CommandId, oneshot::Sender<()>)>,
}

/// Updates that a peer receives after it has fallen behind and read everything else.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Owed {
    /// Rooms that must send a snapshot.
    pub(crate) rooms: Vec<RoomCode>,
    /// Whether the room list or the wall must continue.
    pub(crate) list: bool,
}

/// Why the connection must close without sending what is queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Shut {
    /// Not even the answers to the peer's own commands fit any more.
    Overrun,
    /// The player has removed the key that the connection uses.
    Revoked,
    /// The key that the connection uses belongs to another player now.
    Moved,
}

/// The contents that the connection takes from an outbox.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// Frames to send, in order.
    Frames(Vec<Bytes>),
    /// Everything is sent; these updates are owed.
    Drained(Owed),
    /// Nothing more may be sent.
    Shut(Shut),
}

impl Outbox {
    /// Creates an outbox for at most `limit` bytes of events, and twice that with answers, within the shared `budget`.
    #[must_use]
    pub(crate) fn new(codec: Codec, limit: usize, budget: Arc<Budget>, metrics: Arc<Metrics>) -> Self {
        let (news, waker) = (AtomicBool::new(false), AtomicWaker::new());
        Self { codec, limit, budget, metrics, state: Mutex::default(), news, waker }
    }

    #[must_use]
    pub(crate) const fn codec(&self) -> Codec {
        self.codec
    }

    /// Lets frames go to the socket at once from now on.
    pub(crate) fn attach(&self, wire: &Arc<Wire>) {
        self.state().wire = Arc::downgrade(wire);
    }

    /// Sends nothing to the socket any more, except what the connection takes itself.
    pub(crate) fn detach(&self) {
        self.state().wire = Weak::new();
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues an event or a piece of news, which a later snapshot can replace.
    ///
    /// # Errors
    /// Returns an error if it does not fit; nothing is queued.
    pub(crate) fn offer(&self, broadcast: &Broadcast, sending: Sending) -> Result<(), Behind> {
        let frame = broadcast.bytes(self.codec);
        if frame.len() > MAX_OUTBOUND {
            // No client would accept it. Senders keep to the limit, so this is a bug of ours.
            tracing::error!(bytes = frame.len(), "a message exceeds the frame limit and was not sent");
            return Ok(());
        }
        let limit = if self.budget.is_spent() { self.limit / SCARCE } else { self.limit };
        self.push(frame, limit, sending)
    }

    /// Queues an answer to one of the peer's own commands, which may use a reserve.
    pub(crate) fn answer(&self, message: &ServerMessage) {
        let bytes = self.codec.encode_server(message);
        if bytes.len() > MAX_OUTBOUND {
            tracing::error!(bytes = bytes.len(), "an answer exceeds the frame limit and was replaced");
            let too_long = (RejectCode::Busy, "the answer is too long for one frame: ask for less");
            return self.reject(message.answers(), None, too_long);
        }
        if self.push(bytes.into(), self.limit * 2, Sending::Now).is_err() {
            self.shut(Shut::Overrun);
        }
        match message {
            ServerMessage::Accepted { .. } => _ = self.metrics.accepted.inc(),
            ServerMessage::Rejected { .. } => _ = self.metrics.rejected.inc(),
            _ => {}
        }
        self.state().answered(message);
    }

    /// Refuses a command. `id` and `room` are those of the command; without `id`, the server refuses what no command has
    /// asked for.
    pub(crate) fn reject(&self, id: Option<CommandId>, room: Option<RoomCode>, refusal: impl Into<Refusal>) {
        self.answer(&refusal.into().message(id, room));
    }

    /// Makes the connection close.
    pub(crate) fn shut(&self, why: Shut) {
        self.state().shut.get_or_insert(why);
        self.wake();
    }

    /// Returns a future that resolves once the answer to command `id` is queued.
    pub(crate) fn answer_to(&self, id: CommandId) -> oneshot::Receiver<()> {
        let (answered, answer) = oneshot::channel();
        self.state().awaited = Some((id, answered));
        answer
    }

    fn push(&self, frame: Bytes, limit: usize, sending: Sending) -> Result<(), Behind> {
        let mut state = self.state();
        if sending == Sending::Now
            && let Some(wire) = state.direct()
        {
            // A broken socket is the connection's business. It learns of it when it sends what is queued.
            match wire.try_send(self.codec, &frame).unwrap_or(Sent::Busy) {
                Sent::Whole => return Ok(()),
                Sent::Kept => {
                    state.under_way = frame.len();
                    self.budget.add(frame.len());
                    drop(state);
                    self.wake();
                    return Ok(());
                }
                Sent::Busy => {}
            }
        }
        // One message always fits; otherwise a peer that has read everything could never receive a snapshot.
        if state.bytes + frame.len() > limit && state.bytes > 0 {
            return Err(Behind);
        }
        state.bytes += frame.len();
        self.budget.add(frame.len());
        state.frames.push_back(frame);
        drop(state);
        if sending != Sending::Unwoken {
            self.wake();
        }
        Ok(())
    }

    /// Notes that `room` must send a snapshot after everything else.
    pub(crate) fn owe(&self, room: RoomCode) {
        let mut state = self.state();
        if !state.owed.rooms.contains(&room) {
            state.owed.rooms.push(room);
        }
        drop(state);
        self.wake();
    }

    /// Notes that the room list or the wall must continue after everything else.
    pub(crate) fn owe_news(&self) {
        self.state().owed.list = true;
        self.wake();
    }

    /// Resolves when there may be something to take. Cancel-safe.
    pub(crate) async fn wait(&self) {
        std::future::poll_fn(|context| {
            if self.news.swap(false, Ordering::AcqRel) {
                return Poll::Ready(());
            }
            self.waker.register(context.waker());
            // News may have come between the look and the registration.
            if self.news.swap(false, Ordering::AcqRel) { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }

    /// Has the connection send what is queued.
    pub(crate) fn wake(&self) {
        self.news.store(true, Ordering::Release);
        self.waker.wake();
    }

    /// Takes up to about 16 KiB, so that the bytes outside the queue stay bounded too. Counts what was taken before as
    /// sent.
    #[must_use]
    pub(crate) fn take(&self) -> Taken {
        const CHUNK: usize = 16 * 1024;
        let mut state = self.state();
        self.budget.remove(std::mem::take(&mut state.under_way));
        if let Some(why) = state.shut {
            return Taken::Shut(why);
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
        state.under_way += size;
        if frames.is_empty() {
            Taken::Drained(std::mem::take(&mut state.owed))
        } else {
            Taken::Frames(frames)
        }
    }
}

impl State {
    /// Returns the socket if nothing must be sent before a new frame.
    fn direct(&self) -> Option<Arc<Wire>> {
        let idle = self.frames.is_empty() && self.under_way == 0 && self.shut.is_none();
        if idle { self.wire.upgrade() } else { None }
    }

    /// Tells the session that waits for this answer.
    fn answered(&mut self, message: &ServerMessage) {
        if let Some((_, waiting)) = self.awaited.take_if(|(awaited, _)| message.answers() == Some(*awaited)) {
            // The session may have stopped waiting.
            let _ = waiting.send(());
        }
    }
}

impl Drop for Outbox {
    fn drop(&mut self) {
        let state = self.state();
        self.budget.remove(state.bytes + state.under_way);
    }
}

#[cfg(test)]
mod tests;
