//! The bounded queue of frames for one peer. Rooms fill it, and the connection empties it.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    task::Poll,
};

use bytes::Bytes;
use futures_util::task::AtomicWaker;
use tengen_shared::{
    game::{CommandId, RejectCode, RoomCode},
    protocol::{Codec, MAX_OUTBOUND, SafeText, ServerMessage},
};
use tokio::sync::oneshot;

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

    fn bytes(&self, codec: Codec) -> Bytes {
        let cell = match codec {
            Codec::Json => &self.json,
            Codec::Bincode => &self.bincode,
        };
        cell.get_or_init(|| codec.encode_server(&self.message).into()).clone()
    }
}

/// The divisor of each outbox's limit while all outboxes together exceed their budget.
const SCARCE: usize = 16;

/// The bytes queued in all outboxes, or taken from them and not yet sent.
#[derive(Debug)]
pub(crate) struct Budget {
    used: AtomicUsize,
    most: usize,
}

impl Budget {
    /// Creates an unused budget of `most` bytes.
    #[must_use]
    pub(crate) const fn new(most: usize) -> Self {
        Self { used: AtomicUsize::new(0), most }
    }

    fn is_spent(&self) -> bool {
        self.used.load(Ordering::Relaxed) >= self.most
    }

    fn add(&self, bytes: usize) {
        self.used.fetch_add(bytes, Ordering::Relaxed);
    }

    fn remove(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// The outbox is full: the peer needs a snapshot once it has caught up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Behind;

/// Frames queued for one peer.
#[derive(Debug)]
pub(crate) struct Outbox {
    codec: Codec,
    limit: usize,
    budget: Arc<Budget>,
    state: Mutex<State>,
    /// Whether there may be something to take, and whom to wake then. Only the connection waits.
    news: AtomicBool,
    waker: AtomicWaker,
}

#[derive(Debug, Default)]
struct State {
    frames: VecDeque<Bytes>,
    bytes: usize,
    /// Bytes that the connection has taken and not sent yet.
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
    /// Whether the room list must continue.
    pub(crate) list: bool,
}

/// Why the connection must close without sending what is queued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shut {
    /// Not even the answers to the peer's own commands fit any more.
    Overrun,
    /// The player has removed the key that the connection uses.
    Revoked,
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
    pub(crate) fn new(codec: Codec, limit: usize, budget: Arc<Budget>) -> Self {
        let (news, waker) = (AtomicBool::new(false), AtomicWaker::new());
        Self { codec, limit, budget, state: Mutex::default(), news, waker }
    }

    #[must_use]
    pub(crate) const fn codec(&self) -> Codec {
        self.codec
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues an event or a piece of news, which a later snapshot can replace.
    ///
    /// # Errors
    /// Returns an error if it does not fit; nothing is queued.
    pub(crate) fn offer(&self, broadcast: &Broadcast) -> Result<(), Behind> {
        let frame = broadcast.bytes(self.codec);
        if frame.len() > MAX_OUTBOUND {
            // No client would accept it. Senders keep to the limit, so this is a bug of ours.
            tracing::error!(bytes = frame.len(), "a message exceeds the frame limit and was not sent");
            return Ok(());
        }
        let limit = if self.budget.is_spent() { self.limit / SCARCE } else { self.limit };
        self.push(frame, limit)
    }

    /// Queues an answer to one of the peer's own commands, which may use a reserve.
    pub(crate) fn answer(&self, message: &ServerMessage) {
        let mut bytes = self.codec.encode_server(message);
        if bytes.len() > MAX_OUTBOUND {
            tracing::error!(bytes = bytes.len(), "an answer exceeds the frame limit and was replaced");
            bytes = self.codec.encode_server(&too_long(message));
        }
        if self.push(bytes.into(), self.limit * 2).is_err() {
            self.shut(Shut::Overrun);
        }
        self.state().answered(message);
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

    fn push(&self, frame: Bytes, limit: usize) -> Result<(), Behind> {
        let mut state = self.state();
        // One message always fits; otherwise a peer that has read everything could never receive a snapshot.
        if state.bytes + frame.len() > limit && state.bytes > 0 {
            return Err(Behind);
        }
        state.bytes += frame.len();
        self.budget.add(frame.len());
        state.frames.push_back(frame);
        drop(state);
        self.wake();
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

    /// Notes that the room list must continue after everything else.
    pub(crate) fn owe_list(&self) {
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

    fn wake(&self) {
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
    /// Tells the session that waits for this answer.
    fn answered(&mut self, message: &ServerMessage) {
        let id = match message {
            ServerMessage::Accepted { id, .. } | ServerMessage::Rejected { id: Some(id), .. } => *id,
            _ => return,
        };
        if let Some((_, waiting)) = self.awaited.take_if(|(awaited, _)| *awaited == id) {
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

/// Returns the refusal that replaces an answer too long for a frame.
fn too_long(message: &ServerMessage) -> ServerMessage {
    let id: Option<CommandId> = match message {
        ServerMessage::Accepted { id, .. }
        | ServerMessage::Bots { id, .. }
        | ServerMessage::Explanation { id, .. }
        | ServerMessage::Chat { id, .. }
        | ServerMessage::Games { id, .. }
        | ServerMessage::Game { id, .. } => Some(*id),
        _ => None,
    };
    let text = SafeText::from("the answer is too long for one frame: ask for less");
    ServerMessage::Rejected { id, room: None, code: RejectCode::Busy, text, data: None }
}

#[cfg(test)]
mod tests {
    use tengen_shared::game::RunId;

    use super::*;

    fn pong() -> ServerMessage {
        ServerMessage::Pong { id: CommandId(RunId(1), 1), now: 0 }
    }

    #[test]
    fn events_beyond_the_limit_are_refused_and_answers_have_room_of_their_own() {
        let size = Codec::Json.encode_server(&pong()).len();
        let budget = Arc::new(Budget::new(usize::MAX));
        let outbox = Outbox::new(Codec::Json, size, budget.clone());
        let message = pong();
        let broadcast = Broadcast::new(pong());
        assert_eq!(outbox.offer(&broadcast), Ok(()));
        assert_eq!(outbox.offer(&broadcast), Err(Behind));
        outbox.answer(&message);
        assert_eq!(budget.used.load(Ordering::Relaxed), 2 * size);
        assert!(matches!(outbox.take(), Taken::Frames(frames) if frames.len() == 2));
        assert_eq!(budget.used.load(Ordering::Relaxed), 2 * size, "it is under way");
        assert!(matches!(outbox.take(), Taken::Drained(owed) if owed == Owed::default()));
        assert_eq!(budget.used.load(Ordering::Relaxed), 0);
        outbox.owe("amber-fox-42".parse().unwrap());
        outbox.owe("amber-fox-42".parse().unwrap());
        assert!(matches!(outbox.take(), Taken::Drained(owed) if owed.rooms.len() == 1));
        for _ in 0..3 {
            outbox.answer(&message);
        }
        assert_eq!(outbox.take(), Taken::Shut(Shut::Overrun));
        drop(outbox);
        assert_eq!(budget.used.load(Ordering::Relaxed), 0, "what was never sent is given back");
    }

    #[test]
    fn when_all_together_hold_too_much_each_keeps_one_message_and_a_sixteenth_of_its_limit() {
        let (broadcast, size) = (Broadcast::new(pong()), Codec::Json.encode_server(&pong()).len());
        let budget = Arc::new(Budget::new(32 * size));
        let outboxes: Vec<Outbox> =
            (0..8).map(|_| Outbox::new(Codec::Json, 32 * size, budget.clone())).collect();
        let held: Vec<usize> = outboxes
            .iter()
            .map(|outbox| {
                std::iter::repeat_with(|| outbox.offer(&broadcast)).take_while(Result::is_ok).count()
            })
            .collect();
        assert_eq!(held, [32, 2, 2, 2, 2, 2, 2, 2]);
    }

    #[test]
    fn an_answer_that_fits_into_no_frame_is_refused_in_its_place() {
        let id = CommandId(RunId(7), 3);
        let games = tengen_shared::protocol::SafeText::from("x".repeat(MAX_OUTBOUND).as_str());
        let long = ServerMessage::Rejected {
            id: Some(id),
            room: None,
            code: RejectCode::Busy,
            text: games,
            data: None,
        };
        let outbox = Outbox::new(Codec::Json, 1 << 20, Arc::new(Budget::new(usize::MAX)));
        outbox.answer(&long);
        let Taken::Frames(frames) = outbox.take() else { panic!("it is answered") };
        assert!(frames[0].len() < 500);
    }
}
